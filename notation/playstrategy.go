package notation

import (
	"slices"
	"strconv"
	"strings"

	"mancala/rules"
)

// isRing reports whether a game has squares for PlayStrategy.
func isRing(v rules.Variant) bool { return isTogyz(v) || isOware(v) }

// squaresPly reads a ply as PlayStrategy writes it, as in "e1f2": the house sown and the house of
// the last seed. Each is its column as South sees it, and its row, 1 for South.
func squaresPly(list []ply, t *token, v rules.Variant) ([]ply, bool) {
	if len(t.word) != 4 || !square(t.word[:2]) || !square(t.word[2:]) || t.total != none {
		return list, false
	}
	from, last := pitOf(t.word[:2], int(v.Houses)), pitOf(t.word[2:], int(v.Houses))
	sides := [2]int8{int8(from.Side) + 1, int8(last.Side) + 1}
	return append(list, ply{at: t, house: from.House, last: last.House, side: sides, total: none}), true
}

func square(text string) bool {
	return text[0] >= 'a' && text[0] <= 'j' && (text[1] == '1' || text[1] == '2')
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

// squaresBoard reads a board as PlayStrategy writes it. First come the rows of North and South as
// South sees them: for each house its seeds and an S, or a number of empty houses. Then come the
// stores of South and North, the side to move, and perhaps the number of the turn.
func squaresBoard(words []token) (b board, n int, ok bool) {
	if len(words) < 4 || movers[words[3].word] == "" {
		return b, 0, false
	}
	upper, lower, ok := strings.Cut(words[0].word, "/")
	north, south := row(upper), row(lower)
	slices.Reverse(north)
	b = board{append(south, north...), []string{words[1].word, words[2].word}, movers[words[3].word], true}
	if n = 4; len(words) > 4 && number(words[4].word) >= 0 {
		n = 5
	}
	return b, n, ok && len(north) == len(south) && len(south) > 0
}

// row reads a row of a board, from the left. It is empty if that is impossible.
func row(text string) (counts []string) {
	for part := range strings.SplitSeq(strings.ToUpper(text), ",") {
		seeds, many := strings.CutSuffix(part, "S")
		switch n := number(seeds); {
		case part == "T":
			counts = append(counts, "x")
		case n < 0 || len(counts) > rules.MaxHouses || !many && n > rules.MaxHouses:
			return nil
		case many:
			counts = append(counts, seeds)
		default:
			counts = append(counts, slices.Repeat([]string{"0"}, n)...)
		}
	}
	return counts
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
