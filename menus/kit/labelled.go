package kit

import (
	"unicode/utf8"

	"mancala/render"
)

// labelledBox is a box with a label, for embedding.
type labelledBox struct {
	box
	// Label is above the control or, if the bounds are less than 70 units high, to its left.
	Label string
}

func (b *labelledBox) ring() render.Rect {
	_, control := labelled(b.bounds, b.Label)
	return control
}

// Extent returns the height of the control with its label.
func (b *labelledBox) Extent(*render.Canvas, float64) Extent { return Exactly(labelledHeight(b.Label)) }

// labelled splits bounds into the places of the label and the control. The label is above or, in
// low bounds, to the left.
func labelled(r render.Rect, label string) (text, control render.Rect) {
	switch {
	case label == "":
		control = r
	case r.H >= labelledHeight(label)-4:
		text, control = r.CutTop(LabelHeight)
	default:
		text, control = r.CutLeft(r.W * 0.42)
		text.W -= Gap
	}
	if control.H > ControlHeight {
		control = control.Centered(control.W, ControlHeight)
	}
	return text, control
}

func labelledHeight(label string) float64 {
	if label == "" {
		return ControlHeight
	}
	return LabelHeight + ControlHeight
}

func drawLabel(c *render.Canvas, label string, r render.Rect, disabled bool) {
	style := render.Caption
	if disabled {
		style = style.In(render.InkDim)
	}
	if r.H <= LabelHeight {
		r.H -= 6 // a little closer to the label's own side than to the control
	}
	drawFitted(c, label, r, style)
}

// ends2 returns the places at both ends of a control.
func ends2(control render.Rect) (left, right render.Rect) {
	const width = 38
	inner := control.Inset(4)
	left, _ = inner.CutLeft(width)
	right, _ = inner.CutRight(width)
	return left, right
}

// between returns the values between two ends.
func between(left, right render.Rect) render.Rect {
	return render.Rect{X: left.Right() + 6, Y: left.Y, W: max(0, right.X-left.Right()-12), H: left.H}
}

// fingerEnds returns the hit areas of a finger at the ends of a control: up to TouchSize wide, and
// at most a third of the control each.
func fingerEnds(control render.Rect) (left, right render.Rect) {
	w := min(TouchSize, control.W/3)
	left, _ = control.CutLeft(w)
	right, _ = control.CutRight(w)
	return left, right
}

// drawEnd draws the end of a control: an arrow if way points to the left or right, a plus if it
// points down, and a minus if it is zero.
func drawEnd(c *render.Canvas, r render.Rect, way render.Point, hover, off bool) {
	ground, edge, ink := render.PanelRaised, render.Edge, render.Ink
	switch {
	case off:
		ground, edge, ink = render.Backdrop, render.Line.Faded(0.7), render.InkDim
	case hover:
		ground = render.PanelHover
	}
	c.FillRect(r, Corner-4, ground)
	c.StrokeRect(r, Corner-4, 1, edge)
	m := r.Center()
	const arm = 6
	switch {
	case way.X != 0:
		chevron(c, m, way, 7, ink)
		return
	case way.Y != 0:
		c.Line(m.Add(render.Point{Y: -arm}), m.Add(render.Point{Y: arm}), 2, ink)
	}
	c.Line(m.Add(render.Point{X: -arm}), m.Add(render.Point{X: arm}), 2, ink)
}

func valueStyle(disabled bool) render.TextStyle {
	style := render.Strong.Aligned(render.Center)
	if disabled {
		style = style.In(render.InkDim)
	}
	return style
}

// textWidth returns the width of a text, or an estimate before the first frame.
func textWidth(c *render.Canvas, s string, style render.TextStyle) float64 {
	if c == nil {
		return caretX(nil, s, len(s), style)
	}
	return c.TextWidth(s, style)
}

// caretX returns the position of a caret in a line, or an estimate before the first frame.
func caretX(c *render.Canvas, s string, i int, style render.TextStyle) float64 {
	if c == nil {
		return float64(utf8.RuneCountInString(s[:i])) * style.Size * 0.56
	}
	return c.CaretX(s, i, style)
}
