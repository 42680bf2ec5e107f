package menus

import (
	"mancala/menus/kit"
	"mancala/render"
)

// frameWidth is how wide a page with two columns is at most.
const frameWidth = 1040

// frame is how a page with much on it is divided: two columns of the same width, and two buttons below the right one. Where
// the window is low, all that is only air gives way.
type frame struct {
	area, left, right render.Rect
	buttons           render.Rect // the whole row
	yes, no           render.Rect // below the right column
	gap               float64     // between rows of controls
}

// newFrame divides a window.
func newFrame(window render.Rect, width float64) frame {
	low := window.H < 640
	margin, heading, gap := 24.0, float64(headingHeight), 24.0
	if low {
		heading, gap = 74, 14
	}
	f := frame{area: content(window, width), gap: gap}
	f.area.H = window.H - heading - margin
	f.area.Y = window.Y + heading
	var rest render.Rect
	f.buttons, rest = f.area.CutBottom(kit.ControlHeight)
	_, rest = rest.CutBottom(gap)
	sides := kit.EqualRow(rest, 2*kit.Gap, 2)
	f.left, f.right = sides[0], sides[1]
	pair := kit.EqualRow(render.Rect{X: f.right.X, Y: f.buttons.Y, W: f.right.W, H: f.buttons.H}, kit.Gap, 2)
	f.yes, f.no = pair[0], pair[1]
	return f
}

// body returns both columns and what is between them.
func (f *frame) body() render.Rect {
	r := f.left
	r.W = f.area.W
	return r
}

// drawHeading draws the heading of the page.
func (f *frame) drawHeading(c *render.Canvas, text string) {
	c.Text(text, render.Point{X: f.area.X, Y: f.area.Y / 2}, render.Heading.Sized(34))
}
