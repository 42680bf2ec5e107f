package page

import (
	"mancala/menus/kit"
	"mancala/render"
)

// Frame is the grid of a page for screens with a layout of their own: the places of the title, of
// two columns, and of two actions. In an upright window the right column is below the left one.
type Frame struct {
	Area, Left, Right render.Rect
	Buttons           render.Rect // the whole row of actions
	Yes, No           render.Rect // the primary action, and the one before it
	Gap               float64     // between rows of controls
	body              render.Rect
	grid              Grid
}

// NewFrame returns the frame for a window.
func NewFrame(window render.Rect) Frame {
	g := NewGrid(window)
	f := Frame{Area: g.Area, Gap: g.Gap(), grid: g}
	_, f.Area = f.Area.CutTop(titleHeight(g))
	_, f.Area = f.Area.CutBottom(foot(g))
	f.Buttons, f.body = f.Area.CutBottom(kit.ControlHeight)
	_, f.body = f.body.CutBottom(f.Gap)
	width := min(200, (f.Buttons.W-kit.Gap)/2)
	f.Yes, _ = f.Buttons.CutRight(width)
	f.No = f.Yes.Move(render.Point{X: -width - kit.Gap})
	sides := kit.EqualRow(f.body, 2*kit.Gap, 2)
	if g.Upright {
		sides = kit.Column(f.body, f.Gap, 0, 0)
	}
	f.Left, f.Right = sides[0], sides[1]
	return f
}

// Body returns both columns and the gap between them.
func (f *Frame) Body() render.Rect { return f.body }

// DrawHeading draws the title of the page.
func (f *Frame) DrawHeading(c *render.Canvas, text string) {
	sheet := Sheet{Title: text}
	sheet.draw(c, f.grid)
}
