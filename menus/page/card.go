package page

import (
	"mancala/menus/kit"
	"mancala/render"
)

// Card is a modal dialog over the screen below: a title, some text, and buttons.
type Card struct {
	Page
	title, text string
	buttons     []*kit.Button
	side        bool // buttons are side by side
	bounds      render.Rect
	textRect    render.Rect
}

// IsOverlay keeps the screen below visible.
func (*Card) IsOverlay() {}

// Dimensions of a card, in units: its largest width, and its padding.
const (
	CardWidth  = 520
	CardMargin = 32
)

// NewCard returns a card; Escape calls cancel.
func NewCard(shell Shell, name, title, text string, cancel func(), buttons ...*kit.Button) *Card {
	c := &Card{Page: New(shell, name), title: title, text: text, buttons: buttons}
	widgets := make([]kit.Widget, len(buttons))
	for i, b := range buttons {
		widgets[i] = b
	}
	c.Controls = kit.NewForm(widgets...)
	c.Controls.OnCancel = cancel
	return c
}

// NewQuestion returns a card that asks before something is lost. The harmless answer has the focus.
func NewQuestion(shell Shell, title, text, yes, no string, do func()) *Card {
	back := kit.WithID("question.no", kit.NewButton(no, shell.Back))
	back.Primary = true
	c := NewCard(shell, "question", title, text, shell.Back, back, NewAnswer(shell, "question.yes", yes, do))
	c.side = true
	return c
}

// NewAnswer returns a button that closes its card and then calls do.
func NewAnswer(shell Shell, id, label string, do func()) *kit.Button {
	return kit.WithID(id, kit.NewButton(label, func() {
		shell.Back()
		do()
	}))
}

// SetText replaces the text.
func (c *Card) SetText(text string) {
	if text != c.text {
		c.text = text
		c.Shell.Relayout()
	}
}

// Layout centres the card in the window.
func (c *Card) Layout(canvas *render.Canvas, area render.Rect) {
	width := min(CardWidth, area.W-2*Margin)
	inner := width - 2*CardMargin
	textHeight := 0.0
	if c.text != "" {
		textHeight = kit.TextHeight(canvas, c.text, inner, render.Body) + kit.Gap
	}
	columns := 1
	if c.side {
		columns = len(c.buttons)
	}
	height := func() float64 {
		rows := (len(c.buttons) + columns - 1) / columns
		return 2*CardMargin + 52 + textHeight + float64(rows)*(kit.ControlHeight+kit.Gap) - kit.Gap
	}
	if height() > area.H-2*kit.Gap { // a long list in a low window
		columns, width = 2, min(CardWidth*1.3, area.W-2*Margin)
	}
	c.bounds = area.Centered(width, height())
	body := c.bounds.Inset(CardMargin)
	_, body = body.CutTop(52)
	c.textRect, body = body.CutTop(textHeight)
	for i := 0; i < len(c.buttons); i += columns {
		var row render.Rect
		row, body = body.CutTop(kit.ControlHeight)
		_, body = body.CutTop(kit.Gap)
		for k, r := range kit.EqualRow(row, kit.Gap, columns) {
			if i+k < len(c.buttons) {
				c.buttons[i+k].SetBounds(r)
			}
		}
	}
}

// Draw draws the card over the screen below.
func (c *Card) Draw(canvas *render.Canvas) {
	DrawCard(canvas, c.bounds)
	canvas.Text(c.title, render.Point{X: c.bounds.Center().X, Y: c.bounds.Y + CardMargin + 18}, render.Heading.Aligned(render.Center))
	kit.DrawText(canvas, c.text, c.textRect, render.Body.Aligned(render.Center))
	c.Controls.Draw(canvas)
}

// DrawCard draws the background of a card, and shades everything around it.
func DrawCard(c *render.Canvas, r render.Rect) {
	c.FillRect(c.Bounds(), 0, render.Shade)
	c.FillRect(r, 18, render.Panel)
	c.StrokeRect(r, 18, 1, render.Line)
}
