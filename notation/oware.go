package notation

import (
	"fmt"
	"strconv"
	"strings"

	"mancala/rules"
)

// readLetters reads plies of Oware as letters of houses, A to F for South and a to f for North,
// from their owner's left, with or without spaces between, as in OGN.
func readLetters(named []rules.Variant, tokens []string) (r Reading, known bool, err error) {
	plies, ok := letters(tokens, rules.South)
	list := candidates(named, isOware)
	if !ok || len(plies) == 0 || len(list) == 0 {
		return r, false, nil
	}
	r, err = judge(list, func(rules.Variant) []ply { return plies })
	return r, true, err
}

// letters returns the plies of letters that alternate between the sides.
func letters(tokens []string, mover rules.Side) (plies []ply, ok bool) {
	for _, letter := range strings.Join(tokens, "") {
		first := 'A'
		if mover == rules.North {
			first = 'a'
		}
		if letter < first || letter > first+5 {
			return nil, false
		}
		plies = append(plies, ply{string(letter), rules.House(letter - first + 1), nil})
		mover = mover.Opponent()
	}
	return plies, true
}

// readLine reads a board of Oware as Aalina and Aualé's programs write it, with the plies behind
// it: the houses of South and of North, the stores and the side to move, with hyphens between.
func readLine(named []rules.Variant, tokens []string) (r Reading, known bool, err error) {
	if len(tokens) == 0 {
		return r, false, nil
	}
	parts := strings.Split(tokens[0], "-")
	if len(parts) != 15 || parts[14] != "S" && parts[14] != "N" {
		return r, false, nil
	}
	var counts [14]int
	for i := range counts {
		if counts[i], err = strconv.Atoi(parts[i]); err != nil || counts[i] < 0 || counts[i] > maxSeeds {
			return r, false, nil
		}
	}
	mover := rules.South
	if parts[14] == "N" {
		mover = rules.North
	}
	plies, ok := letters(tokens[1:], mover)
	if !ok {
		return r, true, rules.Refuse("notation.letters", "the plies after that board are not letters A to F of South and a to f of North in turn")
	}
	r, err = fromBoard(candidates(named, isOware), counts[:6], counts[6:12], [2]int{counts[12], counts[13]}, mover, plies)
	return r, true, err
}

// maxSeeds limits the seeds of a house or store in a text.
const maxSeeds = 255

// tuzdik is the count of a house that is a tuzdik.
const tuzdik = -1

// fromBoard returns the reading of a board and the plies after it, by the first rule set that has
// its number of houses.
func fromBoard(list []rules.Variant, south, north []int, stores [2]int, mover rules.Side, plies []ply) (Reading, error) {
	total := stores[0] + stores[1]
	text := fmt.Sprintf("<%d,%d,%d", len(south), stores[0], stores[1])
	for _, row := range [...][]int{south, north} {
		for _, n := range row {
			if n == tuzdik {
				text += ",x"
				continue
			}
			total += n
			text += "," + strconv.Itoa(n)
		}
	}
	for _, v := range list {
		if int(v.Houses) != len(south) {
			continue
		}
		v, err := v.WithSize(len(south), total/(2*len(south)))
		if err != nil {
			return Reading{}, err
		}
		p, err := rules.ParsePosition(v.String() + " " + text + "> " + mover.String())
		if err != nil {
			return Reading{}, err
		}
		start, err := rules.Start(v)
		if err != nil {
			return Reading{}, err
		}
		g, last, err := follow(p, plies)
		return Reading{Game: g, HasGame: p == start, Last: last}, err
	}
	return Reading{}, rules.Refuse("notation.no-such-board", "no game with that notation has %d houses a side", len(south))
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
