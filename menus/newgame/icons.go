package newgame

import (
	"mancala/menus/kit"
	"mancala/render"
)

// picture returns the picture of a large way: an icon, drawn with a larger pen, in a bowl.
func (m *Menu) picture(draw func(p kit.Pen)) func(c *render.Canvas, r render.Rect) {
	return func(c *render.Canvas, r render.Rect) {
		const width = 26 // of an icon and the air around it
		m.Art.DrawPit(c, r, render.PitPicture{Plain: true})
		size, at := min(r.W, r.H)/width*0.56, r.Center()
		draw(kit.NewPen(c, at.Add(render.Point{Y: 2}), render.Shade).Sized(size))
		draw(kit.NewPen(c, at, render.Ink).Sized(size))
	}
}

func drawComputer(p kit.Pen) {
	p.Wash().Fill(-10, -8, 10, -8, 10, 5, -10, 5)
	p.Path(-10, -8, 10, -8, 10, 5, -10, 5, -10, -8)
	p.Path(0, 5, 0, 9)
	p.Path(-5, 9, 5, 9)
	p.Dot(-3.5, -2.5, 1.5)
	p.Dot(3.5, -2.5, 1.5)
	p.Arc(0, -1, 3.4, 0.12, 0.38)
}

func drawTwo(p kit.Pen) {
	for _, x := range [...]float64{-5.5, 5.5} {
		p.Wash().Dot(x, -4.5, 3.5)
		p.Wash().Fill(x-4.8, 8, x-3.4, 4.6, x, 3.2, x+3.4, 4.6, x+4.8, 8)
		p.Arc(x, -4.5, 3.5, 0, 1)
		p.Arc(x, 8, 4.8, 0.5, 1)
		p.Path(x-4.8, 8, x+4.8, 8)
	}
}

func drawOnline(p kit.Pen) {
	p.Wash().Dot(0, 0, 9.5)
	p.Arc(0, 0, 9.5, 0, 1)
	p.Ellipse(0, 0, 4.2, 9.5, 0, 1)
	p.Path(-9.5, 0, 9.5, 0)
}

// icon returns an icon of the usual size.
func icon(draw func(p kit.Pen)) kit.Icon {
	return func(c *render.Canvas, at render.Point, ink render.Role) { draw(kit.NewPen(c, at, ink)) }
}

func drawLearn(p kit.Pen) {
	p.Wash().Fill(-10, -3, 0, -8, 10, -3, 0, 2)
	p.Path(-10, -3, 0, -8, 10, -3, 0, 2, -10, -3)
	p.Path(-6, -1, -6, 5)
	p.Path(6, -1, 6, 5)
	p.Arc(0, 3.5, 6, 0.04, 0.46)
	p.Path(10, -3, 10, 4)
}

func drawScores(p kit.Pen) {
	p.Wash().Fill(-6, -9, 6, -9, 6, -3, 4.2, 1.2, 0, 3, -4.2, 1.2, -6, -3)
	p.Path(-6, -9, 6, -9)
	p.Path(-6, -9, -6, -3)
	p.Path(6, -9, 6, -3)
	p.Arc(0, -3, 6, 0, 0.5)
	p.Arc(-6, -5.5, 3, 0.25, 0.75)
	p.Arc(6, -5.5, 3, -0.25, 0.25)
	p.Path(0, 3, 0, 9)
	p.Path(-5, 9, 5, 9)
}

// drawGames draws a board with its two stores.
func drawGames(p kit.Pen) {
	p.Wash().Fill(-10, -6.5, 10, -6.5, 10, 6.5, -10, 6.5)
	p.Path(-10, -6.5, 10, -6.5, 10, 6.5, -10, 6.5, -10, -6.5)
	for _, x := range [...]float64{-6.6, 6.6} {
		p.Path(x, -2.6, x, 2.6)
	}
	for _, x := range [...]float64{-2.2, 2.2} {
		p.Dot(x, -2.8, 1.5)
		p.Dot(x, 2.8, 1.5)
	}
}

func drawHelp(p kit.Pen) {
	p.Wash().Dot(0, 0, 9.5)
	p.Arc(0, 0, 9.5, 0, 1)
	p.Arc(0, -2.5, 3, 0.5, 1.1)
	p.Path(2.4, -0.7, 0, 1.6, 0, 2)
	p.Dot(0, 5.6, 1.4)
}

func drawSettings(p kit.Pen) {
	for i, x := range [...]float64{4, -4, 2} {
		y := 7 * float64(i-1)
		p.Path(-10, y, x-3, y)
		p.Path(x+3, y, 10, y)
		p.Wash().Dot(x, y, 2.4)
		p.Arc(x, y, 2.4, 0, 1)
	}
}

func drawAbout(p kit.Pen) {
	p.Wash().Dot(0, 0, 9.5)
	p.Arc(0, 0, 9.5, 0, 1)
	p.Path(0, -0.5, 0, 5)
	p.Dot(0, -4.8, 1.4)
}

func drawExit(p kit.Pen) {
	p.Wash().Fill(2, -9, -9, -9, -9, 9, 2, 9)
	p.Path(2, -9, -9, -9, -9, 9, 2, 9)
	p.Path(-3, 0, 10, 0)
	p.Path(6, -4, 10, 0, 6, 4)
}
