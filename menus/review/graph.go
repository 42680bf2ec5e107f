package review

import (
	"fmt"
	"math"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// graph plots the values of a game's positions. The user is ahead above the line, and the other
// player below it. Exact values are solid, estimates hollow. A click or a drag goes to the
// position.
type graph struct {
	kit.Identity
	review *Screen
	bounds render.Rect
	names  float64 // the width of the words at the left about who is ahead
}

// Dimensions of the graph, in units.
const (
	graphGutter = 56 // at the left, for the numbers
	graphPad    = 12
	graphLeast  = 4 // the least range of the graph in each direction, in seeds
)

// Bounds returns the widget's rectangle.
func (g *graph) Bounds() render.Rect { return g.bounds }

// SetBounds sets the widget's rectangle.
func (g *graph) SetBounds(r render.Rect) {
	g.bounds, g.names = r, 0
	for side := range g.review.names {
		g.names = max(g.names, g.review.Canvas.TextWidth(g.ahead(rules.Side(side)), aheadStyle)+1)
	}
	g.names = min(g.names, r.W/4)
}

// aheadStyle is the style of the words that say who is ahead.
var aheadStyle = render.Caption.In(render.InkDim)

// ahead says that a side is ahead.
func (g *graph) ahead(side rules.Side) string { return words.T("%s ahead", g.review.name(side)) }

// Extent returns the height of the graph.
func (g *graph) Extent(*render.Canvas, float64) kit.Extent { return kit.Exactly(g.review.graphHeight) }

// Focusable reports true.
func (g *graph) Focusable() bool { return true }

// Update goes to the position under the pointer.
func (g *graph) Update(in *kit.Input, at kit.State) bool {
	n := g.position(in.Cursor.X)
	if !at.Pressed && !at.Held || n == g.review.at {
		return false
	}
	g.review.show(n)
	g.review.ply.Settle()
	return true
}

// Describe returns the progress of the judge and the position shown.
func (g *graph) Describe() kit.Info {
	return kit.Info{
		Kind: kit.KindSlider, Label: words.T("graph, %s", g.review.progressWords()),
		Value: g.review.moveWords(g.review.at), Selected: g.review.at, High: g.review.review.Plies(),
	}
}

// Choose goes to the position after n plies.
func (g *graph) Choose(n int) { g.review.begin(n) }

// plot returns the part of the graph for the values.
func (g *graph) plot() render.Rect {
	r := g.bounds.Inset(graphPad)
	_, r = r.CutLeft(g.names + graphGutter)
	_, r = r.CutRight(6)
	return r
}

// x returns the x coordinate of the position after n plies.
func (g *graph) x(n int) float64 {
	plot := g.plot()
	return plot.X + plot.W*float64(n)/float64(max(1, g.review.review.Plies()))
}

// position returns the number of the position nearest to x.
func (g *graph) position(x float64) int {
	plot, plies := g.plot(), g.review.review.Plies()
	n := math.Round((x - plot.X) / plot.W * float64(plies))
	return int(max(0, min(n, float64(plies))))
}

// value returns the value of the position after n plies for the user, whether it is exact, and
// whether it is known.
func (g *graph) value(n int) (value int, sure, ok bool) {
	value, sure, ok = g.review.review.South(n)
	if g.review.own == rules.North {
		value = -value
	}
	return value, sure, ok
}

// reach returns the lowest and highest value of the graph, for the user.
func (g *graph) reach() (low, high int) {
	low, high = -graphLeast, graphLeast
	for n := range g.review.review.Plies() + 1 {
		if value, _, ok := g.value(n); ok {
			low, high = min(low, value), max(high, value)
		}
	}
	return min(low, -high/4), max(high, -low/4) // both halves stay visible
}

// scale returns the function from values to y coordinates.
func (g *graph) scale() func(value int) float64 {
	plot := g.plot()
	low, high := g.reach()
	return func(value int) float64 { return plot.Y + plot.H*float64(high-value)/float64(high-low) }
}

// Draw draws the graph.
func (g *graph) Draw(c *render.Canvas, _ kit.State) {
	page.DrawPanel(c, g.bounds)
	y := g.scale()
	g.drawHere(c)
	g.drawAxis(c, y)
	g.drawLines(c, y)
	g.drawPoints(c, y)
}

// drawHere marks the ply shown on the board, from the position before it to the one after it.
func (g *graph) drawHere(c *render.Canvas) {
	plot, at := g.plot(), g.review.at
	band := render.Rect{X: g.x(at), Y: plot.Y - 6, W: 2, H: plot.H + 12}
	if at < g.review.review.Plies() {
		band.W = g.x(at+1) - band.X
		c.FillRect(band, 0, render.GraphHere)
		band.W = 2
	}
	c.FillRect(band.Move(render.Point{X: -1}), 0, render.Gold)
}

// drawAxis draws the zero line, the extreme values and the leader of each half.
func (g *graph) drawAxis(c *render.Canvas, y func(int) float64) {
	plot := g.plot()
	low, high := g.reach()
	c.FillRect(render.Rect{X: plot.X, Y: y(0) - 0.5, W: plot.W, H: 1}, 0, render.Line)
	number := render.Caption.Aligned(render.Right)
	for _, value := range [...]int{high, 0, low} {
		text := fmt.Sprintf("%+d", value)
		if value == 0 {
			text = "0"
		}
		at := max(plot.Y+6, min(y(value), plot.Bottom()-6))
		if value != 0 && math.Abs(at-y(0)) < 18 { // it would overlap the zero
			continue
		}
		c.Text(text, render.Point{X: plot.X - 10, Y: at}, number)
	}
	for i, at := range [...]float64{plot.Y + 6, plot.Bottom() - 6} {
		c.Text(c.Fit(g.ahead(g.review.players()[i]), g.names, aheadStyle), render.Point{X: g.bounds.X + graphPad, Y: at}, aheadStyle)
	}
}

// drawLines draws the line from value to value, faint next to an estimate, and fills the area
// between it and zero.
func (g *graph) drawLines(c *render.Canvas, y func(int) float64) {
	r := g.review.review
	var area []render.Point // the values since the last unknown one
	ground := func() {
		if n := len(area); n > 1 {
			area = append(area, render.Point{X: area[n-1].X, Y: y(0)}, render.Point{X: area[0].X, Y: y(0)})
			c.FillPolygon(area, render.GraphGround)
		}
		area = area[:0]
	}
	for n := range r.Plies() + 1 {
		value, sure, ok := g.value(n)
		if !ok {
			ground()
			continue
		}
		area = append(area, render.Point{X: g.x(n), Y: y(value)})
		if last := len(area) - 1; last > 0 {
			clr, width := render.Graph, 2.0
			if _, before, _ := g.value(n - 1); !sure || !before {
				clr, width = render.InkDim, 1.2
			}
			c.Line(area[last-1], area[last], width, clr)
		}
	}
	ground()
}

// drawPoints draws the values, solid if exact and hollow if estimated. The value after a mistake
// has its colour and sign.
func (g *graph) drawPoints(c *render.Canvas, y func(int) float64) {
	r := g.review.review
	radius := max(1.6, min(4, 0.3*g.plot().W/float64(max(1, r.Plies()))))
	signed := math.Inf(-1) // the position of the last sign
	for n := range r.Plies() + 1 {
		value, sure, ok := g.value(n)
		if !ok {
			continue
		}
		at, mark := render.Point{X: g.x(n), Y: y(value)}, match.Unmarked
		if n > 0 {
			a, _ := r.Assess(n)
			mark = a.Mark
		}
		clr := render.Graph
		if mark >= match.Inaccuracy {
			clr = markColours[mark]
		}
		g.drawPoint(c, at, radius, clr, sure)
		if mark >= match.Mistake && at.X-signed > 16 {
			signed = at.X
			g.drawSign(c, at, mark)
		}
	}
}

// drawPoint draws one value.
func (g *graph) drawPoint(c *render.Canvas, at render.Point, radius float64, clr render.Role, solid bool) {
	if solid {
		c.FillCircle(at, radius, clr)
		return
	}
	c.FillCircle(at, radius, render.Panel)
	around := render.Rect{X: at.X - radius, Y: at.Y - radius, W: 2 * radius, H: 2 * radius}
	c.StrokeRect(around, radius, max(1, 0.35*radius), clr)
}

// drawSign draws the sign of a mistake above its point, or below it at the upper edge of the graph.
func (g *graph) drawSign(c *render.Canvas, at render.Point, mark match.Mark) {
	style := render.Strong.Aligned(render.Center).In(markColours[mark])
	const away = 14
	if at.Y -= away; at.Y < g.bounds.Y+10 {
		at.Y += 2 * away
	}
	c.FillCircle(at, 10, render.Panel) // so that lines do not cross it
	c.Text(mark.Sign(), at, style)
}
