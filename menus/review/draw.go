package review

import (
	"fmt"
	"strconv"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// Dimensions of the review, in units.
const (
	sumRow     = 21 // a row of the summary
	headHeight = 28 // the line about a ply
	lowText    = 2 * 27
	tallText   = 5 * 27 // in a narrow column
	lowGraph   = 72
	highGraph  = 124
	fewRows    = 3 // of the list, in a narrow window
)

// compose returns the board, the rating of the ply and the graph, and beside them the plies and the
// summary.
func (s *Screen) compose(g page.Grid) page.Sheet {
	if s.graphHeight = highGraph; g.Low || g.Narrow {
		s.graphHeight = lowGraph
	}
	wide, lines := 8, float64(lowText)
	if g.Tight {
		wide, lines = 7, tallText
	}
	left := &kit.Stack{Gap: g.Gap() * 0.7, Parts: []kit.Part{kit.Put(s.board)}}
	text := kit.Painted(lines, s.paintText)
	rating := &kit.Stack{Parts: []kit.Part{kit.Painted(headHeight, s.paintHead), text}}
	sums := s.sums()
	side := kit.OnPanel(kit.Rows(kit.Put(s.list), sums))
	switch {
	case g.Narrow:
		side = kit.OnPanel(kit.Rows(kit.Sized(fewRows*listRow, kit.Endless, kit.Put(s.list)), sums))
		left.Parts = append(left.Parts, kit.OnPanel(rating))
	case g.Upright:
		high := sums.Extent(s.Canvas, 0).Least
		side = kit.OnPanel(kit.Split(1, kit.Sized(high, high, kit.Put(s.list)), 1, sums))
		left.Parts = append(left.Parts, kit.OnPanel(rating))
	case g.Low:
		left.Parts = append(left.Parts, kit.OnPanel(rating))
	default:
		text.Least = tallText
		side = kit.OnPanel(kit.Rows(rating, kit.Put(s.list), sums))
	}
	left.Parts = append(left.Parts, kit.Put(s.graph))
	about := words.T("%s against %s, %s", s.name(s.own), s.name(s.own.Opponent()), page.ShortVariant(s.review.Position(0).Variant()))
	return page.Sheet{
		Title: words.T("Review"), Aside: &kit.Stack{Parts: []kit.Part{page.BesideTitle(render.Caption, func() string { return about }), &kit.Picture{Most: kit.Endless, Paint: s.paintProgress}}},
		Content: g.Pair(wide, left, 12-wide, side),
		Before:  []*kit.Button{s.first, s.previous, s.next, s.last, s.why}, Actions: []*kit.Button{s.back, s.send, s.playOn, s.nextMistake},
	}
}

// aside is the style of the words beside the title.
var aside = render.Caption.Aligned(render.Right)

// paintProgress draws the progress of the judge, with a bar until it is done if it has room.
func (s *Screen) paintProgress(c *render.Canvas, r render.Rect) {
	if stuck := s.stuck(); stuck != "" {
		kit.DrawLine(c, stuck, r, aside.In(render.Warn))
		return
	}
	const width, height, gap = 110, 8, 14
	text := s.progressWords()
	style := kit.Shrunk(c, text, r.W, smallest, aside)
	kit.DrawLine(c, text, r, style)
	free, _ := r.CutLeft(r.W - c.TextWidth(text, style) - gap)
	if done, all := s.review.Progress(); done < all && free.W >= width {
		bar, _ := free.CutRight(width)
		bar = bar.Centered(width, height)
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

// paintHead draws the ply shown and its mark.
func (s *Screen) paintHead(c *render.Canvas, r render.Rect) {
	if a := s.shown(); a.Mark != match.Unmarked {
		word := words.Mark(a.Mark)
		if sign := a.Mark.Sign(); sign != "" {
			word = sign + "  " + word
		}
		r = kit.Row(r, 20, 0, drawMark(c, word, a.Mark, r, render.Strong))[0]
	}
	headline := s.headline()
	kit.DrawLine(c, headline, r, kit.Shrunk(c, headline, r.W, smallest, render.Strong))
}

// smallest is the least size of the headline and of the words about the progress.
const smallest = 11

// paintText draws the story that was asked for or, without one, the rating of the ply shown and, if
// they fit, the values around it. A long rating includes them.
func (s *Screen) paintText(c *render.Canvas, r render.Rect) {
	if story := s.ply.Story(); story != "" {
		kit.DrawText(c, story, r, render.Body)
		return
	}
	_, r = r.CutTop(kit.DrawText(c, s.judgmentWords(), r, render.Body))
	if values := s.valueWords(); kit.TextHeight(c, values, r.W, render.Caption) <= r.H+0.01 {
		kit.DrawText(c, values, r, render.Caption)
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

// drawMark draws a mark at the right end of r, and returns its width. A blunder is a filled tag, so
// that the worst mark stands out without colours, too.
func drawMark(c *render.Canvas, word string, mark match.Mark, r render.Rect, style render.TextStyle) float64 {
	width := markWidth(c, word, mark, style)
	style = style.Aligned(render.Right).In(markColours[mark])
	if mark == match.Blunder {
		const height = 22
		r = kit.Row(r, 0, 0, width)[1].Centered(width, height)
		c.FillRect(r, 6, render.Blunder)
		style, r.W = style.In(render.InkOnGold), r.W-tagPad
	}
	kit.DrawLine(c, word, r, style)
	return width
}

// row returns a row of the list: a ply and its mark, or the end.
func (s *Screen) row(i int) row {
	if i >= s.review.Plies() {
		return row{texts: [][2]string{{s.endWords(), ""}}}
	}
	a, _ := s.review.Assess(i + 1)
	house := page.PlyName(a.House)
	one := row{ply: i + 1, mark: a.Mark, texts: [][2]string{{house, rowMark(a, words.Mark(a.Mark))}}}
	if sign := a.Mark.Sign(); sign != "" {
		one.texts = append(one.texts, [2]string{house, rowMark(a, sign)})
	} else if a.House != rules.Swap {
		one.texts = append(one.texts, [2]string{a.House.String(), rowMark(a, words.Mark(a.Mark))})
	}
	return one
}

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

// sums returns a summary of the play of both.
func (s *Screen) sums() kit.Part {
	rows := []kit.Part{kit.Painted(sumRow, s.paintNames)}
	row := func(label string, value func(match.Summary) string) {
		rows = append(rows, kit.Painted(sumRow, func(c *render.Canvas, r render.Rect) {
			cells := s.sumCells(c, r)
			kit.DrawLine(c, label, r, render.Caption) // the numbers are short
			for i, cell := range cells[1:] {
				kit.DrawLine(c, value(s.review.Summary(s.players()[i])), cell, render.Note.Aligned(render.Right))
			}
		}))
	}
	labels := sumLabels()
	for m := match.Best; m <= match.Blunder; m++ {
		row(labels[m-match.Best], func(sum match.Summary) string { return strconv.Itoa(sum.Marks[m]) })
	}
	row(labels[len(labels)-1], func(sum match.Summary) string { return fmt.Sprintf("%.1f", sum.MeanCost()) })
	rule := kit.Painted(1, func(c *render.Canvas, r render.Rect) { c.FillRect(r, 0, render.Line) })
	return &kit.Stack{Parts: []kit.Part{rule, &kit.Margins{Part: &kit.Stack{Parts: rows}, Left: 6, Top: 11, Right: 6, Bottom: 8}}}
}

// sumLabels returns the labels of the summary: those of the marks, and of the mean cost.
func sumLabels() []string {
	return []string{
		words.T("Best moves"), words.T("Good moves"), words.T("Inaccuracies"), words.T("Mistakes"), words.T("Blunders"),
		words.T("Mean cost"),
	}
}

// sumCells returns the cells of a row of the summary: the label, and one for each player, as wide
// as the names need if the labels leave that room.
func (s *Screen) sumCells(c *render.Canvas, r render.Rect) []render.Rect {
	const gap = 8
	column, labels := min(92, 0.31*r.W)-gap, 0.0
	for _, label := range sumLabels() {
		labels = max(labels, c.TextWidth(label, render.Caption))
	}
	wanted := column
	for _, name := range s.names {
		wanted = max(wanted, c.TextWidth(name, render.Note)+signRoom+1)
	}
	column = max(column, min(wanted, (r.W-labels)/2-gap))
	return kit.Row(r, gap, 0, column, column)
}

// paintNames draws the titles of the columns of the summary.
func (s *Screen) paintNames(c *render.Canvas, r render.Rect) {
	style := render.Note.Aligned(render.Right)
	for i, cell := range s.sumCells(c, r)[1:] {
		name := c.Fit(s.name(s.players()[i]), cell.W-signRoom, style)
		kit.DrawLine(c, name, cell, style)
		drawPlayer(c, render.Point{X: cell.Right() - c.TextWidth(name, style) - 12, Y: cell.Center().Y}, i == 0, render.Ink)
	}
}
