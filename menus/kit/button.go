package kit

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// Button does one thing when it is clicked, when Enter or Space is pressed while it has the focus, or by its mnemonic.
type Button struct {
	box
	Label string
	// Caption is a smaller line under the label, which then stands at the left. A button less than 56 units high leaves it
	// out.
	Caption string
	// Mnemonic is the key that presses the button from anywhere in its form, shown at its right end: a letter, a digit,
	// or the name of a key, such as "F1". A focused text field keeps letters and digits to itself.
	Mnemonic string
	// Primary marks the one button of a screen that most people want.
	Primary  bool
	Disabled bool
	// OnPress is called when the button is pressed.
	OnPress func()
}

// captionHeight is how high a button is at least that shows its caption.
const captionHeight = 56

// NewButton returns a button.
func NewButton(label string, onPress func()) *Button { return &Button{Label: label, OnPress: onPress} }

// Focusable reports whether the button is enabled.
func (b *Button) Focusable() bool { return !b.Disabled }

// Press does what a click does. A disabled button does nothing.
func (b *Button) Press() {
	if !b.Disabled && b.OnPress != nil {
		b.OnPress()
	}
}

// Update presses the button where the input says so.
func (b *Button) Update(in *Input, at State) bool {
	switch {
	case b.Disabled:
	case at.Clicked,
		at.Focused && in.TakeAnyKey(ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeySpace),
		in.takeMnemonic(b.Mnemonic):
		b.Press()
		return true
	}
	return false
}

// Draw draws the button.
func (b *Button) Draw(c *render.Canvas, at State) {
	look := buttonLook(b.Primary, b.Disabled, at)
	r := b.bounds
	look.draw(c, r)
	if at.Held && at.Hovered {
		r.Y++
	}
	side := 16.0
	if b.Mnemonic != "" {
		side += keycap(c, render.Point{X: r.Right() - 16, Y: r.Center().Y}, b.Mnemonic, look) + 10
	}
	label := render.Strong.In(look.ink)
	if b.Caption == "" || r.H < captionHeight {
		line(c, b.Label, render.Rect{X: r.X + side, Y: r.Y, W: r.W - 2*side, H: r.H}, label.Aligned(render.Center))
		return
	}
	const lead, middle = 20, 11 // from the left edge, and from the middle to those of both lines
	text := render.Rect{X: r.X + lead, Y: r.Y - middle, W: r.W - lead - side, H: r.H}
	line(c, b.Label, text, label)
	line(c, b.Caption, text.Move(render.Point{Y: 2*middle + 2}), render.Caption.In(look.soft))
}
