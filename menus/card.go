package menus

import (
	"mancala/menus/kit"
	"mancala/render"
)

// card is a dialog over the screen below: a title, some text, and buttons. It is a screen of its own, so that nothing
// else gets input while it is there.
type card struct {
	Page
	title, text string
	buttons     []*kit.Button
	side        bool // buttons stand side by side
	frame       render.Rect
	textRect    render.Rect
}

func (*card) IsOverlay() {}

const (
	cardWidth  = 520
	cardMargin = 32
)

// newCard returns a card whose Escape is cancel.
func newCard(a Shell, name, title, text string, cancel func(), buttons ...*kit.Button) *card {
	c := &card{Page: NewPage(a, name), title: title, text: text, buttons: buttons}
	widgets := make([]kit.Widget, len(buttons))
	for i, b := range buttons {
		widgets[i] = b
	}
	c.Controls = kit.NewForm(widgets...)
	c.Controls.OnCancel = cancel
	return c
}

// newQuestion returns a card that asks before something is lost. The harmless answer has the focus.
func newQuestion(a Shell, title, text, yes, no string, do func()) *card {
	back := kit.NewButton(no, a.Back)
	back.Primary = true
	c := newCard(a, "question", title, text, a.Back, back, kit.NewButton(yes, func() {
		a.Back()
		do()
	}))
	c.side = true
	return c
}

// Layout places the card in the middle of the window.
func (c *card) Layout(canvas *render.Canvas, area render.Rect) {
	width := min(cardWidth, area.W-2*pageMargin)
	inner := width - 2*cardMargin
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
		return 2*cardMargin + 52 + textHeight + float64(rows)*(kit.ControlHeight+kit.Gap) - kit.Gap
	}
	if height() > area.H-2*kit.Gap { // a long list in a low window
		columns, width = 2, min(cardWidth*1.3, area.W-2*pageMargin)
	}
	c.frame = area.Centered(width, height())
	body := c.frame.Inset(cardMargin)
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

// Draw draws the card over what is below.
func (c *card) Draw(canvas *render.Canvas) {
	canvas.FillRect(canvas.Bounds(), 0, render.Shade)
	drawFrame(canvas, c.frame)
	canvas.Text(c.title, render.Point{X: c.frame.Center().X, Y: c.frame.Y + cardMargin + 18}, render.Heading.Aligned(render.Center))
	kit.DrawText(canvas, c.text, c.textRect, render.Body.Aligned(render.Center))
	c.Controls.Draw(canvas)
}

// drawFrame draws the ground of a card.
func drawFrame(c *render.Canvas, r render.Rect) {
	c.FillRect(r, 18, render.Panel)
	c.StrokeRect(r, 18, 1, render.Line)
}
