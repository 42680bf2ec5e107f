package kit

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// KeyPress is one key that went down, or that is held and repeats.
type KeyPress struct {
	Key ebiten.Key
	// Shift, Ctrl and Alt say what was held with it. Ctrl also means Command on a Mac.
	Shift, Ctrl, Alt bool
	// Repeat is true for a key that was down before. Repeats move carets and scroll, but never
	// press a button.
	Repeat bool
}

// Source is what a person uses the program with.
type Source uint8

// The sources. A keyboard counts as used where a key was pressed, even if a mouse lies beside it.
const (
	Mouse Source = iota
	Keyboard
	Touch
	Pad
)

// Input is what happened in one tick. It is a plain value, so that everything that reacts to it is
// tested without a window. Whoever reacts to a part of it uses that part up, so that nothing behind
// reacts as well.
type Input struct {
	// Cursor is where the pointer is, in units; see [render.Canvas]. While no finger touches a
	// touch screen it is far outside; in the tick of a release it is where the finger left.
	Cursor      render.Point
	CursorMoved bool
	// Pressed, Released and Down are about the primary mouse button or a touch: it went down, it
	// went up, it is down.
	Pressed, Released, Down bool
	// Wheel is how far to scroll, in units; positive shows what is further down.
	Wheel float64
	Keys  []KeyPress
	// Text is what was typed or committed by an input method in this tick.
	Text string
	// Composition is what an input method is still composing, to be shown at the caret.
	Composition string
	// Source is what was used last, in this tick or before.
	Source Source
	// SystemKeyboard says that the system shows a keyboard of its own to a finger that presses a
	// field, so that ours is not needed.
	SystemKeyboard bool
	// Shift says whether Shift is held; a press of the pointer then selects up to where it is.
	Shift bool

	pointerUsed bool
}

// Key reports whether the key went down in this tick without Shift, Ctrl or Alt. A repeat does not
// count.
func (in *Input) Key(k ebiten.Key) bool {
	return slices.ContainsFunc(in.Keys, func(p KeyPress) bool { return p == KeyPress{Key: k} })
}

// TakeKey reports whether the key went down in this tick without Shift, Ctrl or Alt, and uses it
// up.
func (in *Input) TakeKey(k ebiten.Key) bool {
	_, ok := in.take(func(p KeyPress) bool { return p == KeyPress{Key: k} })
	return ok
}

// TakeAnyKey is [Input.TakeKey] for the first of several keys.
func (in *Input) TakeAnyKey(keys ...ebiten.Key) bool {
	return slices.ContainsFunc(keys, in.TakeKey)
}

// Over reports whether the pointer is in r and nothing in front has used it.
func (in *Input) Over(r render.Rect) bool { return !in.pointerUsed && r.Contains(in.Cursor) }

// UsePointer uses up everything that the pointer did: to what is behind it is nowhere.
func (in *Input) UsePointer() {
	in.Pressed, in.Released, in.Down, in.CursorMoved, in.Wheel = false, false, false, false, 0
	in.pointerUsed = true
}

// UseKeys uses up all keys and text.
func (in *Input) UseKeys() { in.Keys, in.Text, in.Composition = nil, "", "" }

// take removes the first key press that matches.
func (in *Input) take(match func(KeyPress) bool) (KeyPress, bool) {
	i := slices.IndexFunc(in.Keys, match)
	if i < 0 {
		return KeyPress{}, false
	}
	p := in.Keys[i]
	in.Keys = slices.Concat(in.Keys[:i], in.Keys[i+1:])
	return p, true
}

// takePlain removes a press or repeat of the key without Ctrl, Alt or Shift.
func (in *Input) takePlain(k ebiten.Key) bool {
	_, ok := in.take(func(p KeyPress) bool { return p.Key == k && !p.Shift && !p.Ctrl && !p.Alt })
	return ok
}
