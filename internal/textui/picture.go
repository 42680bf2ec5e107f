package textui

import (
	"strconv"
	"strings"

	"mancala/internal/words"
	"mancala/rules"
)

// style holds the parameters of the escape sequence for a look of text (SGR, ECMA-48), or "" for
// the terminal's own look. All styles are legible on dark and light screens: a text colour that
// would not be gets a background. No style is the only sign of its meaning.
type style string

const (
	plain    style = ""
	faint    style = "2"     // frames and headings
	strong   style = "1"     // a question, a choice, the winner
	lastPly  style = "4"     // the pits in which the last ply began and ended
	captured style = "30;42" // the houses that the last ply captured, and the store with the seeds
	playable style = "30;46" // the legal bowls
	refusal  style = "91"    // an invalid answer
	alarm    style = "30;43" // trouble with the other end
	squares  style = "97;40" // a QR code, whose light squares are light on every screen
)

// painter colours texts, if colours are on.
type painter bool

// paint returns the text in a style.
func (on painter) paint(look style, text string) string {
	if !on || look == plain || text == "" {
		return text
	}
	return "\x1b[" + string(look) + "m" + text + "\x1b[0m"
}

// all paints lines.
func (on painter) all(look style, lines ...string) []string {
	painted := make([]string, len(lines))
	for i, text := range lines {
		painted[i] = on.paint(look, text)
	}
	return painted
}

// lookOf returns the style of a pit in the position p after the ply last; zero means no ply.
func lookOf(pit rules.Pit, p rules.Position, last rules.Sowing) style {
	from := rules.Pit{Side: last.Mover, House: last.From}
	switch sown := last.Seeds > 0; {
	case last.Captured > 0 && (pit == rules.StoreOf(last.Mover) || last.Taken.Has(pit)):
		return captured
	case sown && (pit == from || pit == last.Last):
		return lastPly
	case !pit.IsStore() && pit.Side == p.ToMove() && p.Legal(pit.House) == nil:
		return strong
	}
	return plain
}

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

// houseOf returns the house of a side with a bowl's number, and whether there is one.
func houseOf(number int, side rules.Side, m int) (rules.House, bool) {
	low, high := bowls(side, m)
	if number < low || number > high {
		return 0, false
	}
	return rules.House(number - low + 1), true
}

// draw returns the picture with a cell for every pit.
func draw(m int, show func(rules.Pit) cell) picture {
	pic := picture{left: show(rules.StoreOf(rules.North)), right: show(rules.StoreOf(rules.South))}
	for h := rules.House(1); int(h) <= m; h++ {
		pic.bottom = append(pic.bottom, show(rules.Pit{Side: rules.South, House: h}))
		pic.top = append(pic.top, show(rules.Pit{Side: rules.North, House: rules.House(m) + 1 - h}))
	}
	return pic
}

// counts returns the picture of the seeds in every pit after the ply last; zero means no ply. A
// tuzdik is an x.
func counts(p rules.Position, last rules.Sowing) picture {
	return draw(int(p.Variant().Houses), func(pit rules.Pit) cell {
		text := strconv.Itoa(p.Seeds(pit))
		if _, owned := p.Board().Owner(pit); owned {
			text = "x"
		}
		return cell{text, lookOf(pit, p, last)}
	})
}

// choices returns the picture of the legal bowls, by their numbers. All other pits are dashes.
func choices(p rules.Position) picture {
	m := int(p.Variant().Houses)
	return draw(m, func(pit rules.Pit) cell {
		if pit.IsStore() || pit.Side != p.ToMove() || p.Legal(pit.House) != nil {
			return cell{"-", faint}
		}
		return cell{strconv.Itoa(bowl(pit.Side, pit.House, m)), playable}
	})
}

// width returns the number of columns of a number in these pictures.
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

// moveLines returns the drawing of the legal bowls.
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
