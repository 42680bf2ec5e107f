package kit

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// KeyPress is a pressed key, or a held key that repeats.
type KeyPress struct {
	Key ebiten.Key
	// Shift, Ctrl and Alt are the modifiers held with it. Command on a Mac counts as Ctrl.
	Shift, Ctrl, Alt bool
	// Repeat is true for a held key. Repeats move carets and scroll, but never press a button.
	Repeat bool
}

// Source is an input device.
type Source uint8

// The sources. Keyboard means that a key was pressed last, even if a mouse is connected.
const (
	Mouse Source = iota
	Keyboard
	Touch
	Pad
)

// Input is the input of one tick. It is a plain value, so tests need no window. Code that reacts to
// a part of it consumes that part, so that widgets behind do not react as well.
type Input struct {
	// Cursor is the position of the pointer, in units; see [render.Canvas]. Without a finger on a
	// touch screen it is far outside; in the tick of a release it is the finger's last place.
	Cursor      render.Point
	CursorMoved bool
	// Pressed, Released and Down say that the primary mouse button or a touch was pressed in this
	// tick, was released in this tick, or is down.
	Pressed, Released, Down bool
	// Wheel is the distance to scroll, in units; positive scrolls down.
	Wheel float64
	Keys  []KeyPress
	// KeyDown says that some key is down, pressed in this tick or before.
	KeyDown bool
	// Text is the text typed, or committed by an input method, in this tick.
	Text string
	// Composition is the text that an input method is still composing, shown at the caret.
	Composition string
	// Source is the device used last, in this tick or before.
	Source Source
	// SystemKeyboard says that the system shows its own keyboard if a finger presses a field, so
	// this package shows none.
	SystemKeyboard bool
	// Shift says that Shift is held. A press of the pointer then extends the selection.
	Shift bool

	pointerUsed bool
}

// Acts reports whether the user has pressed, scrolled or typed something in this tick.
func (in *Input) Acts() bool {
	return in.Pressed || in.Wheel != 0 || len(in.Keys) > 0 || in.Text != ""
}

// Key reports whether the key was pressed in this tick without Shift, Ctrl or Alt. Repeats do not
// count.
func (in *Input) Key(k ebiten.Key) bool {
	return slices.ContainsFunc(in.Keys, func(p KeyPress) bool { return p == KeyPress{Key: k} })
}

// TakeKey reports whether the key was pressed in this tick without Shift, Ctrl or Alt, and consumes
// it.
func (in *Input) TakeKey(k ebiten.Key) bool {
	_, ok := in.take(func(p KeyPress) bool { return p == KeyPress{Key: k} })
	return ok
}

// TakeAnyKey is [Input.TakeKey] for the first of several keys that matches.
func (in *Input) TakeAnyKey(keys ...ebiten.Key) bool {
	return slices.ContainsFunc(keys, in.TakeKey)
}

// Over reports whether the pointer is in r and nothing in front has consumed it.
func (in *Input) Over(r render.Rect) bool { return !in.pointerUsed && r.Contains(in.Cursor) }

// UsePointer consumes all pointer input, so widgets behind see no pointer.
func (in *Input) UsePointer() {
	in.Pressed, in.Released, in.Down, in.CursorMoved, in.Wheel = false, false, false, false, 0
	in.pointerUsed = true
}

// UseKeys consumes all keys and text.
func (in *Input) UseKeys() { in.Keys, in.Text, in.Composition = nil, "", "" }

// take removes and returns the first key press that matches.
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

// takeWay removes the first key that moves a place within 0..end, and returns the new place. Up,
// Down, PgUp and PgDn move by a line or a page, Home and End to the limits.
func (in *Input) takeWay(from, line, page, end float64) (to float64, ok bool) {
	keys := [...]ebiten.Key{ebiten.KeyArrowUp, ebiten.KeyArrowDown, ebiten.KeyPageUp, ebiten.KeyPageDown, ebiten.KeyHome, ebiten.KeyEnd}
	for i, to := range [len(keys)]float64{from - line, from + line, from - page, from + page, 0, end} {
		if to = max(0, min(to, end)); to != from && in.takePlain(keys[i]) {
			return to, true
		}
	}
	return from, false
}
