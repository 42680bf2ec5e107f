package kit

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// Button triggers one action. A click or its shortcut presses it, and so does Enter or Space while
// it has the focus.
type Button struct {
	box
	Label string
	// Caption is a smaller line under the label, which becomes left-aligned. Buttons less than 56
	// units high omit it.
	Caption string
	// Shortcut is the key that presses the button from anywhere on its form, such as "H", "?", "F1"
	// or "Ctrl+Z". The button shows it if there is room; otherwise its tip does. A focused text
	// field keeps keys that type a character.
	Shortcut string
	// Icon, if not nil, replaces the label, in the middle of the button. The label moves to the
	// tip.
	Icon Icon
	// Sign, if not nil, is drawn before the label.
	Sign Icon
	// Primary marks the default action of a screen. Quiet draws the button as a plain line of text,
	// like a link.
	Primary, Quiet bool
	// Calm marks a way back: with the focus it has a bright frame instead of a gold fill.
	Calm     bool
	Disabled bool
	// Deaf disables the button for a moment without a change of its look.
	Deaf bool
	// Badge is a short word, such as a number, on a dot in the button's corner; "" means none.
	Badge string
	// OnPress is called when the button is pressed.
	OnPress func()

	cut bool // the last frame omitted something, so the tip shows it
}

const (
	// captionHeight is the least height of a button that shows its caption.
	captionHeight = 56
	// buttonPad is the least padding on both sides of a label, and lead the padding to the left of
	// a label with a caption.
	buttonPad, lead = 12.0, 20.0
	// SignRoom is the width of a sign and its distance to the label, in units.
	SignRoom = 32.0
)

// NewButton returns a button.
func NewButton(label string, onPress func()) *Button { return &Button{Label: label, OnPress: onPress} }

// NewPrimary returns the button of a default action.
func NewPrimary(label string, onPress func()) *Button {
	return &Button{Label: label, Primary: true, OnPress: onPress}
}

// NewLink returns a quiet button.
func NewLink(label string, onPress func()) *Button {
	return &Button{Label: label, Quiet: true, OnPress: onPress}
}

// Focusable reports whether the button is enabled.
func (b *Button) Focusable() bool { return !b.Disabled && !b.Deaf }

// DrawsFocus marks a widget that draws its own focus: the focused button is filled.
func (b *Button) DrawsFocus() {}

// Press has the effect of a click. A disabled button does nothing.
func (b *Button) Press() {
	if b.Focusable() && b.OnPress != nil {
		b.OnPress()
	}
}

// Update presses the button if the input asks for it.
func (b *Button) Update(in *Input, at State) bool {
	switch {
	case !b.Focusable():
	case at.Clicked,
		at.Focused && in.TakeAnyKey(ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeySpace),
		in.TakeShortcut(b.Shortcut):
		b.Press()
		return true
	}
	return false
}

func (b *Button) style() render.TextStyle {
	if b.Quiet {
		return render.Body
	}
	return render.Strong
}

// captioned reports whether the button shows its caption.
func (b *Button) captioned() bool { return b.Caption != "" && b.bounds.H >= captionHeight }

// places returns the rectangles of the label and the caption. withKey reports whether a key cap
// keyWidth wide also fits beside the label.
func (b *Button) places(c *render.Canvas, keyWidth float64) (label, caption render.Rect, withKey bool) {
	r, side := b.bounds, keyWidth+2*buttonPad
	if b.captioned() {
		const middle = 11 // from the middle of the button to the middle of each line
		text := render.Rect{X: r.X + lead, Y: r.Y - middle, W: r.W - lead - buttonPad, H: r.H}
		if withKey = keyWidth > 0 && textWidth(c, b.Label, b.style()) <= text.W-side; withKey {
			text.W -= side
		}
		return text, text.Move(render.Point{Y: 2*middle + 2}), withKey
	}
	left, right, sign := buttonPad, buttonPad, 0.0
	if b.Sign != nil {
		sign = SignRoom
	}
	switch free := sign + textWidth(c, b.Label, b.style()); {
	case keyWidth > 0 && free+2*side <= r.W: // exactly in the middle
		left, right, withKey = side, side, true
	case keyWidth > 0 && free+left+side <= r.W:
		right, withKey = side, true
	}
	left += sign
	return render.Rect{X: r.X + left, Y: r.Y, W: r.W - left - right, H: r.H}, caption, withKey
}

func (b *Button) clipped(c *render.Canvas) bool {
	if b.Icon != nil {
		return false
	}
	label, caption, _ := b.places(c, 0)
	return !fits(c, b.Label, label, b.style()) || b.captioned() && !fits(c, b.Caption, caption, render.Caption)
}

// hides reports whether the button has omitted something, so that a tip must show it.
func (b *Button) hides() bool { return b.cut || b.Icon != nil }

// Draw draws the button.
func (b *Button) Draw(c *render.Canvas, at State) {
	look := buttonLook(b, at)
	key := KeyName(b.Shortcut, at.Source)
	label, caption, withKey := b.places(c, keycapWidth(c, key))
	b.cut = b.clipped(c) || key != "" && !withKey
	r := b.bounds
	look.draw(c, r)
	defer b.drawBadge(c)
	if b.Icon != nil {
		b.Icon(c, r.Center(), look.ink)
		return
	}
	if at.Held && at.Hovered {
		r.Y, label.Y, caption.Y = r.Y+1, label.Y+1, caption.Y+1
	}
	if withKey {
		keycap(c, render.Point{X: r.Right() - buttonPad, Y: r.Center().Y}, key, look)
	}
	style := b.style().In(look.ink)
	if b.captioned() {
		drawFitted(c, b.Label, label, style)
		drawFitted(c, b.Caption, caption, render.Caption.In(look.soft))
		return
	}
	width := drawFitted(c, b.Label, label, style.Aligned(render.Center))
	if b.Sign != nil {
		b.Sign(c, render.Point{X: label.Center().X - width/2 - SignRoom/2 - 3, Y: label.Center().Y}, look.ink)
	}
	if b.Quiet && at.Hovered && !at.Focused && !b.Disabled {
		from := render.Point{X: label.Center().X - width/2, Y: r.Center().Y + 12}
		c.Line(from, from.Add(render.Point{X: width}), 1.5, look.ink)
	}
}

// drawBadge draws the badge.
func (b *Button) drawBadge(c *render.Canvas) {
	if b.Badge == "" {
		return
	}
	style := keyStyle.In(render.InkOnGold).Aligned(render.Center)
	at := render.Point{X: b.bounds.Right() - 7, Y: b.bounds.Y + 7}
	w := max(badgeSide, c.TextWidth(b.Badge, style)+10)
	c.FillRect(render.Rect{X: at.X - w/2, Y: at.Y - badgeSide/2, W: w, H: badgeSide}, badgeSide/2, render.Gold)
	c.Text(b.Badge, at, style)
}

// badgeSide is the height of a badge, in units.
const badgeSide = 20.0
