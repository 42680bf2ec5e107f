package textui

import (
	"fmt"
	"strconv"
	"strings"

	"mancala/rules"
	"mancala/words"
)

// minWidth is the least width of a number in a picture, in columns.
const minWidth = 2

// rule is the line above and below the board.
const rule = "-----"

// picture is the content of the pits in a drawing of the board: numbers or dashes, from left to
// right.
type picture struct {
	top, bottom []string
	left, right string // the stores: Player 2's and Player 1's
}

// bowl returns the number of a house on a board of m houses a side.
func bowl(side rules.Side, h rules.House, m int) int {
	if side == rules.South {
		return int(h)
	}
	return m + 1 + int(h)
}

// bowls returns the lowest and the highest number of a side's bowls.
func bowls(side rules.Side, m int) (low, high int) {
	return bowl(side, 1, m), bowl(side, rules.House(m), m)
}

// houseOf returns the house of a side that has a bowl's number, and whether there is one.
func houseOf(number int, side rules.Side, m int) (rules.House, bool) {
	low, high := bowls(side, m)
	if number < low || number > high {
		return 0, false
	}
	return rules.House(number - low + 1), true
}

// draw returns the picture in which every pit shows what text says about it.
func draw(m int, text func(rules.Pit) string) picture {
	pic := picture{left: text(rules.StoreOf(rules.North)), right: text(rules.StoreOf(rules.South))}
	for h := rules.House(1); int(h) <= m; h++ {
		pic.bottom = append(pic.bottom, text(rules.Pit{Side: rules.South, House: h}))
		pic.top = append(pic.top, text(rules.Pit{Side: rules.North, House: rules.House(m) + 1 - h}))
	}
	return pic
}

// counts returns the picture of the seeds in every pit.
func counts(p rules.Position) picture {
	return draw(int(p.Variant().Houses), func(pit rules.Pit) string { return strconv.Itoa(p.Seeds(pit)) })
}

// choices returns the picture of the bowls that may be chosen, by their numbers; all other pits are
// dashes.
func choices(p rules.Position) picture {
	m := int(p.Variant().Houses)
	return draw(m, func(pit rules.Pit) string {
		if pit.IsStore() || pit.Side != p.ToMove() || p.Legal(pit.House) != nil {
			return "-"
		}
		return strconv.Itoa(bowl(pit.Side, pit.House, m))
	})
}

// width returns how many columns a number takes in these pictures.
func width(pics ...picture) int {
	w := minWidth
	for _, pic := range pics {
		for _, row := range [][]string{pic.top, pic.bottom, {pic.left, pic.right}} {
			for _, cell := range row {
				w = max(w, len(cell))
			}
		}
	}
	return w
}

// lines returns the three lines of a picture whose numbers take w columns.
func (pic picture) lines(w int) []string {
	row := func(cells []string) string {
		text := strings.Repeat(" ", w)
		for _, cell := range cells {
			text += fmt.Sprintf(" %*s", w, cell)
		}
		return text
	}
	m := len(pic.top)
	between := strings.Repeat(" ", m*w+m+1)
	return []string{row(pic.top), fmt.Sprintf("%*s%s%*s", w, pic.left, between, w, pic.right), row(pic.bottom)}
}

// boardLines returns the board as it is shown before every ply and at the end.
func boardLines(p rules.Position) []string {
	board := counts(p)
	lines := append([]string{rule, words.T("Current board:")}, board.lines(width(board, choices(p)))...)
	return append(lines, rule, "")
}

// moveLines returns the picture of the bowls that may be chosen, as it is shown before the
// question.
func moveLines(p rules.Position) []string {
	pic := choices(p)
	return append(append([]string{words.T("Select a move:")}, pic.lines(width(counts(p), pic))...), "")
}

// prompt returns the question for a ply.
func prompt(p rules.Position, who [2]string) string {
	low, high := bowls(p.ToMove(), int(p.Variant().Houses))
	return words.T("%s -- from %d to %d: ", who[p.ToMove()], low, high)
}
