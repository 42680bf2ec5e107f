package game

import (
	"mancala/internal/scene"
	"mancala/render"
	"mancala/rules"
)

// Widths of a clock, as multiples of its type size: of the sign before the time, and of the time
// without and with hours.
const (
	clockSign  = 1.3
	clockShort = 3.1
	clockLong  = 4.3
)

// clockSize returns the size of the type on the clock of a plate.
func clockSize(plate render.Rect) float64 { return max(20, min(28, 0.48*plate.H)) }

// clockWidth returns the width of the clock at the end of a plate, 0 without clocks. It changes
// only with hours in the time, so nothing moves while a clock runs.
func (pl *plates) clockWidth(plate render.Rect) float64 {
	wide := 0.0
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		c, timed := pl.game.scene.Clock(side)
		switch {
		case !timed:
			return 0
		case len(c.Text) > len("00:00"):
			wide = clockLong
		default:
			wide = max(wide, clockShort)
		}
	}
	return (wide + clockSign) * clockSize(plate)
}

// drawClock draws a player's clock in its part of their plate. A running clock is filled. A low one
// has another colour and a warning triangle.
func (pl *plates) drawClock(c *render.Canvas, cell render.Rect, side rules.Side) {
	clock, timed := pl.game.scene.Clock(side)
	if !timed {
		return
	}
	size, r := clockSize(cell), cell.Centered(cell.W, cell.H-8)
	ink, ground := render.InkSoft, render.Panel
	low := clock.Urgency > scene.Calm
	switch {
	case clock.Running && low:
		ink, ground = render.InkOnGold, render.Warn
	case clock.Running:
		ink, ground = render.InkOnGold, render.Gold
	case low:
		ink = render.Warn
	}
	c.FillRect(r, r.H/2, ground)
	if !clock.Running {
		c.StrokeRect(r, r.H/2, 1, render.Line)
	}
	at := render.Point{X: r.X + 0.85*size, Y: r.Center().Y}
	if low {
		drawWarning(c, at, 0.4*size, ink, ground)
	} else {
		drawFace(c, at, 0.36*size, ink, ground)
	}
	style := render.Strong.Sized(size).In(ink).Aligned(render.Center)
	c.Text(clock.Text, render.Point{X: (r.X + clockSign*size + r.Right() - 0.3*size) / 2, Y: r.Center().Y}, style)
}

// drawFace draws the face of a clock.
func drawFace(c *render.Canvas, at render.Point, radius float64, ink, ground render.Role) {
	c.FillCircle(at, radius, ink)
	c.FillCircle(at, radius-2, ground)
	c.Line(at, at.Add(render.Point{Y: -0.6 * radius}), 2, ink)
	c.Line(at, at.Add(render.Point{X: 0.5 * radius}), 2, ink)
}

// drawWarning draws a triangle with an exclamation mark.
func drawWarning(c *render.Canvas, at render.Point, radius float64, ink, ground render.Role) {
	c.FillPolygon([]render.Point{
		at.Add(render.Point{Y: -radius}), at.Add(render.Point{X: 1.1 * radius, Y: 0.9 * radius}), at.Add(render.Point{X: -1.1 * radius, Y: 0.9 * radius}),
	}, ink)
	c.Line(at.Add(render.Point{Y: -0.35 * radius}), at.Add(render.Point{Y: 0.25 * radius}), 2, ground)
	c.FillCircle(at.Add(render.Point{Y: 0.6 * radius}), 1.3, ground)
}

// syncClocks makes room for the clocks once the game has them.
func (pl *plates) syncClocks() {
	if _, timed := pl.game.scene.Clock(rules.South); timed != pl.timed {
		pl.timed = timed
		pl.game.Shell.Relayout()
	}
}
