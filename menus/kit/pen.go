package kit

import (
	"math"

	"mancala/render"
)

// Icon draws an icon, about 22 units wide, around a point.
type Icon = func(c *render.Canvas, at render.Point, ink render.Role)

// Pen draws the lines of an icon around a point.
type Pen struct {
	c     *render.Canvas
	at    render.Point
	ink   render.Role
	width float64
	scale float64
}

// NewPen returns a pen for an icon of the usual size.
func NewPen(c *render.Canvas, at render.Point, ink render.Role) Pen { return Pen{c, at, ink, 2.2, 1} }

// Sized returns a pen for an icon that is larger by a factor. Its lines grow more slowly.
func (p Pen) Sized(scale float64) Pen {
	p.scale, p.width = scale, p.width*math.Sqrt(scale)
	return p
}

// Path draws a line through points, given as pairs of x and y.
func (p Pen) Path(xy ...float64) {
	for i := 0; i+1 < len(xy); i += 2 {
		here := p.place(xy[i], xy[i+1])
		p.c.FillCircle(here, p.width/2, p.ink) // round joints and ends
		if i >= 2 {
			p.c.Line(p.place(xy[i-2], xy[i-1]), here, p.width, p.ink)
		}
	}
}

// Arc draws an arc from one angle to another in turns, clockwise from the right.
func (p Pen) Arc(x, y, radius, from, to float64) { p.Ellipse(x, y, radius, radius, from, to) }

// Ellipse draws a part of an ellipse, as Arc does of a circle.
func (p Pen) Ellipse(x, y, wide, high, from, to float64) {
	const steps = 20
	xy := make([]float64, 0, 2*steps+2)
	for i := range steps + 1 {
		a := 2 * math.Pi * (from + (to-from)*float64(i)/steps)
		xy = append(xy, x+wide*math.Cos(a), y+high*math.Sin(a))
	}
	p.Path(xy...)
}

// Wash returns a pen of the same ink, thin, for the inside of shapes.
func (p Pen) Wash() Pen {
	p.ink = p.ink.Faded(0.28)
	return p
}

// Fill fills the area inside a line through points, given as pairs of x and y.
func (p Pen) Fill(xy ...float64) {
	corners := make([]render.Point, 0, len(xy)/2)
	for i := 0; i+1 < len(xy); i += 2 {
		corners = append(corners, p.place(xy[i], xy[i+1]))
	}
	p.c.FillPolygon(corners, p.ink)
}

// Dot draws a filled circle.
func (p Pen) Dot(x, y, radius float64) { p.c.FillCircle(p.place(x, y), p.scale*radius, p.ink) }

func (p Pen) place(x, y float64) render.Point {
	return p.at.Add(render.Point{X: p.scale * x, Y: p.scale * y})
}
