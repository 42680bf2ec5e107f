package kit

import (
	"strings"

	"mancala/render"
)

// doubleClickTicks is the longest time between two presses of a double click.
const doubleClickTicks = 27

// TextField is one line of editable text. Make one with [NewTextField], or use a literal.
type TextField struct {
	box
	// Label is above the field.
	Label string
	// Placeholder is the text of an empty field.
	Placeholder string
	// Hint is a line under the field that explains it. Error, if not "", replaces the hint and says
	// why the text is invalid.
	Hint, Error string
	// MaxRunes limits the length of the text in runes; 0 means no limit.
	MaxRunes int
	// Filter, if not nil, reports whether a rune is allowed.
	Filter func(rune) bool
	// Clipboard is for copy and paste; nil disables both.
	Clipboard Clipboard
	// OnChange is called after the user has changed the text.
	OnChange func(text string)

	edit        edit
	composition string
	scroll      float64
	blink       blinker
	// clicks counts consecutive presses at the boundary clicked, and again is the remaining number
	// of ticks for another one.
	clicks, clicked, again int
	canvas                 *render.Canvas
}

// NewTextField returns a field with a label, its initial text, and a clipboard, which may be nil.
func NewTextField(label, text string, clipboard Clipboard) *TextField {
	f := &TextField{Label: label, Clipboard: clipboard}
	f.SetText(text)
	return f
}

// Focusable reports true.
func (f *TextField) Focusable() bool { return true }

// Text returns the text.
func (f *TextField) Text() string { return string(f.edit.text) }

// SetText replaces the text with the allowed part of s, and puts the caret at its end. It does not
// call OnChange.
func (f *TextField) SetText(s string) {
	f.limits()
	f.edit.set(s)
	f.blink.stale = true
}

// SelectAll selects the whole text, so that typing replaces it.
func (f *TextField) SelectAll() {
	f.edit.selectAll()
	f.blink.stale = true
}

// AroundCaret returns the text before and after the caret, for an input method. It omits the
// selection, which typing replaces.
func (f *TextField) AroundCaret() (before, after string) {
	from, to := f.edit.selection()
	return string(f.edit.text[:from]), string(f.edit.text[to:])
}

// ReplaceAround replaces the whole text with before and after, and puts the caret between them, for
// an input method that edits around the caret. It calls OnChange.
func (f *TextField) ReplaceAround(before, after string) {
	f.change(func(e *edit) {
		e.set(before + after)
		e.moveTo(len(e.clean(before)), false)
	})
}

// change edits the text as the user would, and calls OnChange if the text has changed.
func (f *TextField) change(do func(e *edit)) {
	f.limits()
	old := f.edit.version
	do(&f.edit)
	f.blink.stale = true
	if f.OnChange != nil && f.edit.version != old {
		f.OnChange(f.Text())
	}
}

// CaretRect returns the rectangle of the caret, for the window of an input method.
func (f *TextField) CaretRect() render.Rect {
	inner := f.inner()
	from, _ := f.edit.selection()
	return render.Rect{X: inner.X + f.xOf(from) - f.scroll, Y: inner.Center().Y - 13, W: 2, H: 26}
}

// limits passes Filter and MaxRunes to the edit.
func (f *TextField) limits() {
	f.edit.filter = f.Filter
	f.edit.limit(f.MaxRunes)
}

// Update edits the text.
func (f *TextField) Update(in *Input, at State) bool {
	f.limits()
	before := f.look()
	f.pointer(in, at)
	f.composition = ""
	if at.Focused {
		f.keys(in)
	}
	changed := f.blink.tick(at.Focused) || before != f.look()
	if before.version != f.edit.version && f.OnChange != nil {
		f.OnChange(f.Text())
	}
	return changed
}

// pointer moves the caret to a press, and extends the selection to a drag or a press with Shift. A
// double click selects a word, a triple click everything.
func (f *TextField) pointer(in *Input, at State) {
	if f.again = max(0, f.again-1); f.again == 0 {
		f.clicks = 0
	}
	if !at.Pressed && (!at.Held || !in.CursorMoved) {
		return
	}
	i := f.runeAt(in.Cursor.X)
	f.blink.stale = true
	if !at.Pressed {
		if i != f.clicked || f.clicks <= 1 { // a trembling hand does not undo a double click
			f.edit.moveTo(i, true)
		}
		return
	}
	if i != f.clicked || in.Shift {
		f.clicks = 0
	}
	f.clicks, f.clicked, f.again = f.clicks%3+1, i, doubleClickTicks
	switch f.clicks {
	case 1:
		f.edit.moveTo(i, in.Shift)
	case 2:
		f.edit.selectWord(i)
	default:
		f.edit.selectAll()
	}
}

// Paste replaces the whole text with the clipboard's, and reports whether there was any.
func (f *TextField) Paste() bool {
	if !CanCopy(f.Clipboard) {
		return false
	}
	text, err := f.Clipboard.Read()
	if text = strings.TrimSpace(text); err != nil || len(f.edit.clean(text)) == 0 {
		return false
	}
	f.ReplaceAround(text, "")
	return true
}

// PasteButton returns a button that pastes into a field, for people without a keyboard. It is
// disabled if the field's clipboard cannot paste. focus, which may be nil, is called after a paste.
func PasteButton(label string, field *TextField, focus func()) *Button {
	b := NewButton(label, func() {
		if field.Paste() && focus != nil {
			focus()
		}
	})
	b.Disabled = !CanPaste(field.Clipboard)
	return b
}

// fieldLook is the part of a field's state that affects its look.
type fieldLook struct {
	version, caret, anchor int
	composition            string
}

func (f *TextField) look() fieldLook {
	return fieldLook{f.edit.version, f.edit.caret, f.edit.anchor, f.composition}
}

// keys handles typed text and keys.
func (f *TextField) keys(in *Input) {
	before := f.look()
	f.composition = in.Composition
	if in.Composition != "" { // the keys belong to the input method
		f.edit.insert(in.Text)
		in.UseKeys()
		return
	}
	shortcut := false
	for _, p := range in.Keys {
		shortcut = shortcut || p.Ctrl && !p.Alt // AltGr, reported as Ctrl with Alt, types characters
	}
	for done := false; !done; {
		_, ok := in.take(f.key)
		done = !ok
	}
	if in.Text != "" && !shortcut {
		f.edit.insert(in.Text)
	}
	in.Text = ""
	if before != f.look() {
		f.blink.stale = true
	}
}

// Height returns the height of the field at a width, with its whole label, its box and the line
// under it.
func (f *TextField) Height(c *render.Canvas, width float64) float64 {
	h := labelledHeight(f.Label)
	note := f.Hint
	if f.Error != "" {
		note = f.Error
	}
	if note != "" {
		h += max(NoteHeight, noteAway+TextHeight(c, note, width, render.Caption)+2)
	}
	return h
}
