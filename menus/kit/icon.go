package kit

import (
	"math"

	"mancala/render"
)

// DrawLock draws a padlock, 16 units wide and 20 high: closed or open, with a tick on it if tick is
// set.
func DrawLock(c *render.Canvas, at render.Point, ink, ground render.Role, closed, tick bool) {
	const width, arc = 2.2, 4.8
	top := render.Point{X: at.X, Y: at.Y - 3.5}
	if !closed { // only the right end of the shackle is attached
		top = top.Add(render.Point{X: -1.5, Y: -2})
	}
	const steps = 10
	last := top.Add(render.Point{X: -arc})
	for i := range steps + 1 {
		a := math.Pi * (1 - float64(i)/steps)
		p := top.Add(render.Point{X: arc * math.Cos(a), Y: -arc * math.Sin(a)})
		c.Line(last, p, width, ink)
		c.FillCircle(p, width/2, ink)
		last = p
	}
	c.Line(last, render.Point{X: last.X, Y: at.Y}, width, ink)
	if closed {
		c.Line(top.Add(render.Point{X: -arc}), render.Point{X: top.X - arc, Y: at.Y}, width, ink)
	}
	c.FillRect(render.Rect{X: at.X - 8, Y: at.Y - 1.5, W: 16, H: 11.5}, 3, ink)
	if tick {
		from, bend, to := at.Add(render.Point{X: -3.6, Y: 4.2}), at.Add(render.Point{X: -1, Y: 6.6}), at.Add(render.Point{X: 3.8, Y: 1.8})
		c.Line(from, bend, 1.8, ground)
		c.Line(bend, to, 1.8, ground)
	}
}

// DrawSpeaker draws a loudspeaker, 24 units wide, with waves or, if it is muted, with a cross.
func DrawSpeaker(c *render.Canvas, at render.Point, ink render.Role, muted bool) {
	const width = 2
	stroke := func(points ...render.Point) {
		for i := range points[1:] {
			c.Line(at.Add(points[i]), at.Add(points[i+1]), width, ink)
		}
		for _, p := range points { // round joints and ends
			c.FillCircle(at.Add(p), width/2, ink)
		}
	}
	stroke(
		render.Point{X: -11, Y: -3.5}, render.Point{X: -6.5, Y: -3.5}, render.Point{X: -1, Y: -8.5},
		render.Point{X: -1, Y: 8.5}, render.Point{X: -6.5, Y: 3.5}, render.Point{X: -11, Y: 3.5}, render.Point{X: -11, Y: -3.5},
	)
	if muted {
		stroke(render.Point{X: 4.5, Y: -3.5}, render.Point{X: 11.5, Y: 3.5})
		stroke(render.Point{X: 11.5, Y: -3.5}, render.Point{X: 4.5, Y: 3.5})
		return
	}
	for _, radius := range []float64{6.5, 11.5} {
		const steps, wide = 8, math.Pi / 4
		var arc [steps + 1]render.Point
		for i := range arc {
			a := wide * (2*float64(i)/steps - 1)
			arc[i] = render.Point{X: radius * math.Cos(a), Y: radius * math.Sin(a)}
		}
		stroke(arc[:]...)
	}
}
