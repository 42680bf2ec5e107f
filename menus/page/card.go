package page

import (
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
)

// Card is a modal dialog over the screen below: a title, some text, and buttons.
type Card struct {
	Page
	text string
}

// Dimensions of a card, in units: its largest width, and its padding.
const (
	CardWidth  = 520
	CardMargin = 32
)

// NewCard returns a card with buttons below each other; Escape calls cancel.
func NewCard(shell Shell, name, title, text string, cancel func(), buttons ...*kit.Button) *Card {
	c := &Card{Page: New(shell, name), text: text}
	c.Compose(cancel, func(g Grid) Sheet {
		list := kit.Tiles(CardWidth/2, 10, kit.Puts(buttons...)...)
		width := float64(CardWidth)
		if len(buttons) > 5 && g.Low {
			width *= 1.3 // two columns
		}
		parts := []kit.Part{list}
		if c.text != "" {
			parts = []kit.Part{kit.Say(c.text, render.Body.Aligned(render.Center)), list}
		}
		return Sheet{Title: title, Card: width, Content: kit.Rows(parts...)}
	})
	return c
}

// NewQuestion returns a card that asks before a loss. The harmless answer has the focus.
func NewQuestion(shell Shell, title, text, yes, no string, do func()) *Card {
	back := kit.WithID("question.no", kit.NewPrimary(no, shell.Back))
	answer := NewAnswer(shell, "question.yes", yes, do)
	c := &Card{Page: New(shell, "question"), text: text}
	c.Compose(shell.Back, func(Grid) Sheet {
		content := kit.Say(c.text, render.Body.Aligned(render.Center))
		return Sheet{Title: title, Card: CardWidth, Content: content, Actions: []*kit.Button{answer, back}}
	})
	c.Controls.Focus(back)
	return c
}

// NewAnswer returns a button that closes its card and then calls do.
func NewAnswer(shell Shell, id, label string, do func()) *kit.Button {
	return kit.WithID(id, kit.NewButton(label, func() {
		shell.Back()
		do()
	}))
}

// NewBack returns the button to the screen below. It is never gold.
func NewBack(shell Shell, id string) *kit.Button { return NewRetreat(id, words.T("Back"), shell.Back) }

// NewRetreat returns a button with another way back than [NewBack].
func NewRetreat(id, label string, do func()) *kit.Button {
	b := kit.WithID(id, kit.NewButton(label, do))
	b.Calm = true
	return b
}

// SetText replaces the text.
func (c *Card) SetText(text string) {
	if text != c.text {
		c.text = text
		c.Recompose()
	}
}

// BelowLane moves a card below the lane at the top of the window, if there is room.
func BelowLane(window, card render.Rect) render.Rect {
	if card.H <= window.H-kit.LaneHeight-kit.Gap {
		card.Y = max(card.Y, window.Y+kit.LaneHeight)
	}
	return card
}

// DrawCard draws the background of a card, and shades everything around it.
func DrawCard(c *render.Canvas, r render.Rect) {
	c.FillRect(c.Bounds(), 0, render.Shade)
	c.FillRect(r, 18, render.Panel)
	c.StrokeRect(r, 18, 1, render.Line)
}
