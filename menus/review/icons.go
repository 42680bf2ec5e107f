package review

import "mancala/render"

// stepIcon is the sign of a step to another position: an arrow head, which a bar ends on the way to
// the first or the last one.
type stepIcon struct {
	way float64 // 1 points onwards, -1 back
	end bool
}

// paint draws the sign.
func (i stepIcon) paint(c *render.Canvas, at render.Point, ink render.Role) {
	const arm, width, away = 8, 2.5, 7
	tip := at.Add(render.Point{X: i.way * arm / 2})
	for _, up := range [...]float64{-arm, arm} {
		c.Line(tip.Add(render.Point{X: -i.way * arm, Y: up}), tip, width, ink)
	}
	if i.end {
		x := tip.X + i.way*away
		c.Line(render.Point{X: x, Y: at.Y - arm}, render.Point{X: x, Y: at.Y + arm}, width, ink)
	}
}

// drawPlayer draws the sign of a side: a disc for South, a ring for North.
func drawPlayer(c *render.Canvas, at render.Point, south bool, ink render.Role) {
	const radius = 5.5
	if south {
		c.FillCircle(at, radius, ink)
		return
	}
	c.StrokeRect(render.Rect{X: at.X - radius, Y: at.Y - radius, W: 2 * radius, H: 2 * radius}, radius, 2, ink)
}
