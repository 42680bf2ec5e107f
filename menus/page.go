package menus

import (
	"mancala/menus/kit"
	"mancala/render"
)

// Page is what all screens have in common: the program around them, what all share, and a form.
// Make one with [NewPage].
type Page struct {
	Shell Shell
	*Shared
	// Controls is the form with the screen's widgets.
	Controls *kit.Form
	name     string
}

// NewPage returns the base of a screen. Name is for those who watch the program from outside.
func NewPage(shell Shell, name string) Page {
	return Page{Shell: shell, Shared: shell.Shared(), name: name}
}

// Update gives the input to the form.
func (p *Page) Update(in *kit.Input) bool { return p.Controls.Update(in) }

// Field returns the text field that has the focus, or nil.
func (p *Page) Field() *kit.TextField {
	field, _ := p.Controls.Focused().(*kit.TextField)
	return field
}

// Name returns the screen's name.
func (p *Page) Name() string { return p.name }

// Form returns the form with the screen's widgets.
func (p *Page) Form() *kit.Form { return p.Controls }

// content returns the middle column of a page under a heading, at most width units wide.
func content(area render.Rect, width float64) render.Rect {
	w := min(width, area.W-2*pageMargin)
	return render.Rect{X: area.X + (area.W-w)/2, Y: area.Y + headingHeight, W: w, H: area.H - headingHeight - pageMargin}
}

// Measures of a page, in units.
const (
	pageMargin    = 32
	headingHeight = 96
)

// placePage places what a page to read is made of: a choice at the top, what is read below it, and the way back.
func placePage(area render.Rect, width float64, choice, body, back kit.Widget) {
	bottom, rest := content(area, width).CutBottom(kit.ControlHeight)
	place, _ := bottom.CutRight(200)
	back.SetBounds(place)
	place, rest = rest.CutTop(kit.ControlHeight)
	choice.SetBounds(place)
	_, rest = rest.CutTop(kit.Gap)
	_, rest = rest.CutBottom(kit.Gap)
	body.SetBounds(rest)
}

// drawHeading draws the heading of a page at the left of the column that content returns for width.
func drawHeading(c *render.Canvas, heading string, width float64) {
	column := content(c.Bounds(), width)
	c.Text(heading, render.Point{X: column.X, Y: headingHeight / 2}, render.Heading.Sized(34))
}

// drawPanel draws the ground of a group of things.
func drawPanel(c *render.Canvas, r render.Rect) {
	c.FillRect(r, 14, render.Panel)
}
