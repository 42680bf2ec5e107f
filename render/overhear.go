package render

import "cmp"

// Lettering is a line of text on a canvas.
type Lettering struct {
	Text string
	// Whole is the text before [Canvas.Fit] shortened it; otherwise it equals Text.
	Whole string
	// Place is the line's rectangle, and Clip the visible area, in units.
	Place, Clip Rect
}

// overheard reports the texts on a canvas to a listener.
type overheard struct {
	tell  func(Lettering)   // nil if there is no listener
	whole map[string]string // full texts by shortened ones
}

// Overhear makes the canvas call tell with every line of text that it draws, in order; nil ends
// that. Tests use it to read a screen.
func (c *Canvas) Overhear(tell func(Lettering)) {
	c.overheard = overheard{tell: tell, whole: map[string]string{}}
}

// shortened records that a text is drawn as a shorter one.
func (o *overheard) shortened(whole, short string) string {
	if o.tell != nil {
		o.whole[short] = whole
	}
	return short
}

// drawn reports a line that begins at x, in pixels.
func (o *overheard) drawn(c *Canvas, s string, x, y float64, style TextStyle) {
	if o.tell == nil {
		return
	}
	o.tell(Lettering{
		Text: s, Whole: cmp.Or(o.whole[s], s), Clip: c.Bounds(),
		Place: Rect{X: x / c.unit, Y: y - style.Size/2, W: c.TextWidth(s, style), H: style.Size},
	})
}
