package notation

import (
	"strconv"
	"strings"

	"mancala/rules"
)

// readPlayStrategy reads plies as PlayStrategy writes them, as in "e1f2": the house sown and the
// house of the last seed. Each is its column as South sees it, and its row, 1 for South.
func readPlayStrategy(named []rules.Variant, tokens []string) (r Reading, known bool, err error) {
	if !squares(tokens) {
		return r, false, nil
	}
	list := candidates(named, isRing)
	if len(list) == 0 {
		return r, false, nil
	}
	r, err = judge(list, func(v rules.Variant) []ply { return squarePlies(tokens, int(v.Houses)) })
	return r, true, err
}

// squares reports whether there are words and each is two squares.
func squares(tokens []string) bool {
	for _, t := range tokens {
		if len(t) != 4 || !square(t[:2]) || !square(t[2:]) {
			return false
		}
	}
	return len(tokens) > 0
}

func square(text string) bool {
	return text[0] >= 'a' && text[0] <= 'j' && (text[1] == '1' || text[1] == '2')
}

// squarePlies returns the plies of a board of m houses a side.
func squarePlies(tokens []string, m int) (plies []ply) {
	for _, t := range tokens {
		from, last := pitOf(t[:2], m), pitOf(t[2:], m)
		plies = append(plies, ply{t, from.House, func(s rules.Sowing) bool { return s.Mover == from.Side && s.Last == last }})
	}
	return plies
}

// pitOf returns the house of a square; house 0 if the board has no such column.
func pitOf(text string, m int) rules.Pit {
	column := int(text[0]-'a') + 1
	switch {
	case column > m:
		return rules.Pit{}
	case text[1] == '1':
		return rules.Pit{Side: rules.South, House: rules.House(column)}
	}
	return rules.Pit{Side: rules.North, House: rules.House(m + 1 - column)}
}

// squareOf is the inverse of pitOf.
func squareOf(p rules.Pit, m int) string {
	if p.Side == rules.South {
		return string(rune('a'+p.House-1)) + "1"
	}
	return string(rune('a'+m-int(p.House))) + "2"
}

func writePlayStrategy(g rules.Game, sowings []rules.Sowing) string {
	var plies []string
	m := int(g.Variant.Houses)
	for _, s := range sowings {
		plies = append(plies, squareOf(rules.Pit{Side: s.Mover, House: s.From}, m)+squareOf(s.Last, m))
	}
	return strings.Join(plies, " ")
}

// readFEN reads a board as PlayStrategy writes it, with plies behind it. First come the rows of
// North and South as South sees them: for each house its seeds and an S, or a number of empty
// houses. Then come the stores of South and North, the side to move, and perhaps the number of the
// turn.
func readFEN(named []rules.Variant, tokens []string) (r Reading, known bool, err error) {
	if len(tokens) < 4 || tokens[3] != "S" && tokens[3] != "N" {
		return r, false, nil
	}
	upper, lower, ok := strings.Cut(tokens[0], "/")
	north, ok1 := row(upper)
	south, ok2 := row(lower)
	var stores [2]int
	for i := range stores {
		if stores[i], err = strconv.Atoi(tokens[1+i]); err != nil || stores[i] < 0 || stores[i] > maxSeeds {
			return r, false, nil
		}
	}
	if !ok || !ok1 || !ok2 || len(north) != len(south) || len(south) == 0 {
		return r, false, nil
	}
	for i, j := 0, len(north)-1; i < j; i, j = i+1, j-1 {
		north[i], north[j] = north[j], north[i]
	}
	mover, rest := rules.South, tokens[4:]
	if tokens[3] == "N" {
		mover = rules.North
	}
	if len(rest) > 0 && strings.Trim(rest[0], "0123456789") == "" {
		rest = rest[1:]
	}
	if len(rest) > 0 && !squares(rest) {
		return r, true, rules.Refuse("notation.squares", "the plies after that board are not written as in e1f2")
	}
	r, err = fromBoard(candidates(named, isRing), south, north, stores, mover, squarePlies(rest, len(south)))
	return r, true, err
}

// row reads a row of a board, from the left.
func row(text string) (counts []int, ok bool) {
	for part := range strings.SplitSeq(strings.ToUpper(text), ",") {
		number, seeds := strings.CutSuffix(part, "S")
		n, err := strconv.Atoi(number)
		switch {
		case part == "T":
			counts = append(counts, tuzdik)
		case err != nil || n < 0 || n > maxSeeds || len(counts) > rules.MaxHouses:
			return nil, false
		case seeds:
			counts = append(counts, n)
		case n > rules.MaxHouses:
			return nil, false
		default:
			counts = append(counts, make([]int, n)...)
		}
	}
	return counts, len(counts) <= rules.MaxHouses
}

// writeFEN is the inverse of readFEN for a board. It writes each board as if before a first turn.
func writeFEN(p rules.Position) string {
	m := int(p.Variant().Houses)
	var north, south []rules.Pit
	for i := range m {
		north = append(north, rules.Pit{Side: rules.North, House: rules.House(m - i)})
		south = append(south, rules.Pit{Side: rules.South, House: rules.House(i + 1)})
	}
	return writeRow(p, north) + "/" + writeRow(p, south) + " " + strconv.Itoa(p.Store(rules.South)) + " " +
		strconv.Itoa(p.Store(rules.North)) + " " + mover(p) + " 1"
}

// writeRow is the inverse of row.
func writeRow(p rules.Position, pits []rules.Pit) string {
	var parts []string
	empty, board := 0, p.Board()
	for i, pit := range pits {
		n, won := board.House[pit.Side][pit.House-1], board.Tuzdik[pit.Side.Opponent()] == pit.House
		if n == 0 && !won {
			empty++
		}
		if empty > 0 && (n > 0 || won || i == len(pits)-1) {
			parts = append(parts, strconv.Itoa(empty))
			empty = 0
		}
		switch {
		case won:
			parts = append(parts, "t")
		case n > 0:
			parts = append(parts, strconv.Itoa(int(n))+"S")
		}
	}
	return strings.Join(parts, ",")
}
