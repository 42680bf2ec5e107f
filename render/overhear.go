package render

import "cmp"

// Lettering is a line of text on a canvas.
type Lettering struct {
	Text string
	// Whole is the text that [Canvas.Fit] has shortened to Text; if it has not, it is Text.
	Whole string
	// Place is where the line stands, and Clip the area outside which nothing of it is seen, in
	// units.
	Place, Clip Rect
}

// overheard is what somebody listens to who wants to know the texts on a canvas.
type overheard struct {
	tell  func(Lettering)   // nil: there is no one
	whole map[string]string // of shortened texts
}

// Overhear has tell called with every line of text that is drawn from now on, in the order of
// drawing; nil ends that. So tests find out the words on a screen.
func (c *Canvas) Overhear(tell func(Lettering)) {
	c.overheard = overheard{tell: tell, whole: map[string]string{}}
}

// shortened takes note that a text is drawn as a shorter one.
func (o *overheard) shortened(whole, short string) string {
	if o.tell != nil {
		o.whole[short] = whole
	}
	return short
}

// drawn tells of a line that begins at x, in pixels.
func (o *overheard) drawn(c *Canvas, s string, x, y float64, style TextStyle) {
	if o.tell == nil {
		return
	}
	o.tell(Lettering{
		Text: s, Whole: cmp.Or(o.whole[s], s), Clip: c.Bounds(),
		Place: Rect{X: x / c.unit, Y: y - style.Size/2, W: c.TextWidth(s, style), H: style.Size},
	})
}
