package notation

import (
	"fmt"
	"strconv"
	"strings"

	"mancala/rules"
)

func isOware(v rules.Variant) bool { return v.Family == rules.OwareFamily && v.Houses == 6 && !v.Pie }

// letterPlies reads plies of Oware as letters of houses, A to F for South and a to f for North,
// from their owner's left, with or without spaces between, as in OGN. Aualé writes the seeds of a
// capture behind one, as in F+2. At the end of a game that number has swept seeds in it, so it is
// not compared.
func letterPlies(list []ply, t *token, _ rules.Variant) ([]ply, bool) {
	word, captured, _ := strings.Cut(t.word, "+")
	for i := range len(word) {
		p := ply{at: t, house: rules.House(word[i] & 0x1f), side: [2]int8{int8(word[i]>>5) - 1}, turn: none, total: none}
		if p.house < 1 || p.house > 6 || p.side[0] != 1 && p.side[0] != 2 {
			return list, false
		}
		list = append(list, p)
	}
	return list, word != "" && t.total == none && (len(word) == len(t.word) || len(word) == 1 && number(captured) >= 0)
}

// movers are the words for the letters of the side to move.
var movers = map[string]string{"S": rules.South.String(), "N": rules.North.String()}

// lineBoard reads a board of Oware as Aalina and Aualé's programs write it: the houses of South and
// of North, the stores and the side to move, with hyphens between.
func lineBoard(words []token) (b board, n int, ok bool) {
	parts := strings.Split(words[0].word, "-")
	if len(parts) != 15 || movers[parts[14]] == "" {
		return b, 0, false
	}
	return board{houses: parts[:12], stores: parts[12:14], side: movers[parts[14]]}, 1, true
}

func writeLine(g rules.Game, sowings []rules.Sowing) string {
	n := g.Variant.Seeds
	row := strings.TrimSuffix(strings.Repeat(strconv.Itoa(int(n))+"-", 12), "-")
	return strings.TrimSpace(row + "-0-0-S " + strings.Join(letterWords(sowings), ""))
}

// writeLineBoard is the inverse of readLine for a board.
func writeLineBoard(p rules.Position) string {
	var parts []string
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		for h := range p.Variant().Houses {
			parts = append(parts, strconv.Itoa(p.Seeds(rules.Pit{Side: side, House: rules.House(h + 1)})))
		}
	}
	parts = append(parts, strconv.Itoa(p.Store(rules.South)), strconv.Itoa(p.Store(rules.North)), mover(p))
	return strings.Join(parts, "-")
}

// mover returns the letter of the side to move.
func mover(p rules.Position) string {
	if p.ToMove() == rules.North {
		return "N"
	}
	return "S"
}

// writeOGNBoard returns a game that begins with a board and has no plies yet.
func writeOGNBoard(p rules.Position) string {
	return "[Variant \"" + p.Variant().Name() + "\"]\n[FEN \"" + writeLineBoard(p) + "\"]\n\n*"
}

func writeOGN(g rules.Game, sowings []rules.Sowing) string {
	var b strings.Builder
	b.WriteString("[Variant \"" + g.Variant.Name() + "\"]\n\n")
	for i, letter := range letterWords(sowings) {
		if i%2 == 0 {
			fmt.Fprintf(&b, "%d. ", i/2+1)
		}
		b.WriteString(letter + " ")
	}
	last, _ := g.Replay()
	switch last.Outcome() {
	case rules.SouthWins:
		b.WriteString("1-0")
	case rules.NorthWins:
		b.WriteString("0-1")
	case rules.Draw:
		b.WriteString("1/2-1/2")
	default:
		b.WriteString("*")
	}
	return b.String()
}

// letterWords returns the letter of each ply.
func letterWords(sowings []rules.Sowing) (list []string) {
	for _, s := range sowings {
		first := 'A'
		if s.Mover == rules.North {
			first = 'a'
		}
		list = append(list, string(first+rune(s.From)-1))
	}
	return list
}
