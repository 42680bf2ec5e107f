package review

import (
	"fmt"
	"strconv"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// Dimensions of the review, in units.
const (
	sumRow       = 23 // a row of the summary
	sumHeight    = 7*sumRow + 20
	sheetHeight  = 28 + 2*27 + 2*sheetPadding
	sheetPadding = 12
)

// measures are the dimensions that depend on the height of the window.
type measures struct {
	margin, top, gap, graph float64
	names                   bool // there is room for names above and below the board
	narrow                  bool // everything is in one column
}

func measure(area render.Rect) measures {
	if page.Narrow(area) {
		return measures{margin: 20, top: 76, gap: 10, graph: 92, names: true, narrow: true}
	}
	if area.H < 640 {
		return measures{margin: 18, top: 48, gap: 10, graph: 92}
	}
	return measures{margin: 24, top: 56, gap: 14, graph: 124, names: true}
}

// Layout places the board with the rating and the graph at the left, the plies and the summary at
// the right, and the buttons at the bottom.
func (s *Screen) Layout(_ *render.Canvas, area render.Rect) {
	m := measure(area)
	s.narrow = m.narrow
	var middle, left, row render.Rect
	s.top, middle = area.CutTop(m.top)
	row, middle = middle.CutBottom(buttonsHeight(middle.W-2*m.margin, m.gap) + m.gap + m.margin/2)
	middle = render.Rect{X: middle.X + m.margin, Y: middle.Y, W: middle.W - 2*m.margin, H: middle.H}
	s.layoutButtons(render.Rect{X: middle.X, Y: row.Y + m.gap, W: middle.W, H: kit.ControlHeight}, m.gap)
	if m.narrow {
		s.layoutNarrow(middle, m)
		return
	}
	s.side, left = middle.CutRight(max(288, min(0.27*middle.W, 340)))
	left.W -= m.margin
	var graph, rest render.Rect
	graph, rest = left.CutBottom(m.graph)
	_, rest = rest.CutBottom(m.gap)
	s.sheet, rest = rest.CutBottom(sheetHeight)
	_, rest = rest.CutBottom(m.gap)
	s.graph.SetBounds(graph)
	s.board.place(rest, m.names)
	inner := s.side.Inset(sheetPadding)
	s.sums, inner = inner.CutBottom(sumHeight)
	_, inner = inner.CutBottom(sheetPadding)
	s.list.SetBounds(inner)
}

// layoutNarrow places the board at the top and everything else below it, the plies beside the
// summary.
func (s *Screen) layoutNarrow(middle render.Rect, m measures) {
	board, rest := middle.CutTop(min(0.38*middle.H, 0.62*middle.W))
	s.board.place(board, m.names)
	_, rest = rest.CutTop(m.gap)
	s.sheet, rest = rest.CutTop(sheetHeight)
	_, rest = rest.CutTop(m.gap)
	graph, rest := rest.CutTop(m.graph)
	s.graph.SetBounds(graph)
	_, s.side = rest.CutTop(m.gap)
	halves := kit.EqualRow(s.side.Inset(sheetPadding), 2*sheetPadding, 2)
	s.list.SetBounds(halves[0])
	s.sums = halves[1]
}

// oneRow is the least inner width of a window that holds all buttons in one row.
const oneRow = 852

// buttonsHeight returns the height of the buttons in a window with the given inner width.
func buttonsHeight(width, gap float64) float64 {
	if width < oneRow {
		return 2*kit.ControlHeight + gap
	}
	return kit.ControlHeight
}

// layoutButtons places the step buttons at the left and the others at the right or, in a narrow
// window, in a row of their own.
func (s *Screen) layoutButtons(r render.Rect, between float64) {
	const gap, mistake, playOn, back = 8, 160, 194, 92
	steps := []*kit.Button{s.first, s.previous, s.next, s.last, s.nextMistake}
	more := stepRoom(r.W - oneRow)
	if r.W < oneRow {
		placeAll(kit.Row(r, gap, 80, 110, 80, 80, 0), steps...)
		r.Y += kit.ControlHeight + between
		placeAll(kit.Row(r, gap, 0, playOn, back)[1:], s.playOn, s.back)
		return
	}
	row := kit.Row(r, gap, 80+more, 110+more, 80+more, 80+more, mistake, 0, playOn, back)
	placeAll(row, steps...)
	placeAll(row[6:], s.playOn, s.back)
}

func placeAll(places []render.Rect, buttons ...*kit.Button) {
	for i, b := range buttons {
		b.SetBounds(places[i])
	}
}

// stepRoom returns the extra width of the step buttons, given the free width of their row.
func stepRoom(free float64) float64 { return max(0, min(free/4, 24)) }

// Draw draws the review.
func (s *Screen) Draw(c *render.Canvas) {
	s.drawTop(c)
	page.DrawPanel(c, s.sheet)
	s.drawSheet(c, s.sheet.Inset(sheetPadding))
	page.DrawPanel(c, s.side)
	s.drawSums(c)
	s.Controls.Draw(c)
}

// drawTop draws the heading, the players and rules, and the progress of the judge.
func (s *Screen) drawTop(c *render.Canvas) {
	y := s.top.Center().Y + 2
	x := s.graph.bounds.X
	if s.narrow {
		y = s.top.Y + 30
	}
	heading := words.T("Review")
	c.Text(heading, render.Point{X: x, Y: y}, render.Heading)
	left := x
	x += c.TextWidth(heading, render.Heading) + 20
	progress, style := s.progressWords(), render.Caption.Aligned(render.Right)
	if s.stuck != "" {
		progress, style = s.stuck, style.In(render.Warn)
	}
	right := min(s.side.Right(), s.top.Right()-kit.CornerRoom)
	progress = c.Fit(progress, right-x, style)
	c.Text(progress, render.Point{X: right, Y: y}, style)
	right -= c.TextWidth(progress, style) + 14
	if done, all := s.review.Progress(); s.stuck == "" && done < all {
		const width, height = 130, 8
		bar := render.Rect{X: right - width, Y: y - height/2, W: width, H: height}
		c.FillRect(bar, height/2, render.PanelRaised)
		bar.W *= float64(done) / float64(all)
		c.FillRect(bar, height/2, render.Gold)
		right -= width + 14
	}
	if s.narrow {
		x, y, right = left, y+32, s.side.Right()
	}
	title := words.T("%s against %s, %s", s.names[0], s.names[1], page.DescribeVariant(s.review.Position(0).Variant()))
	c.Text(c.Fit(title, right-x, render.Caption), render.Point{X: x, Y: y + 2}, render.Caption)
}

// markColours are the colours of marks; they are always used with a word.
var markColours = [...]render.Role{
	match.Unmarked: render.InkDim, match.Forced: render.InkDim, match.Best: render.InkSoft, match.Good: render.InkSoft,
	match.Inaccuracy: render.Inaccuracy, match.Mistake: render.Mistake,
	match.Blunder: render.Blunder,
}

// drawSheet describes the ply shown and its rating.
func (s *Screen) drawSheet(c *render.Canvas, r render.Rect) {
	line, rest := r.CutTop(28)
	room := line.W
	if a := s.shown(); a.Mark != match.Unmarked {
		style := render.Strong.Aligned(render.Right).In(markColours[a.Mark])
		word := words.Mark(a.Mark)
		if sign := a.Mark.Sign(); sign != "" {
			word = sign + "  " + word
		}
		room -= drawMark(c, word, a.Mark, render.Point{X: line.Right(), Y: line.Center().Y}, style) + 20
	}
	headline, strong := s.headline(), render.Strong
	if c.TextWidth(headline, strong) > room {
		strong = strong.Sized(0.8 * strong.Size)
	}
	c.Text(c.Fit(headline, room, strong), render.Point{X: line.X, Y: line.Center().Y}, strong)
	said := kit.DrawText(c, s.judgmentWords(), rest, render.Body)
	if _, rest = rest.CutTop(said); rest.H > 20 { // a sentence of two lines includes the values
		kit.DrawText(c, s.valueWords(), rest, render.Caption)
	}
}

// tagPad is the padding of a mark drawn as a filled tag.
const tagPad = 7

// markWidth returns the width of a mark.
func markWidth(c *render.Canvas, word string, mark match.Mark, style render.TextStyle) float64 {
	width := c.TextWidth(word, style)
	if mark == match.Blunder {
		width += 2 * tagPad
	}
	return width
}

// drawMark draws a mark whose right end is at a point, and returns its width. A blunder is a filled
// tag, so that the worst mark stands out without colours too.
func drawMark(c *render.Canvas, word string, mark match.Mark, right render.Point, style render.TextStyle) float64 {
	width := markWidth(c, word, mark, style)
	if mark != match.Blunder {
		c.Text(word, right, style)
		return width
	}
	const height = 22
	c.FillRect(render.Rect{X: right.X - width, Y: right.Y - height/2, W: width, H: height}, 6, render.Blunder)
	c.Text(word, render.Point{X: right.X - tagPad, Y: right.Y}, style.In(render.InkOnGold))
	return width
}

// drawRow draws a ply of the list: its number, player and house, and its mark.
func (s *Screen) drawRow(c *render.Canvas, r render.Rect, i int) {
	y := r.Center().Y
	const number, gap, size = 34, 10, 16
	style := render.Body.Sized(size)
	if i != s.at {
		style = style.In(render.InkSoft)
	}
	if i >= s.review.Plies() {
		c.Text(c.Fit(s.endWords(), r.W-number-gap, style), render.Point{X: r.X + number + gap, Y: y}, style)
		return
	}
	c.Text(strconv.Itoa(i+1), render.Point{X: r.X + number, Y: y}, style.In(render.InkDim).Aligned(render.Right))
	a, _ := s.review.Assess(i + 1)
	marked := render.Caption.In(markColours[a.Mark]).Aligned(render.Right)
	left, house, name := r.X+number+gap, ": "+page.PlyName(a.House), s.mover(i+1)
	room := r.Right() - 8 - gap - left - c.TextWidth(house, style)
	mark := rowMark(a, words.Mark(a.Mark))
	if sign := a.Mark.Sign(); sign != "" && c.TextWidth(name, style) > room-markWidth(c, mark, a.Mark, marked) {
		mark = rowMark(a, sign)
	}
	width := drawMark(c, mark, a.Mark, render.Point{X: r.Right() - 8, Y: y}, marked)
	c.Text(c.Fit(name, room-width, style)+house, render.Point{X: left, Y: y}, style)
}

// rowMark returns a mark followed by its cost, as short as possible.
func rowMark(a match.Assessment, mark string) string {
	switch {
	case a.Mark == match.Unmarked:
		return "..."
	case a.Mark == match.Forced:
		return words.T("only")
	case a.Cost == 0:
		return mark
	case a.Exact:
		return mark + " " + strconv.Itoa(a.Cost)
	}
	return mark + " ~" + strconv.Itoa(a.Cost)
}

// drawSums draws a summary of how well both have played.
func (s *Screen) drawSums(c *render.Canvas) {
	c.FillRect(render.Rect{X: s.sums.X, Y: s.sums.Y, W: s.sums.W, H: 1}, 0, render.Line)
	r := s.sums.Inset(6)
	r.Y, r.H = s.sums.Y+12, sumRow
	sums := [...]match.Summary{s.review.Summary(rules.South), s.review.Summary(rules.North)}
	cells := func(label string, south, north string, style render.TextStyle) {
		column := min(92, 0.31*r.W)
		y := r.Center().Y
		c.Text(label, render.Point{X: r.X, Y: y}, render.Caption)
		style = style.Aligned(render.Right)
		c.Text(c.Fit(north, column-8, style), render.Point{X: r.Right(), Y: y}, style)
		c.Text(c.Fit(south, column-8, style), render.Point{X: r.Right() - column, Y: y}, style)
		r.Y += sumRow
	}
	cells("", s.names[0], s.names[1], render.Strong.Sized(16))
	number := render.Caption.In(render.Ink)
	labels := [...]string{
		match.Best: words.T("Best moves"), match.Good: words.T("Good moves"), match.Inaccuracy: words.T("Inaccuracies"),
		match.Mistake: words.T("Mistakes"), match.Blunder: words.T("Blunders"),
	}
	for m := match.Best; m <= match.Blunder; m++ {
		cells(labels[m], strconv.Itoa(sums[0].Marks[m]), strconv.Itoa(sums[1].Marks[m]), number)
	}
	cells(words.T("Mean cost"), fmt.Sprintf("%.1f", sums[0].MeanCost()), fmt.Sprintf("%.1f", sums[1].MeanCost()), number)
}
