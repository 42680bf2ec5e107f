package review

import (
	"mancala/menus/kit"
	"mancala/render"
)

// stepIcon returns the sign of a step to another position: an arrow head that points onwards or, if
// way is -1, back. If end is set, for the first or the last position, it has a bar.
func stepIcon(way float64, end bool) kit.Icon {
	return func(c *render.Canvas, at render.Point, ink render.Role) {
		p := kit.NewPen(c, at, ink)
		p.Path(way*-4, -8, way*4, 0, way*-4, 8)
		if end {
			p.Path(way*11, -8, way*11, 8)
		}
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
