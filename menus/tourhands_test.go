package menus

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// hand is a user with only one kind of input.
type hand interface {
	// reach brings the control with a name within reach: focuses it with the keys, or makes it
	// visible to a pointer.
	reach(v *visit, name string) bool
	// use tries all uses of a kind of control on the one within reach until one has an effect, and
	// reports whether one has.
	use(v *visit, name string) bool
	// leave goes back without a control, and reports whether that was possible.
	leave(v *visit) bool
	// source is the kind of input.
	source() kit.Source
}

// acts reports whether an action has an effect.
func (v *visit) acts(do func()) bool {
	before := v.state()
	do()
	v.wait(1, 0)
	return v.state() != before
}

// stirs lets the screen come to rest, and then reports whether an action changes it.
func (v *visit) stirs(do func() bool) bool {
	for range 30 {
		if !v.give(&kit.Input{Cursor: nowhere}) {
			break
		}
	}
	return do()
}

// typist has a keyboard and goes by Tab.
type typist struct{}

func (typist) key(v *visit, keys ...ebiten.Key) bool {
	in := &kit.Input{Source: kit.Keyboard, Cursor: nowhere}
	for _, k := range keys {
		in.Keys = append(in.Keys, kit.KeyPress{Key: k})
	}
	return v.give(in)
}

func (p typist) reach(v *visit, name string) bool {
	for range 2 * len(v.stack.Form().Widgets()) {
		if v.focused() == name {
			return true
		}
		p.key(v, ebiten.KeyTab)
	}
	return v.focused() == name
}

func (p typist) use(v *visit, name string) bool {
	if w, ok := v.named(name).(*kit.TextField); ok {
		w.SelectAll()
		return v.acts(func() { v.give(&kit.Input{Source: kit.Keyboard, Cursor: nowhere, Text: "7"}) })
	}
	return tryKeys(v, name, func(k ebiten.Key) bool { return p.key(v, k) })
}

func (p typist) leave(v *visit) bool {
	return v.leaves(func() { p.key(v, ebiten.KeyEscape) })
}

func (typist) source() kit.Source { return kit.Keyboard }

// leaves reports whether an action, repeated a few times, leads to another screen. The first time
// it may only leave a text field.
func (v *visit) leaves(do func()) bool {
	top := v.Top()
	for range 3 {
		if do(); v.Top() != top {
			return true
		}
	}
	return false
}

// tryKeys presses the keys that a control may respond to.
func tryKeys(v *visit, name string, press func(ebiten.Key) bool) bool {
	keys := []ebiten.Key{ebiten.KeyEnter, ebiten.KeyArrowRight, ebiten.KeyArrowLeft, ebiten.KeyArrowDown, ebiten.KeyArrowUp}
	switch kind := v.stack.Form().Info(v.named(name)).Kind; kind {
	case kit.KindButton, kit.KindCard, kit.KindSwitch:
		keys = keys[:1]
	case kit.KindText:
		return v.stirs(func() bool { return press(ebiten.KeyArrowDown) }) || v.stirs(func() bool { return press(ebiten.KeyArrowUp) })
	}
	for _, k := range keys {
		if v.focused() == name && v.acts(func() { press(k) }) {
			return true
		}
	}
	return false
}

// player has a gamepad: four directions and some buttons.
type player struct{ pad *gamepad }

// hold runs a tick with these buttons held.
func (p *player) hold(v *visit, buttons ...ebiten.StandardGamepadButton) bool {
	return v.give(&kit.Input{Source: kit.Pad, Cursor: nowhere, Keys: p.pad.read(padWith(buttons...))})
}

// push presses and releases a button.
func (p *player) push(v *visit, b ebiten.StandardGamepadButton) bool {
	changed := p.hold(v, b)
	return p.hold(v) || changed
}

var directions = [...]ebiten.StandardGamepadButton{
	ebiten.StandardGamepadButtonLeftBottom, ebiten.StandardGamepadButtonLeftRight,
	ebiten.StandardGamepadButtonLeftTop, ebiten.StandardGamepadButtonLeftLeft,
}

// reach goes from control to control with a shoulder button.
func (p *player) reach(v *visit, name string) bool {
	for range v.stack.Form().Widgets() {
		if v.focused() == name {
			return true
		}
		p.push(v, ebiten.StandardGamepadButtonFrontTopRight)
	}
	return v.focused() == name
}

func (p *player) use(v *visit, name string) bool {
	keys := map[ebiten.Key]ebiten.StandardGamepadButton{
		ebiten.KeyEnter:      ebiten.StandardGamepadButtonRightBottom,
		ebiten.KeyArrowDown:  directions[0],
		ebiten.KeyArrowRight: directions[1],
		ebiten.KeyArrowUp:    directions[2],
		ebiten.KeyArrowLeft:  directions[3],
	}
	if field, ok := v.named(name).(*kit.TextField); ok {
		return p.write(v, field)
	}
	return tryKeys(v, name, func(k ebiten.Key) bool { return p.push(v, keys[k]) })
}

// write types something into the focused field with the on-screen keyboard.
func (p *player) write(v *visit, field *kit.TextField) bool {
	before := field.Text()
	p.push(v, ebiten.StandardGamepadButtonRightBottom)
	keys := v.Top().Form().Keyboard()
	if keys == nil {
		return false
	}
	for _, way := range directions[:2] { // some characters may not be allowed, or not fit
		for range 12 {
			if p.push(v, ebiten.StandardGamepadButtonRightBottom); field.Text() != before || v.Top().Form().Keyboard() == nil {
				break
			}
			p.push(v, way)
		}
	}
	p.push(v, ebiten.StandardGamepadButtonRightRight)
	return field.Text() != before && v.Top().Form().Keyboard() == nil
}

func (p *player) leave(v *visit) bool {
	return v.leaves(func() { p.push(v, ebiten.StandardGamepadButtonRightRight) })
}

func (*player) source() kit.Source { return kit.Pad }

// pointer has a mouse, or a finger.
type pointer struct{ by kit.Source }

// tap presses and releases at a point.
func (p pointer) tap(v *visit, at render.Point) {
	if p.by == kit.Mouse {
		v.give(&kit.Input{Cursor: at, CursorMoved: true})
	}
	v.give(&kit.Input{Source: p.by, Cursor: at, CursorMoved: true, Pressed: true, Down: true})
	v.give(&kit.Input{Source: p.by, Cursor: at, Released: true})
	if p.by == kit.Touch {
		v.give(&kit.Input{Source: p.by, Cursor: nowhere, CursorMoved: true})
	}
}

// scroll scrolls down with the wheel or a finger.
func (p pointer) scroll(v *visit, at render.Point) bool {
	if p.by == kit.Mouse {
		return v.give(&kit.Input{Cursor: at, Wheel: page.WheelNotch})
	}
	v.give(&kit.Input{Source: kit.Touch, Cursor: at, CursorMoved: true, Pressed: true, Down: true})
	changed := false
	for range 8 {
		at.Y -= 12
		changed = v.give(&kit.Input{Source: kit.Touch, Cursor: at, CursorMoved: true, Down: true}) || changed
	}
	v.give(&kit.Input{Source: kit.Touch, Cursor: at, Released: true})
	return changed
}

func (p pointer) reach(v *visit, name string) bool {
	for _, x := range []float64{0.03, 0.5, 0.9} { // a finger may drag the controls in a column of the page
		for range 60 {
			w := v.named(name)
			if w == nil {
				return false
			}
			if info := v.stack.Form().Info(w); !info.Hidden {
				at := info.Bounds.Center()
				return v.window.Contains(at)
			}
			p.scroll(v, render.Point{X: x * v.window.W, Y: 0.6 * v.window.H})
		}
	}
	return false
}

func (p pointer) use(v *visit, name string) bool {
	w := v.named(name)
	r := w.Bounds()
	if field, ok := w.(*kit.TextField); ok {
		return p.write(v, field)
	}
	if v.stack.Form().Info(w).Kind == kit.KindText {
		return v.stirs(func() bool { return p.scroll(v, r.Center()) })
	}
	for _, y := range []float64{0.5, 0.8, 0.25, 0.65, 0.1, 0.18, 0.35} {
		for _, x := range []float64{0.5, 0.9, 0.1, 0.35, 0.65, 0.97, 0.03} {
			if v.acts(func() { p.tap(v, render.Point{X: r.X + x*r.W, Y: r.Y + y*r.H}) }) {
				return true
			}
			if v.stack.Form().Info(w).Kind == kit.KindButton { // can be hit anywhere
				return false
			}
		}
	}
	return false
}

// write types into the field. A mouse cannot; it only focuses the field.
func (p pointer) write(v *visit, field *kit.TextField) bool {
	p.tap(v, field.Bounds().Center())
	if p.by == kit.Mouse {
		return v.stack.Form().Focused() == kit.Widget(field)
	}
	before := field.Text()
	keys := v.Top().Form().Keyboard()
	if keys == nil {
		return false
	}
	v.texts(tourPicture) // places the keys
	key := "key-erase"
	if before == "" {
		key = "key-7"
	}
	p.tap(v, keys.Find(key).Bounds().Center())
	p.tap(v, keys.Find("key-done").Bounds().Center())
	return v.Top().Form().Keyboard() == nil && field.Text() != before
}

// leave reports false: a pointer leaves a screen with its controls.
func (pointer) leave(*visit) bool { return false }

func (p pointer) source() kit.Source { return p.by }

// tourPicture receives unused drawings.
var tourPicture = ebiten.NewImage(640, 400)

// hands are the kinds of input. Each must be sufficient without the others.
func hands() map[string]hand {
	return map[string]hand{
		"keyboard": typist{}, "mouse": pointer{kit.Mouse}, "touch": pointer{kit.Touch}, "gamepad": &player{newGamepad(padState{})},
	}
}
