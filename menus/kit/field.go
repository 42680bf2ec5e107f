package kit

import (
	"strings"

	"mancala/render"
)

// doubleClickTicks is how soon a second press makes a double click.
const doubleClickTicks = 27

// TextField is one line of text to fill in. Make one with [NewTextField] or fill one in.
type TextField struct {
	box
	// Label stands above the field.
	Label string
	// Placeholder stands in the empty field.
	Placeholder string
	// Hint is a line under the field that says what it is for, and Error, if any, one that says
	// what is wrong with the text; it takes the place of the hint.
	Hint, Error string
	// MaxRunes is how many characters the text may have; 0 means no limit.
	MaxRunes int
	// Filter, if any, says which characters the text may have.
	Filter func(rune) bool
	// Clipboard is where text is copied to and pasted from; without it there is no copy and paste.
	Clipboard Clipboard
	// OnChange is called after the person has changed the text.
	OnChange func(text string)

	edit        edit
	composition string
	scroll      float64
	blink       blinker
	// clicks counts the presses that followed each other at the boundary clicked, and again is how
	// many ticks are left in which a further one counts.
	clicks, clicked, again int
	canvas                 *render.Canvas
}

// NewTextField returns a field with a label, the text that it starts with, and the clipboard, which
// may be nil.
func NewTextField(label, text string, clipboard Clipboard) *TextField {
	f := &TextField{Label: label, Clipboard: clipboard}
	f.SetText(text)
	return f
}

// Focusable reports true: a field can always be filled in.
func (f *TextField) Focusable() bool { return true }

// Text returns the text.
func (f *TextField) Text() string { return string(f.edit.text) }

// SetText replaces the text, as far as it is allowed, and puts the caret at its end. It does not
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

// AroundCaret returns the text before and after the caret, for an input method. What is selected is
// in neither, for what is typed replaces it.
func (f *TextField) AroundCaret() (before, after string) {
	from, to := f.edit.selection()
	return string(f.edit.text[:from]), string(f.edit.text[to:])
}

// ReplaceAround replaces the whole text by before and after with the caret between them, for an
// input method that changes text around the caret. It calls OnChange.
func (f *TextField) ReplaceAround(before, after string) {
	f.change(func(e *edit) {
		e.set(before + after)
		e.moveTo(len(e.clean(before)), false)
	})
}

// change changes the text as the person would, and calls OnChange.
func (f *TextField) change(do func(e *edit)) {
	f.limits()
	old := f.edit.version
	do(&f.edit)
	f.blink.stale = true
	if f.OnChange != nil && f.edit.version != old {
		f.OnChange(f.Text())
	}
}

// CaretRect returns where the caret is, for the window of an input method.
func (f *TextField) CaretRect() render.Rect {
	inner := f.inner()
	from, _ := f.edit.selection()
	return render.Rect{X: inner.X + f.xOf(from) - f.scroll, Y: inner.Center().Y - 13, W: 2, H: 26}
}

// limits hands the limits on to the text.
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

// pointer puts the caret where the pointer goes down, selects up to where it is dragged or to where
// it goes down with Shift, a word on a double click, and all on a triple click.
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
		if i != f.clicked || f.clicks <= 1 { // a hand that trembles does not undo a double click
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

// Paste puts the text of the clipboard in the place of the whole text, and reports whether there
// was any.
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

// PasteButton returns a button that pastes into a field, for those who have no keyboard. It is
// disabled if there is nothing to paste from. Focus, which may be nil, is called after a paste.
func PasteButton(label string, field *TextField, focus func()) *Button {
	b := NewButton(label, func() {
		if field.Paste() && focus != nil {
			focus()
		}
	})
	b.Disabled = !CanPaste(field.Clipboard)
	return b
}

// fieldLook is what of a field can change its look.
type fieldLook struct {
	version, caret, anchor int
	composition            string
}

func (f *TextField) look() fieldLook {
	return fieldLook{f.edit.version, f.edit.caret, f.edit.anchor, f.composition}
}

// keys handles text and keys.
func (f *TextField) keys(in *Input) {
	before := f.look()
	f.composition = in.Composition
	if in.Composition != "" { // the keys are the input method's
		f.edit.insert(in.Text)
		in.UseKeys()
		return
	}
	shortcut := false
	for _, p := range in.Keys {
		shortcut = shortcut || p.Ctrl && !p.Alt // Ctrl with Alt types characters on some keyboards
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

// Height returns how high the field has to be, width units wide, to show all of its label, its box
// and the line under it.
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
