package page

import (
	"mancala/menus/kit"
	"mancala/render"
)

// Page is the common part of all screens: the shell, the shared state, and a form. Make one with
// [New].
type Page struct {
	Shell Shell
	*Shared
	// Controls is the form with the screen's widgets.
	Controls *kit.Form
	name     string
	compose  func(g Grid) Sheet // nil for a screen that overrides Layout
	sheet    Sheet
	grid     Grid
	turns    int
}

// New returns the base of a screen. name identifies the screen to observers.
func New(shell Shell, name string) Page {
	return Page{Shell: shell, Shared: shell.Shared(), name: name}
}

// Compose sets the functions of the page. compose composes it, for the present state of the screen
// and the grid of a window. cancel handles Escape.
func (p *Page) Compose(cancel func(), compose func(g Grid) Sheet) {
	p.compose, p.grid = compose, Usual()
	p.sheet = compose(p.grid)
	p.Controls = kit.NewForm(p.sheet.widgets()...)
	p.Controls.OnCancel = cancel
}

// Recompose composes the page again after a change of the screen's state. The focus stays on its
// control if the page still has it.
func (p *Page) Recompose() {
	p.sheet = p.compose(p.grid)
	list := p.sheet.widgets()
	if !p.Controls.Holds(list) {
		p.turns++
	}
	p.Controls.Set(list...)
	p.Shell.Relayout()
}

// Turn makes the present picture of the screen fade into the next one, of another state.
func (p *Page) Turn() { p.turns++ }

// Turns returns the number of state changes with a fade to another picture.
func (p *Page) Turns() int { return p.turns }

// Layout composes the page for a window, and places everything.
func (p *Page) Layout(c *render.Canvas, window render.Rect) {
	p.grid = NewGrid(window)
	p.sheet = p.compose(p.grid)
	if list := p.sheet.widgets(); !p.Controls.Holds(list) {
		p.Controls.Set(list...)
	}
	p.sheet.place(c, p.grid, p.Controls)
}

// Draw draws the page.
func (p *Page) Draw(c *render.Canvas) {
	p.sheet.draw(c)
	p.Controls.Draw(c)
}

// Update passes the input to the form.
func (p *Page) Update(in *kit.Input) bool { return p.Controls.Update(in) }

// IsCard reports whether the screen is a card over the one below.
func (p *Page) IsCard() bool { return p.sheet.Card > 0 }

// Field returns the text field that has the focus, or nil.
func (p *Page) Field() *kit.TextField {
	field, _ := p.Controls.Focused().(*kit.TextField)
	return field
}

// Name returns the screen's name.
func (p *Page) Name() string { return p.name }

// Form returns the form with the screen's widgets.
func (p *Page) Form() *kit.Form { return p.Controls }

// Dimensions of a page, in units.
const (
	// FieldHeight is the height of a control with its label above it.
	FieldHeight = kit.LabelHeight + kit.ControlHeight
	// StatusHeight is the height of the bar at the bottom of the board; toasts are above it.
	StatusHeight = 50
	// WheelNotch is the scroll distance of one notch of a mouse wheel.
	WheelNotch = 60
)

// DrawPanel draws the background of a group.
func DrawPanel(c *render.Canvas, r render.Rect) {
	c.FillRect(r, 14, render.Panel)
}
