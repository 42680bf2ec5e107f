package kit

import "mancala/render"

// Corner is the usual radius of corners, in units.
const Corner = 10

// look is the colours of a control's background and texts. If width is 0 there is neither a
// background nor an edge.
type look struct {
	ground, edge, ink, soft render.Role
	width                   float64
}

// buttonLook returns the look of a button. Only the focused one is gold, unless it is calm. A
// primary one is lighter than the others until it has the focus.
func buttonLook(b *Button, at State) look {
	l := look{render.PanelRaised, render.Edge, render.Ink, render.InkSoft, 1}
	switch {
	case b.Disabled:
		l = look{render.Backdrop, render.Line.Faded(0.7), render.InkDim, render.InkDim, 1}
	case at.Focused && !b.Calm:
		return focusLook(at)
	case at.Focused && !at.Held:
		return look{render.PanelHover, render.Ink, render.Ink, render.InkSoft, 3}
	case at.Held && at.Hovered:
		l.ground, l.edge = render.Panel, render.Line
	case at.Hovered:
		l.ground, l.edge = render.PanelHover, render.Line
	}
	switch {
	case b.Quiet:
		if l.width = 0; !b.Disabled && !at.Hovered {
			l.ink = render.InkSoft
		}
	case b.Primary && !b.Disabled:
		if !at.Held {
			l.ground = render.PanelHover
		}
		l.edge, l.width = render.InkSoft, 1.5
	}
	return l
}

// focusLook is the look of the focused control: filled in gold.
func focusLook(at State) look {
	ground := render.Gold
	switch {
	case at.Held && at.Hovered:
		ground = render.GoldPressed
	case at.Hovered:
		ground = render.GoldHover
	}
	return look{ground, ground, render.InkOnGold, render.InkSoftOnGold, 1}
}

// draw draws the background and its edge.
func (l look) draw(c *render.Canvas, r render.Rect) {
	if l.width == 0 {
		return
	}
	c.FillRect(r, Corner, l.ground)
	c.StrokeRect(r, Corner, l.width, l.edge)
}

// well draws the sunken background of a field or choice.
func well(c *render.Canvas, r render.Rect) {
	c.FillRect(r, Corner, render.Backdrop)
	c.StrokeRect(r, Corner, 1, render.Line)
}

// focusRing draws the ring around a focused control without a fill.
func focusRing(c *render.Canvas, r render.Rect) {
	c.StrokeRect(r.Inset(-6), Corner+6, 4, render.Gold)
}

// DrawLine draws one line of text, centred vertically in r and shortened to its width.
func DrawLine(c *render.Canvas, s string, r render.Rect, style render.TextStyle) {
	if s == "" || r.W <= 0 {
		return
	}
	at := render.Point{X: r.X, Y: r.Center().Y}
	switch style.Align {
	case render.Center:
		at.X = r.Center().X
	case render.Right:
		at.X = r.Right()
	}
	c.Text(c.Fit(s, r.W, style), at, style)
}

// Shrunk returns a style in about the greatest size in which a line is at most width units wide, or
// in the least one.
func Shrunk(c *render.Canvas, s string, width, least float64, style render.TextStyle) render.TextStyle {
	for wide := c.TextWidth(s, style); wide > width && style.Size > least; wide = c.TextWidth(s, style) {
		style.Size = max(least, 0.98*style.Size*width/wide)
	}
	return style
}

// keyStyle is the type on a key cap.
var keyStyle = render.Label.Aligned(render.Center)

// keycapWidth returns the width of a key cap, 0 for none.
func keycapWidth(c *render.Canvas, name string) float64 {
	if name == "" {
		return 0
	}
	return max(26, c.TextWidth(name, keyStyle)+14)
}

// keycap draws the name of a key in a small frame whose right edge is at a point.
func keycap(c *render.Canvas, end render.Point, name string, l look) {
	w := keycapWidth(c, name)
	r := render.Rect{X: end.X - w, Y: end.Y - 13, W: w, H: 26}
	c.StrokeRect(r, 6, 1, l.soft.Faded(0.55))
	c.Text(name, r.Center(), keyStyle.In(l.soft))
}

// chevron draws an arrow head that points by way, which is one unit long.
func chevron(c *render.Canvas, at, way render.Point, size float64, clr render.Role) {
	across := render.Point{X: -way.Y, Y: way.X}
	tip := at.Add(way.Mul(size / 2))
	back := at.Sub(way.Mul(size / 2))
	for _, side := range [...]float64{size, -size} {
		c.Line(back.Add(across.Mul(side)), tip, 2, clr)
	}
	c.FillCircle(tip, 1, clr)
}
