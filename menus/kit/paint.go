package kit

import "mancala/render"

// Corner is the radius of corners, in units.
const Corner = 10

// look is how the ground and the texts of something that can be used are coloured.
type look struct {
	ground, edge, ink, soft render.Role
}

func buttonLook(primary, disabled bool, at State) look {
	switch {
	case disabled:
		return look{render.Backdrop, render.PanelRaised, render.InkDim, render.InkDim}
	case primary && at.Held && at.Hovered:
		return look{render.GoldPressed, render.GoldPressed, render.InkOnGold, render.InkSoftOnGold}
	case primary && at.Hovered:
		return look{render.GoldHover, render.GoldHover, render.InkOnGold, render.InkSoftOnGold}
	case primary:
		return look{render.Gold, render.Gold, render.InkOnGold, render.InkSoftOnGold}
	case at.Held && at.Hovered:
		return look{render.Panel, render.Line, render.Ink, render.InkSoft}
	case at.Hovered:
		return look{render.PanelHover, render.Line, render.Ink, render.InkSoft}
	}
	return look{render.PanelRaised, render.PanelHover, render.Ink, render.InkSoft}
}

// draw paints the ground and its edge.
func (l look) draw(c *render.Canvas, r render.Rect) {
	c.FillRect(r, Corner, l.ground)
	c.StrokeRect(r, Corner, 1, l.edge)
}

// well paints the sunken ground of what is filled in or chosen from.
func well(c *render.Canvas, r render.Rect) {
	c.FillRect(r, Corner, render.Backdrop)
	c.StrokeRect(r, Corner, 1, render.Line)
}

// focusRing draws the ring around what has the focus.
func focusRing(c *render.Canvas, r render.Rect) {
	c.StrokeRect(r.Inset(-5), Corner+5, 2, render.Gold)
}

// line draws one line of text in the middle of r's height, shortened to r's width.
func line(c *render.Canvas, s string, r render.Rect, style render.TextStyle) {
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

// keycap draws the name of a key in a small frame that ends at a point, and returns how wide it is.
func keycap(c *render.Canvas, end render.Point, name string, l look) float64 {
	style := render.Caption.Sized(15).In(l.soft).Aligned(render.Center)
	style.Weight = render.Bold
	w := max(26, c.TextWidth(name, style)+14)
	r := render.Rect{X: end.X - w, Y: end.Y - 13, W: w, H: 26}
	c.StrokeRect(r, 6, 1, l.soft.Faded(0.55))
	c.Text(name, r.Center(), style)
	return w
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
