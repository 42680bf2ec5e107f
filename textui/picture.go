package textui

import (
	"strconv"
	"strings"

	"mancala/rules"
	"mancala/words"
)

// minWidth is the least width of a number in a picture, in columns.
const minWidth = 2

// rule is the line above and below the board.
const rule = "-----"

// cell is the content of a pit in a drawing of the board: a number or a dash.
type cell struct {
	text string
	look style
}

// picture is a drawing of the board, its rows from left to right.
type picture struct {
	top, bottom []cell
	left, right cell // the stores: Player 2's and Player 1's
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

// draw returns the picture that shows every pit as a cell.
func draw(m int, show func(rules.Pit) cell) picture {
	pic := picture{left: show(rules.StoreOf(rules.North)), right: show(rules.StoreOf(rules.South))}
	for h := rules.House(1); int(h) <= m; h++ {
		pic.bottom = append(pic.bottom, show(rules.Pit{Side: rules.South, House: h}))
		pic.top = append(pic.top, show(rules.Pit{Side: rules.North, House: rules.House(m) + 1 - h}))
	}
	return pic
}

// counts returns the picture of the seeds in every pit, with an x for a tuzdik, after the ply last,
// which is zero if there was none.
func counts(p rules.Position, last rules.Sowing) picture {
	return draw(int(p.Variant().Houses), func(pit rules.Pit) cell {
		text := strconv.Itoa(p.Seeds(pit))
		if _, owned := p.Board().Owner(pit); owned {
			text = "x"
		}
		return cell{text, lookOf(pit, p, last)}
	})
}

// choices returns the picture of the bowls that may be chosen, by their numbers; all other pits are
// dashes.
func choices(p rules.Position) picture {
	m := int(p.Variant().Houses)
	return draw(m, func(pit rules.Pit) cell {
		if pit.IsStore() || pit.Side != p.ToMove() || p.Legal(pit.House) != nil {
			return cell{"-", faint}
		}
		return cell{strconv.Itoa(bowl(pit.Side, pit.House, m)), playable}
	})
}

// width returns how many columns a number takes in these pictures.
func width(pics ...picture) int {
	w := minWidth
	for _, pic := range pics {
		for _, row := range [][]cell{pic.top, pic.bottom, {pic.left, pic.right}} {
			for _, c := range row {
				w = max(w, len(c.text))
			}
		}
	}
	return w
}

// lines returns the three lines of a picture whose numbers take w columns.
func (pic picture) lines(w int, on painter) []string {
	number := func(c cell) string { return strings.Repeat(" ", w-len(c.text)) + on.paint(c.look, c.text) }
	row := func(cells []cell) string {
		text := strings.Repeat(" ", w)
		for _, c := range cells {
			text += " " + number(c)
		}
		return text
	}
	m := len(pic.top)
	between := strings.Repeat(" ", m*w+m+1)
	return []string{row(pic.top), number(pic.left) + between + number(pic.right), row(pic.bottom)}
}

// boardLines returns the drawing of the board after the ply last.
func boardLines(p rules.Position, last rules.Sowing, on painter) []string {
	board := counts(p, last)
	lines := append(on.all(faint, rule, words.T("Current board:")), board.lines(width(board, choices(p)), on)...)
	return append(lines, on.paint(faint, rule), "")
}

// moveLines returns the drawing of the bowls that may be chosen.
func moveLines(p rules.Position, on painter) []string {
	pic := choices(p)
	lines := append(on.all(faint, words.T("Select a move:")), pic.lines(width(counts(p, rules.Sowing{}), pic), on)...)
	return append(lines, "")
}

// prompt returns the question for a ply.
func prompt(p rules.Position, who [2]string) string {
	low, high := bowls(p.ToMove(), int(p.Variant().Houses))
	return words.T("%s -- from %d to %d: ", who[p.ToMove()], low, high)
}
