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
	sumRow      = 21 // a row of the summary
	sumHeight   = 7*sumRow + 20
	sheetHeight = 28 + 2*27
	tallSheet   = 28 + 5*27 // in a narrow column
	lowGraph    = 72
	highGraph   = 124
)

// compose returns the board, the rating of the ply and the graph, and beside them the plies and the
// summary.
func (s *Screen) compose(g page.Grid) page.Sheet {
	if s.graphHeight = highGraph; g.Low {
		s.graphHeight = lowGraph
	}
	left := &kit.Stack{Gap: g.Gap() * 0.7, Parts: []kit.Part{kit.Put(s.board)}}
	rating := &kit.Picture{Least: sheetHeight, Most: sheetHeight, Paint: s.drawSheet}
	sums := &kit.Picture{Least: sumHeight, Most: sumHeight, Paint: s.drawSums}
	side := kit.OnPanel(kit.Rows(kit.Put(s.list), sums))
	switch {
	case g.Upright:
		side = kit.OnPanel(kit.Split(1, kit.Sized(sumHeight, sumHeight, kit.Put(s.list)), 1, sums))
		left.Parts = append(left.Parts, kit.OnPanel(rating))
	case g.Low:
		left.Parts = append(left.Parts, kit.OnPanel(rating))
	default:
		rating.Least, rating.Most = tallSheet, tallSheet
		side = kit.OnPanel(kit.Rows(rating, kit.Put(s.list), sums))
	}
	left.Parts = append(left.Parts, kit.Put(s.graph))
	return page.Sheet{
		Title: words.T("Review"), Aside: &kit.Picture{Paint: s.paintProgress}, Content: g.Pair(8, left, 4, side),
		Before: []*kit.Button{s.first, s.previous, s.next, s.last}, Actions: []*kit.Button{s.back, s.playOn, s.nextMistake},
	}
}

// paintProgress draws the players and rules, and the progress of the judge until it is done.
func (s *Screen) paintProgress(c *render.Canvas, r render.Rect) {
	about := render.Caption.Aligned(render.Right)
	title := words.T("%s against %s, %s", s.names[0], s.names[1], page.ShortVariant(s.review.Position(0).Variant()))
	top, low := r.CutTop(r.H / 2)
	c.Text(c.Fit(title, r.W, about), render.Point{X: r.Right(), Y: top.Center().Y}, about)
	progress, style := s.progressWords(), about
	if s.stuck != "" {
		progress, style = s.stuck, about.In(render.Warn)
	}
	at := render.Point{X: r.Right(), Y: low.Center().Y}
	progress = c.Fit(progress, r.W, style)
	c.Text(progress, at, style)
	if done, all := s.review.Progress(); s.stuck == "" && done < all {
		const width, height = 110, 8
		bar := render.Rect{X: at.X - c.TextWidth(progress, style) - 14 - width, Y: at.Y - height/2, W: width, H: height}
		c.FillRect(bar, height/2, render.PanelRaised)
		bar.W *= float64(done) / float64(all)
		c.FillRect(bar, height/2, render.InkSoft)
	}
}

// markColours are the colours of marks. A word is always beside them.
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
	for c.TextWidth(headline, strong) > room && strong.Size > smallest {
		strong = strong.Sized(strong.Size - 1)
	}
	c.Text(c.Fit(headline, room, strong), render.Point{X: line.X, Y: line.Center().Y}, strong)
	said := kit.DrawText(c, s.judgmentWords(), rest, render.Body)
	_, rest = rest.CutTop(said)
	if values := s.valueWords(); kit.TextHeight(c, values, rest.W, render.Caption) <= rest.H+0.01 { // a long sentence includes them
		kit.DrawText(c, values, rest, render.Caption)
	}
}

// smallest is the least size of the headline.
const smallest = 11

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

// drawMark draws a mark with its right end at a point, and returns its width. A blunder is a filled
// tag, so that the worst mark stands out without colours, too.
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
	const number, gap = 34, 10
	style := render.Note
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
	left, house := r.X+number+gap+playerRoom, page.PlyName(a.House)
	mark := rowMark(a, words.Mark(a.Mark))
	if sign := a.Mark.Sign(); sign != "" && c.TextWidth(house, style) > r.Right()-8-gap-left-markWidth(c, mark, a.Mark, marked) {
		mark = rowMark(a, sign)
	}
	drawMark(c, mark, a.Mark, render.Point{X: r.Right() - 8, Y: y}, marked)
	_, sowing := s.review.Ply(i + 1)
	drawPlayer(c, render.Point{X: left - playerRoom + 6, Y: y}, sowing.Mover == rules.South, style.Color)
	c.Text(house, render.Point{X: left, Y: y}, style)
}

// playerRoom is the width of the sign of the player in a row of the list.
const playerRoom = 22

// rowMark returns a mark followed by its cost, as short as possible.
func rowMark(a match.Assessment, mark string) string {
	switch {
	case a.Mark == match.Unmarked:
		return "..."
	case a.Mark == match.Forced || a.Cost == 0:
		return mark
	case a.Exact:
		return mark + " " + strconv.Itoa(a.Cost)
	}
	return mark + " ~" + strconv.Itoa(a.Cost)
}

// drawSums draws a summary of the play of both.
func (s *Screen) drawSums(c *render.Canvas, place render.Rect) {
	c.FillRect(render.Rect{X: place.X, Y: place.Y, W: place.W, H: 1}, 0, render.Line)
	r := place.Inset(6)
	r.Y, r.H = place.Y+12, sumRow
	sums := [...]match.Summary{s.review.Summary(rules.South), s.review.Summary(rules.North)}
	column := min(92, 0.31*r.W)
	cells := func(label string, south, north string, style render.TextStyle) {
		y := r.Center().Y
		c.Text(label, render.Point{X: r.X, Y: y}, render.Caption)
		style = style.Aligned(render.Right)
		c.Text(c.Fit(north, column-8, style), render.Point{X: r.Right(), Y: y}, style)
		c.Text(c.Fit(south, column-8, style), render.Point{X: r.Right() - column, Y: y}, style)
		r.Y += sumRow
	}
	for i, name := range s.names {
		right := r.Right() - column*float64(1-i)
		style := render.Note.Aligned(render.Right)
		name = c.Fit(name, column-8-playerRoom, style)
		c.Text(name, render.Point{X: right, Y: r.Center().Y}, style)
		drawPlayer(c, render.Point{X: right - c.TextWidth(name, style) - 12, Y: r.Center().Y}, i == 0, render.Ink)
	}
	r.Y += sumRow
	number := render.Note
	labels := [...]string{
		match.Best: words.T("Best moves"), match.Good: words.T("Good moves"), match.Inaccuracy: words.T("Inaccuracies"),
		match.Mistake: words.T("Mistakes"), match.Blunder: words.T("Blunders"),
	}
	for m := match.Best; m <= match.Blunder; m++ {
		cells(labels[m], strconv.Itoa(sums[0].Marks[m]), strconv.Itoa(sums[1].Marks[m]), number)
	}
	cells(words.T("Mean cost"), fmt.Sprintf("%.1f", sums[0].MeanCost()), fmt.Sprintf("%.1f", sums[1].MeanCost()), number)
}
