package kit

import (
	"math"

	"mancala/render"
)

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
