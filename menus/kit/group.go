package kit

import "mancala/render"

// Heading is the read-only title of a group of controls, with a line beside it.
type Heading struct {
	box
	Label string
}

// HeadingHeight is the height of a heading.
const HeadingHeight = 34

var headingStyle = render.Label.In(render.InkSoft)

// Focusable reports false: a heading is read-only.
func (h *Heading) Focusable() bool { return false }

// Update does nothing.
func (h *Heading) Update(*Input, State) bool { return false }

// Describe returns the title.
func (h *Heading) Describe() Info { return Info{Kind: KindHeading, Label: h.Label} }

func (h *Heading) clipped(c *render.Canvas) bool { return !fits(c, h.Label, h.bounds, headingStyle) }

// Draw draws the title, and a line in the room beside it.
func (h *Heading) Draw(c *render.Canvas, _ State) {
	const away = 12
	x := drawFitted(c, h.Label, h.bounds, headingStyle)
	if x > 0 {
		x += away
	}
	if rest := h.bounds.W - x; rest > 0 {
		c.FillRect(render.Rect{X: h.bounds.X + x, Y: h.bounds.Center().Y, W: rest, H: 1}, 0, render.Line)
	}
}

// Group returns parts below each other under a heading.
func Group(title string, parts ...Part) Part {
	const gap = 10
	return &Stack{Parts: []Part{Put(&Heading{Label: title}), &Stack{Gap: gap, Parts: parts}}}
}
