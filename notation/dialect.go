package notation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mancala/match"
	"mancala/rules"
)

// dialect is a way to write plies and boards as words.
type dialect struct {
	like string                   // an example of a ply
	fits func(rules.Variant) bool // nil for all rules, and those of plain Kalah if none are named
	// plies appends the plies of a word, or returns false.
	plies func(list []ply, t *token, v rules.Variant) ([]ply, bool)
	// board reads the board at the start of some words, and returns how many it has. It is nil if
	// there are no boards.
	board func(words []token) (b board, n int, ok bool)
}

// dialects are all dialects; the first that fits the first word counts.
var dialects = [...]dialect{
	{"76 or 22x", isTogyz, federationPly, nil},
	{"e1f2", isRing, squaresPly, squaresBoard},
	{"F or f", isOware, letterPlies, lineBoard},
	{"3", nil, housePly, ownBoard},
}

// looksLikePly reports whether a word looks like plies of any dialect. It may grow room.
func looksLikePly(room []ply, t *token) ([]ply, bool) {
	for i := range dialects {
		if list, ok := dialects[i].plies(room[:0], t, anyRules); ok {
			return list, true
		}
	}
	return room, false
}

// anyRules have all houses.
var anyRules = rules.Variant{Houses: rules.MaxHouses}

// candidates returns the rule sets by which a text may be meant: the one that it names, or else all
// presets that fit.
func (d *dialect) candidates(named []rules.Variant, asked Asked) (list []rules.Variant) {
	switch {
	case len(named) == 0 && d.fits == nil && asked.Variant != rules.Variant{}:
		return []rules.Variant{asked.Variant}
	case len(named) == 0 && d.fits == nil:
		return []rules.Variant{presets[0].Variant}
	case len(named) == 0:
		for _, p := range presets {
			named = append(named, p.Variant)
		}
	}
	for _, v := range named {
		if d.fits == nil || d.fits(v) {
			list = append(list, v)
		}
	}
	return list
}

// refuse returns the error for a word that is not ply n.
func (d *dialect) refuse(t token, n int) error {
	switch {
	case strings.HasPrefix(t.word, "--"):
		return rules.Refuse("notation.late-option", "%.40q comes after the game; options stand before it", rules.Quoted(t.text))
	case d.fits == nil:
		return rules.NoHouse(n, t.text)
	}
	return rules.Refuse("notation.no-ply", "%.40q is not a move as in %s", rules.Quoted(t.text), d.like)
}

// ply is a ply as a text writes it. Zero values, and none, are what the text does not say.
type ply struct {
	at          *token
	house, last rules.House
	side        [2]int8 // the sides of both, plus one
	tuzdik      int8    // 1: it wins none, 2: it wins one
	turn, total int     // the number before it, and the mover's store after it
}

// agrees returns an error if the text says something else of a ply than the rules do.
func (p *ply) agrees(s *rules.Sowing, after *rules.Position) error {
	switch store := after.Store(s.Mover); {
	case p.last != 0 && p.last != s.Last.House, p.side[1] != 0 && p.side[1] != int8(s.Last.Side)+1, p.tuzdik != 0 && (p.tuzdik == 2) != (s.Won != 0):
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
	g = rules.Game{Variant: start.Variant(), Plies: make([]rules.House, 0, len(r.plies))}
	turns, plies, before := true, true, 0
	last = start
	for n := range r.plies {
		p := &r.plies[n]
		var next rules.Position
		var s rules.Sowing
		turns, plies = turns && (p.turn < 0 || p.turn == n/2+1), plies && p.turn == n+1
		switch {
		case p.turn >= 0 && (p.turn < before || !turns && !plies && !g.Variant.ExtraTurn && start.Board().InHouses(rules.South)*2 == g.Variant.Total()):
			err = rules.Refuse("notation.turn", "the number %d is not that of the next move", p.turn)
		case p.side[0] != 0 && p.side[0] != int8(last.ToMove())+1 && !last.Over():
			err = rules.Refuse("notation.side", "it is the turn of the other side")
		default:
			if next, s, err = rules.Play(past, p.house); err == nil {
				err = p.agrees(&s, &next)
			}
		}
		if err != nil {
			return g, last, r.at(*p.at, &rules.PlyError{Ply: n + 1, House: p.house, Err: err})
		}
		before = max(before, p.turn)
		past, g.Plies, last = rules.Extend(past, next), append(g.Plies, p.house), next
	}
	r.past = past
	return g, last, nil
}

// housePly reads a house by its number, swap, or S for it, the key in a window. The rules refuse
// impossible numbers later.
func housePly(list []ply, t *token, _ rules.Variant) ([]ply, bool) {
	p := ply{at: t, house: rules.Swap, total: none}
	if !strings.EqualFold(t.word, "s") && t.word != rules.Swap.String() {
		n := number(t.word)
		if p.house = rules.House(n); n < 0 || n >= int(rules.Swap) {
			return list, false
		}
	}
	return append(list, p), t.total == none
}

// board is a board in a text.
type board struct {
	houses, stores []string // counts, x for a tuzdik; South's first, from their owners' left
	side           string   // to move, and more that [rules.ParsePosition] reads
	left           bool     // seeds may be left in the houses of a game that is over, and be in the stores, too
}

// ownBoard reads a board as [rules.Position.Notation] and the Kalah Game Protocol write it, and the
// status as [rules.Position.Status] does. Without a status South is to move.
func ownBoard(words []token) (b board, n int, ok bool) {
	if !strings.HasPrefix(words[0].word, "<") {
		return b, 0, false
	}
	var said []string
	for _, t := range words[1:] {
		said = append(said, t.word)
	}
	if len(said) > 1 && said[1] == "wins" || len(said) == 1 && said[0] == "draw" || len(said) == 0 {
		said = []string{rules.South.String()}
	}
	b.side = strings.Replace(strings.Join(said, " "), " to move", "", 1)
	counts := strings.Split(strings.Trim(words[0].word, "<>"), ",")
	if m := number(counts[0]); m > 0 && len(counts) == 3+2*m && strings.HasSuffix(words[0].word, ">") {
		b.stores, b.houses = counts[1:3], counts[3:]
	}
	return b, len(words), true
}

// fromBoard reads a board and the plies after it, by the first of some rule sets that has its
// number of houses.
func (r *Reader) fromBoard(g *Reading, d *dialect, b board, list []rules.Variant, asked Asked, words []token) error {
	at := r.words[0]
	if len(b.houses) == 0 {
		return r.at(at, rules.Refuse("notation.no-board", "%.60q is not a board", rules.Quoted(at.text)))
	}
	for _, v := range list {
		if d.fits != nil && 2*int(v.Houses) != len(b.houses) {
			continue
		}
		p, err := b.position(v, asked, r.sized)
		if err != nil {
			return r.at(at, err)
		}
		if err := r.read(d, v, words); err != nil {
			return err
		}
		start, err := rules.Start(p.Variant())
		if err != nil {
			return r.at(at, err)
		}
		g.HasGame = p == start
		g.Game, g.Last, err = r.follow(p)
		return err
	}
	return r.at(at, rules.Refuse("notation.no-such-board", "no game with that notation has %d houses a side", len(b.houses)/2))
}

// position returns the position of a board under the rules of v, at its size unless that is fixed.
func (b board) position(v rules.Variant, asked Asked, fixed bool) (p rules.Position, err error) {
	m, total, stored := len(b.houses)/2, 0, 0
	switch {
	case strings.Count(b.side, " ") > 1:
		return p, rules.Refuse("notation.no-status", "%.40q cannot be said of a board", rules.Quoted(b.side))
	}
	for i, text := range slices.Concat(b.stores, b.houses) {
		n := number(text)
		if n < 0 && text != "x" || n > maxSeeds {
			return p, rules.Refuse("notation.no-seeds", "%.20q is not a number of seeds", rules.Quoted(text))
		}
		if total += max(n, 0); i < len(b.stores) {
			stored = total
		}
	}
	if b.left && stored == v.Total() && total > stored {
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
	return rules.ParsePosition(fmt.Sprintf("%v <%s,%s,%s> %s", v, strconv.Itoa(m), strings.Join(b.stores, ","), strings.Join(b.houses, ","), b.side))
}

// maxSeeds limits the seeds of a house or store in a text.
const maxSeeds = 255

// claim is a result or a score in a text.
type claim struct {
	outcome rules.Outcome
	score   []int
}

// outcomes are the words for results.
var outcomes = map[string]rules.Outcome{
	"1-0": rules.SouthWins, "0-1": rules.NorthWins, "1/2-1/2": rules.Draw, "½-½": rules.Draw, "*": rules.Undecided,
}

// parseResult parses a result or a score.
func parseResult(word string) (c claim, ok bool) {
	if word != "*" && strings.IndexByte(word, '-') < 0 && !strings.Contains(word, "–") {
		return c, false
	}
	word = strings.ReplaceAll(word, "–", "-")
	if c.outcome, ok = outcomes[word]; ok {
		return c, true
	}
	south, north, _ := strings.Cut(word, "-")
	c.score = []int{number(south), number(north)}
	return c, c.score[0] >= 0 && c.score[1] >= 0
}

// settle compares the results of a text with the end of its game, and sets the result.
func (r *Reader) settle(g *Reading, said tags, results []token, ours bool) error {
	g.Result = match.Result{Outcome: g.Last.Outcome(), Stores: [2]int{g.Last.Store(rules.South), g.Last.Store(rules.North)}}
	for _, name := range [...]string{"Result", "Stores", "Outcome"} {
		if t := said.find(name); t != nil && strings.Trim(t.word, "? ") != "" {
			results = append(results, *t)
		}
	}
	for _, t := range results {
		c, ok := parseResult(t.word)
		if south, north, _ := strings.Cut(t.word, "-"); t.name == "Stores" { // 1-0 is no result there
			c, ok = claim{score: []int{number(south), number(north)}}, true
		}
		err := error(rules.Refuse("notation.no-result", "that is no result; write it as in 1-0 or 25-23"))
		if ok {
			err = c.check(g, t.name == "Stores")
		}
		if err != nil {
			return r.at(t, err)
		}
	}
	ending, known := match.ParseEnding(g.Tag("Ending"))
	switch {
	case g.Last.Over():
		g.Result.Ending = match.Finished
	case known && ending != match.Finished && (g.Result.Outcome != rules.Undecided) == (ending == match.Resigned || ending == match.TimedOut):
		g.Result.Ending = ending
	case g.Result.Outcome == rules.Draw: // by agreement, which this program does not have
		g.Result.Ending, g.Result.Outcome = match.Abandoned, rules.Undecided
	case g.Result.Outcome != rules.Undecided && strings.Contains(strings.ToLower(g.Tag("Termination")), "time"):
		g.Result.Ending = match.TimedOut
	case g.Result.Outcome != rules.Undecided:
		g.Result.Ending = match.Resigned
	}
	if t := said.find("Check"); ours && t != nil && g.HasGame && t.word != match.GameCheck(g.Game.String(), g.Result.Ending, g.Result.Outcome) {
		return r.at(*t, rules.Refuse("notation.check", "the check is that of another game"))
	}
	return nil
}

// check returns an error if a result cannot be that of the game, and notes it otherwise. A score
// of a game that is not over has more than the stores, unless it is exact.
func (c claim) check(g *Reading, exact bool) error {
	is, over := &g.Result, g.Last.Over()
	if c.score != nil {
		south, north := c.score[0], c.score[1]
		total := g.Last.Variant().Total()
		if (over || exact) && [2]int{south, north} != is.Stores || south < is.Stores[0] || north < is.Stores[1] || south+north > total {
			return rules.Refuse("notation.score", "the stores have %d and %d seeds", is.Stores[0], is.Stores[1])
		}
		if over || south+north < total {
			return nil
		}
		c.outcome = map[int]rules.Outcome{-1: rules.NorthWins, 0: rules.Draw, 1: rules.SouthWins}[cmp.Compare(south, north)]
	}
	switch {
	case c.outcome == rules.Undecided, c.outcome == is.Outcome:
	case over:
		return rules.Refuse("notation.result", "by the moves, the game does not end like that")
	case is.Outcome != rules.Undecided:
		return rules.Refuse("notation.results", "another result stands there, too")
	default:
		is.Outcome = c.outcome
	}
	return nil
}
