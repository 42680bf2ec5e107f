package game

import (
	"mancala/menus/kit"
	"mancala/render"
)

// icon draws the icon of a tool around a point, about 22 units wide.
type icon func(c *render.Canvas, at render.Point, ink render.Role)

func drawHint(c *render.Canvas, at render.Point, ink render.Role) {
	p := kit.NewPen(c, at, ink)
	p.Arc(0, -3, 7.5, 0.375, 1.125)
	p.Path(-5.3, 2.3, -3.2, 6, 3.2, 6, 5.3, 2.3)
	p.Path(-2.6, 9.6, 2.6, 9.6)
}

func drawWhy(c *render.Canvas, at render.Point, ink render.Role) {
	p := kit.NewPen(c, at, ink)
	p.Arc(0, -4, 5.5, 0.5, 1.25)
	p.Path(0, 1.5, 0, 5)
	c.FillRect(render.Rect{X: at.X - 1.5, Y: at.Y + 8, W: 3, H: 3}, 1.5, ink)
}

func drawUndo(c *render.Canvas, at render.Point, ink render.Role) {
	drawBack(kit.NewPen(c, at, ink), 1)
}

func drawRedo(c *render.Canvas, at render.Point, ink render.Role) {
	drawBack(kit.NewPen(c, at, ink), -1)
}

// drawBack draws an arrow that turns back to the left or, if way is -1, to the right.
func drawBack(p kit.Pen, way float64) {
	p.Path(way*-4, -10, way*-10, -4, way*-4, 2)
	p.Path(way*-9, -4, way*3.5, -4)
	if way > 0 {
		p.Arc(3.5, 2, 6, 0.75, 1.25)
	} else {
		p.Arc(-3.5, 2, 6, 0.25, 0.75)
	}
	p.Path(way*3.5, 8, way*-4, 8)
}

func drawSwap(c *render.Canvas, at render.Point, ink render.Role) {
	p := kit.NewPen(c, at, ink)
	p.Path(-10, -4, 10, -4, 5, -9)
	p.Path(10, 4, -10, 4, -5, 9)
}

func drawPause(c *render.Canvas, at render.Point, ink render.Role) {
	for _, x := range [...]float64{-5.5, 5.5} {
		c.FillRect(render.Rect{X: at.X + x - 2.5, Y: at.Y - 9, W: 5, H: 18}, 2, ink)
	}
}

func drawGoOn(c *render.Canvas, at render.Point, ink render.Role) {
	c.FillPolygon([]render.Point{at.Add(render.Point{X: -6, Y: -9}), at.Add(render.Point{X: 10}), at.Add(render.Point{X: -6, Y: 9})}, ink)
}

func drawTalk(c *render.Canvas, at render.Point, ink render.Role) {
	p := kit.NewPen(c, at, ink)
	p.Path(-1, 5, -6, 10, -6, 5, -10, 5, -10, -8, 10, -8, 10, 5, -1, 5)
	for _, x := range [...]float64{-4.5, 0, 4.5} {
		c.FillCircle(at.Add(render.Point{X: x, Y: -1.5}), 1.4, ink)
	}
}

func drawLog(c *render.Canvas, at render.Point, ink render.Role) {
	p := kit.NewPen(c, at, ink)
	for _, y := range [...]float64{-7, 0, 7} {
		c.FillCircle(at.Add(render.Point{X: -9, Y: y}), 1.7, ink)
		p.Path(-4, y, 10, y)
	}
}

func drawMenu(c *render.Canvas, at render.Point, ink render.Role) {
	p := kit.NewPen(c, at, ink)
	for _, y := range [...]float64{-7, 0, 7} {
		p.Path(-10, y, 10, y)
	}
}

// drawAgain draws a small round arrow, for an extra turn.
func drawAgain(c *render.Canvas, at render.Point, ink render.Role) {
	p := kit.NewPen(c, at, ink).Sized(0.6)
	p.Arc(0, 0, 9, -0.05, 0.7)
	p.Path(-9, -5, -2, -9, -8, -15)
}
