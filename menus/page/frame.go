package page

import (
	"mancala/menus/kit"
	"mancala/render"
)

// The largest widths of a page: with two columns, and with a list beside a narrow column or with a
// row of cards.
const (
	FrameWidth = 1040
	ListWidth  = 1216
)

// Frame is the layout of a full page: two columns of equal width, and two buttons below the right
// one. If the window is higher than wide, the right column is below the left one. In a low window,
// the heading and the gaps shrink.
type Frame struct {
	Area, Left, Right render.Rect
	Buttons           render.Rect // the whole row
	Yes, No           render.Rect // below the right column
	Gap               float64     // between rows of controls
	body              render.Rect
}

// NewFrame returns the frame for a window.
func NewFrame(window render.Rect, width float64) Frame {
	low := window.H < 640
	margin, heading, gap := 24.0, float64(headingHeight), 24.0
	if low {
		heading, gap = 74, 14
	}
	f := Frame{Area: Content(window, width), Gap: gap}
	f.Area.H = window.H - heading - margin
	f.Area.Y = window.Y + heading
	var rest render.Rect
	f.Buttons, rest = f.Area.CutBottom(kit.ControlHeight)
	_, rest = rest.CutBottom(gap)
	f.body = rest
	sides := kit.EqualRow(rest, 2*kit.Gap, 2)
	buttons, _ := f.Buttons.CutRight(sides[1].W)
	pair := kit.EqualRow(buttons, kit.Gap, 2)
	f.Yes, f.No = pair[0], pair[1]
	if window.H > window.W {
		sides = kit.Column(rest, gap, 0, 0)
	}
	f.Left, f.Right = sides[0], sides[1]
	return f
}

// Body returns both columns and the gap between them.
func (f *Frame) Body() render.Rect { return f.body }

// DrawHeading draws the heading of the page.
func (f *Frame) DrawHeading(c *render.Canvas, text string) {
	c.Text(text, render.Point{X: f.Area.X, Y: f.Area.Y / 2}, render.Heading.Sized(34))
}
