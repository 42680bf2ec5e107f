package render

import "cmp"

// Lettering is a line of text on a canvas.
type Lettering struct {
	Text string
	// Whole is the text before [Canvas.Fit] shortened it, or else Text.
	Whole string
	// Place is the line's rectangle, and Clip the visible area, in units.
	Place, Clip Rect
	// Size is the size of the type, in units.
	Size float64
	// Paragraph is the text that contains the line. First says that the line is its first one. A
	// line outside a longer text is a separate paragraph.
	Paragraph string
	First     bool
	// Aside says that the line explains another part of the screen, as a tip does.
	Aside bool
}

// overheard reports the texts on a canvas to a listener.
type overheard struct {
	tell  func(Lettering)   // nil if there is no listener
	whole map[string]string // full texts by shortened ones

	paragraph   string // the current paragraph, or ""
	begun, side bool
}

// Overhear makes the canvas call tell with every line of text that it draws, in order; nil ends
// that. It is for screen readers and tests.
func (c *Canvas) Overhear(tell func(Lettering)) {
	c.overheard = overheard{tell: tell, whole: map[string]string{}}
}

// Unseen calls draw, and draws none of its texts, shapes and seeds. It is for tests that draw
// thousands of screens within one frame only to overhear them: Ebitengine would keep each call.
func (c *Canvas) Unseen(draw func()) {
	c.unseen = true
	draw()
	c.unseen = false
}

// Paragraph draws the lines of a longer text, and marks them as such for [Canvas.Overhear].
func (c *Canvas) Paragraph(whole string, draw func()) {
	c.overheard.paragraph, c.overheard.begun = whole, false
	draw()
	c.overheard.paragraph = ""
}

// Aside draws an explanation of another part of the screen.
func (c *Canvas) Aside(draw func()) {
	c.overheard.side = true
	draw()
	c.overheard.side = false
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
	whole := cmp.Or(o.whole[s], s)
	first := o.paragraph == "" || !o.begun
	o.begun = true
	o.tell(Lettering{
		Text: s, Whole: whole, Clip: c.Bounds(), Size: style.Size, Aside: o.side,
		Paragraph: cmp.Or(o.paragraph, whole), First: first,
		Place: Rect{X: x / c.unit, Y: y - style.Size/2, W: c.TextWidth(s, style), H: style.Size},
	})
}
