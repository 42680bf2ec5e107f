package kit

import (
	"slices"

	"mancala/render"
)

// Modal is a card with a question or a message over a screen that it dims. While it is open it uses up all input: update
// it before the form of its screen and draw it after. Enter presses its primary button.
type Modal struct {
	Title, Text string
	// Fields are widgets between the text and the buttons.
	Fields []Tall
	// Buttons stand side by side from left to right, or below each other where they do not fit. A button does not close
	// the card: its OnPress does.
	Buttons []*Button
	// OnCancel is called on Escape. Without it Escape closes the card.
	OnCancel func()
	// Width is the width of the card in units; 0 means 560. The card never leaves the screen.
	Width float64

	open, stale bool
	form        Form
	widgets     []Widget
	body        ScrollArea
	card, title render.Rect
}

const (
	modalPad    = 28
	modalMargin = 16
	modalTitle  = 40
)

// Open opens the card. The focus is on its first field, else on the primary button, else on the first button.
func (m *Modal) Open() {
	m.open, m.stale = true, true
	m.form = Form{OnCancel: m.cancel}
	m.assemble()
	m.form.focus = nil
	for _, w := range m.Fields {
		if m.form.focus == nil {
			m.form.Focus(w)
		}
	}
	if m.form.focus == nil && m.form.Default != nil {
		m.form.Focus(m.form.Default)
	}
	if m.form.focus == nil && len(m.Buttons) > 0 {
		m.form.Focus(m.Buttons[0])
	}
}

// Close closes the card.
func (m *Modal) Close() { m.open, m.stale = false, m.stale || m.open }

// IsOpen reports whether the card is open.
func (m *Modal) IsOpen() bool { return m.open }

// Focused returns the widget of the card with the focus, or nil.
func (m *Modal) Focused() Widget { return m.form.Focused() }

// Focus gives the focus to a widget of the card.
func (m *Modal) Focus(w Widget) { m.form.Focus(w) }

// Invalidate makes the next Update report a change.
func (m *Modal) Invalidate() { m.stale = true }

func (m *Modal) cancel() {
	if m.OnCancel != nil {
		m.OnCancel()
	} else {
		m.Close()
	}
}

// assemble puts the widgets on the form.
func (m *Modal) assemble() {
	widgets := append(m.widgets[:0], &m.body)
	for _, w := range m.Fields {
		widgets = append(widgets, w)
	}
	m.form.Default = nil
	for _, b := range m.Buttons {
		widgets = append(widgets, b)
		if b.Primary {
			m.form.Default = b
		}
	}
	m.widgets = widgets
	if !slices.Equal(widgets, m.form.widgets) {
		m.form.Set(widgets...)
	}
}

// Update gives the card the input of one tick, reports whether it looks different now, and uses up everything while it is
// open.
func (m *Modal) Update(in *Input) bool {
	changed := m.stale
	m.stale = false
	if !m.open || in.Blocked() {
		return changed
	}
	m.assemble()
	changed = m.form.Update(in) || changed
	in.UseAll()
	changed = changed || m.stale
	m.stale = false
	return changed
}

// Draw dims the screen and draws the card in its middle, if it is open.
func (m *Modal) Draw(c *render.Canvas) {
	if !m.open {
		return
	}
	screen := c.Bounds()
	m.assemble()
	m.layout(c, screen)
	c.FillRect(screen, 0, render.Shade)
	card(c, m.card)
	line(c, m.Title, m.title, render.Heading)
	m.form.Draw(c)
}

// layout gives the card and all that is on it a place.
func (m *Modal) layout(c *render.Canvas, screen render.Rect) {
	width := m.Width
	if width == 0 {
		width = 560
	}
	width = min(width, screen.W-2*modalMargin)
	inner := width - 2*modalPad
	textHeight := 0.0
	if m.Text != "" {
		textHeight = TextHeight(c, m.Text, inner, render.Body)
	}
	rows := m.buttonRows(c, inner)
	fixed := m.fixedHeight(len(rows))
	view := max(min(textHeight, screen.H-2*modalMargin-fixed), min(textHeight, 2*render.Body.Size*LineSpacing))
	m.card = screen.Centered(width, min(fixed+view, screen.H-2*modalMargin))
	rest := m.card.Inset(modalPad)
	if m.Title != "" {
		m.title, rest = rest.CutTop(modalTitle)
		_, rest = rest.CutTop(10)
	}
	body, rest := rest.CutTop(view)
	m.body.SetBounds(body)
	m.body.ContentHeight, m.body.DrawContent = textHeight, m.drawBody
	_, rest = rest.CutTop(Gap)
	placeRows(Stack(rest, Gap, m.Fields...), rows)
}

// fixedHeight returns how high the card is without its text.
func (m *Modal) fixedHeight(rows int) float64 {
	h := 2.0*modalPad + float64(rows)*(ControlHeight+Gap)
	if m.Title != "" {
		h += modalTitle + 10
	}
	for _, w := range m.Fields {
		h += w.Height() + Gap
	}
	return h
}

// placeRows places rows of buttons below each other.
func placeRows(r render.Rect, rows [][]*Button) {
	for _, row := range rows {
		place, rest := r.CutTop(ControlHeight)
		for i, r := range EqualRow(place, Gap, len(row)) {
			row[i].SetBounds(r)
		}
		_, r = rest.CutTop(Gap)
	}
}

func (m *Modal) drawBody(c *render.Canvas, r render.Rect) {
	DrawText(c, m.Text, r, render.Body.In(render.InkSoft))
}

// buttonRows returns all buttons in one row, or each in its own where their labels do not fit.
func (m *Modal) buttonRows(c *render.Canvas, width float64) [][]*Button {
	if len(m.Buttons) == 0 {
		return nil
	}
	each := (width - Gap*float64(len(m.Buttons)-1)) / float64(len(m.Buttons))
	for _, b := range m.Buttons {
		need := textWidth(c, b.Label, render.Strong) + 36
		if b.Mnemonic != "" {
			need += 80
		}
		if need > each {
			rows := make([][]*Button, len(m.Buttons))
			for i, b := range m.Buttons {
				rows[i] = []*Button{b}
			}
			return rows
		}
	}
	return [][]*Button{m.Buttons}
}
