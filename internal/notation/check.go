package notation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mancala/internal/match"
	"mancala/rules"
)

// agrees returns an error if the text says something else of a ply than the rules do.
func (p *ply) agrees(s *rules.Sowing, after *rules.Position) error {
	store := after.Store(s.Mover)
	switch {
	case p.last.House != 0 && p.last.House != s.Last.House, p.sides == 2 && p.last.Side != s.Last.Side, p.marks && p.won != (s.Won != 0):
		return rules.Refuse("notation.disagrees", "%.40q does something else by the rules of %s", rules.Quoted(p.at.text), after.Variant().Name())
	case p.total != none && p.total != store && p.total != store-int(s.Swept[s.Mover]):
		return rules.Refuse("notation.total", "the store has %d seeds then, not %d", store, p.total)
	}
	return nil
}

// follow plays the plies from a position. After an error it returns the game before the wrong ply.
// Numbers of turns, or of plies, must fit; if turns can have several plies, or a text begins with a
// board, they may only not go back.
func (r *Reader) follow(start rules.Position) (g rules.Game, last rules.Position, err error) {
	past := append(r.past[:0], start)
	g, last = rules.Game{Variant: start.Variant(), Plies: make([]rules.House, 0, len(r.plies))}, start
	strict := !g.Variant.ExtraTurn && start.Board().InHouses(rules.South)*2 == g.Variant.Total()
	turns, plies, before := true, true, 0
	for n := range r.plies {
		p := &r.plies[n]
		var next rules.Position
		var s rules.Sowing
		turns, plies = turns && (p.turn < 0 || p.turn == n/2+1), plies && p.turn == n+1
		switch {
		case p.turn >= 0 && (p.turn < before || strict && !turns && !plies):
			err = rules.Refuse("notation.turn", "the number %d is not that of the next move", p.turn)
		case p.sides > 0 && p.from.Side != last.ToMove() && !last.Over():
			err = rules.Refuse("notation.side", "it is the turn of the other side")
		default:
			if next, s, err = rules.Play(past, p.from.House); err == nil {
				err = p.agrees(&s, &next)
			}
		}
		if err != nil {
			return g, last, r.at(*p.at, &rules.PlyError{Ply: n + 1, House: p.from.House, Err: err})
		}
		before = max(before, p.turn)
		past, g.Plies, last = rules.Extend(past, next), append(g.Plies, p.from.House), next
	}
	r.past = past
	return g, last, nil
}

// position returns the position of a board under the rules of v, at its size unless that is fixed.
func (b *board) position(v rules.Variant, asked Asked, fixed bool) (p rules.Position, err error) {
	if strings.Count(b.side, " ") > 1 {
		return p, rules.Refuse("notation.no-status", "%.40q cannot be said of a board", rules.Quoted(b.side))
	}
	m, total, stored := len(b.houses)/2, 0, 0
	for i, text := range slices.Concat(b.stores, b.houses) {
		n := number(text)
		if n < 0 && text != "x" {
			return p, rules.Refuse("notation.no-seeds", "%.20q is not a number of seeds", rules.Quoted(text))
		}
		if total += max(n, 0); i < len(b.stores) {
			stored = total
		}
	}
	if b.left && stored == v.Total() {
		total = stored
		for i, text := range b.houses {
			if text != "x" {
				b.houses[i] = "0"
			}
		}
	}
	switch seeds := total / (2 * m); {
	case fixed:
	case asked.Houses && m != int(asked.Variant.Houses):
		return p, rules.Refuse("notation.other-houses", "the board has %d houses a side, not %d", m, int(asked.Variant.Houses))
	case total != 2*m*seeds:
		return p, rules.Refuse("notation.odd-seeds", "that board holds %d seeds, which no number of seeds a house makes", total)
	case asked.Seeds && seeds != int(asked.Variant.Seeds):
		return p, rules.Refuse("notation.other-seeds", "the board has %d seeds a house, not %d", seeds, int(asked.Variant.Seeds))
	default:
		if v, err = v.WithSize(m, seeds); err != nil {
			return p, err
		}
	}
	return rules.ParsePosition(fmt.Sprintf("%v <%d,%s,%s> %s", v, m, strings.Join(b.stores, ","), strings.Join(b.houses, ","), b.side))
}

// results are the words for outcomes.
var results = [...]string{rules.Undecided: "*", rules.SouthWins: "1-0", rules.NorthWins: "0-1", rules.Draw: "1/2-1/2"}

var plainSigns = strings.NewReplacer("–", "-", "½", "1/2")

// parseResult parses a result, or a score of South and North.
func parseResult(word string) (o rules.Outcome, score []int, ok bool) {
	if word != "*" && strings.IndexByte(word, '-') < 0 && !strings.Contains(word, "–") {
		return o, nil, false
	}
	word = plainSigns.Replace(word)
	if i := slices.Index(results[:], word); i >= 0 {
		return rules.Outcome(i), nil, true
	}
	south, north, _ := strings.Cut(word, "-")
	score = []int{number(south), number(north)}
	return o, score, min(score[0], score[1]) >= 0
}

// settle compares the results of a text with the end of its game, and sets the result.
func (r *Reader) settle(g *Reading) error {
	said, claims := r.text.said, r.text.claims
	is := &g.Result
	*is = match.Result{Outcome: g.Last.Outcome(), Stores: [2]int{g.Last.Store(rules.South), g.Last.Store(rules.North)}}
	for _, name := range [...]string{"Result", "Outcome"} {
		if t := said.find(name); t != nil && strings.Trim(t.word, "? ") != "" {
			claims = append(claims, *t)
		}
	}
	for _, t := range claims {
		if err := g.claim(t.word); err != nil {
			return r.at(t, err)
		}
	}
	if t := said.find("Stores"); t != nil && t.word != fmt.Sprintf("%d-%d", is.Stores[0], is.Stores[1]) {
		return r.at(*t, g.wrongScore())
	}
	ending, known := match.ParseEnding(g.Tag("Ending"))
	decided := is.Outcome != rules.Undecided
	switch {
	case g.Last.Over():
		is.Ending = match.Finished
	case known && ending != match.Finished && decided == (ending == match.Resigned || ending == match.TimedOut):
		is.Ending = ending
	case is.Outcome == rules.Draw: // by agreement, which this program does not have
		is.Ending, is.Outcome = match.Abandoned, rules.Undecided
	case decided && strings.Contains(strings.ToLower(g.Tag("Termination")), "time"):
		is.Ending = match.TimedOut
	case decided:
		is.Ending = match.Resigned
	}
	if t := said.find("Check"); r.text.ours && t != nil && g.HasGame && t.word != match.GameCheck(g.Game.String(), is.Ending, is.Outcome) {
		return r.at(*t, rules.Refuse("notation.check", "the check is that of another game"))
	}
	return nil
}

func (g *Reading) wrongScore() error {
	return rules.Refuse("notation.score", "the stores have %d and %d seeds", g.Result.Stores[0], g.Result.Stores[1])
}

// claim returns an error if a result cannot be that of the game, and notes it otherwise. A score
// of a game that is not over may give a side seeds in the houses, if that decides the game.
func (g *Reading) claim(word string) error {
	is, over := &g.Result, g.Last.Over()
	outcome, score, ok := parseResult(word)
	if !ok {
		return rules.Refuse("notation.no-result", "that is no result; write it as in 1-0 or 25-23")
	}
	if score != nil {
		south, north, open := score[0], score[1], g.Last.Variant().Total()-score[0]-score[1]
		exact := over || open > max(south, north)-min(south, north)
		if exact && [2]int{south, north} != is.Stores || south < is.Stores[0] || north < is.Stores[1] || open < 0 {
			return g.wrongScore()
		}
		if over || open > 0 {
			return nil
		}
		outcome = map[int]rules.Outcome{-1: rules.NorthWins, 0: rules.Draw, 1: rules.SouthWins}[cmp.Compare(south, north)]
	}
	switch {
	case outcome == rules.Undecided, outcome == is.Outcome:
	case over:
		return rules.Refuse("notation.result", "by the moves, the game does not end like that")
	case is.Outcome != rules.Undecided:
		return rules.Refuse("notation.results", "another result stands there, too")
	default:
		is.Outcome = outcome
	}
	return nil
}
