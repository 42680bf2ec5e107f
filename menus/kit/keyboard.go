package kit

import (
	"unicode"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// KeyboardWords are the words on the on-screen keyboard. They change with the language.
var KeyboardWords = struct{ Space, Erase, Paste, Done string }{"Space", "Erase", "Paste", "Done"}

// keyRows are the characters of the on-screen keyboard, for names and addresses.
var keyRows = [...]string{"1234567890-", "qwertyuiop.", "asdfghjkl:_", "zxcvbnm[]@'"}

// keyboard is the on-screen keyboard, for a finger or a gamepad. It opens at a press of a text
// field, and covers the lower part of the form until it closes.
type keyboard struct {
	form  *Form // nil while it is closed
	field *TextField
	upper bool
	chars map[*Button]rune
	shift *Button
	panel render.Rect
}

// open shows the keyboard for a field.
func (k *keyboard) open(field *TextField) {
	*k = keyboard{field: field, form: NewForm(), chars: map[*Button]rune{}, upper: field.Text() == ""}
	k.form.OnCancel = k.close
	var first *Button
	for _, row := range keyRows {
		for _, r := range row {
			b := WithID("key-"+string(r), NewButton("", nil))
			b.OnPress = func() { k.press(b) }
			k.chars[b] = r
			k.form.Add(b)
			if first == nil || r == 'g' {
				first = b
			}
		}
	}
	k.shift = WithID("key-shift", NewButton("", func() { k.upper = !k.upper; k.label() }))
	done := WithID("key-done", NewButton(KeyboardWords.Done, k.close))
	done.Primary = true
	k.form.Add(
		k.shift,
		WithID("key-space", NewButton(KeyboardWords.Space, func() { k.put(" ") })),
		WithID("key-erase", NewButton(KeyboardWords.Erase, k.erase)),
		WithID("key-paste", PasteButton(KeyboardWords.Paste, field, nil)),
		done,
	)
	k.label()
	k.form.Focus(first)
}

func (k *keyboard) close() { *k = keyboard{} }

// label writes lower or upper case letters on the keys, and disables the keys that the field
// refuses.
func (k *keyboard) label() {
	for b, r := range k.chars {
		if k.upper {
			r = unicode.ToUpper(r)
		}
		b.Label, b.Disabled = string(r), k.field.Filter != nil && !k.field.Filter(r)
	}
	if k.shift.Label = "ABC"; k.upper {
		k.shift.Label = "abc"
	}
	k.form.Invalidate()
}

func (k *keyboard) press(b *Button) {
	k.put(b.Label)
	if k.upper { // one capital, then lower case
		k.upper = false
		k.label()
	}
}

// put types a character, and erase deletes the selection or the character before the caret.
func (k *keyboard) put(s string) { k.field.change(func(e *edit) { e.insert(s) }) }

func (k *keyboard) erase() { k.field.change(func(e *edit) { e.deleteTo(e.prev(e.caret)) }) }

// wants returns the focused field if the input opens the keyboard for it: a press by a finger, or
// Enter on a gamepad. Otherwise it returns nil.
func (k *keyboard) wants(f *Form, in *Input) *TextField {
	field, ok := f.focus.(*TextField)
	switch {
	case !ok || !f.has(field):
	case in.Source == Touch && !in.SystemKeyboard && f.clicked == field, in.Source == Pad && in.TakeKey(ebiten.KeyEnter):
		return field
	}
	return nil
}

// update passes the input to the open keyboard, and reports whether the keyboard has used it.
// Typing on a real keyboard closes it.
func (k *keyboard) update(f *Form, in *Input) (took, changed bool) {
	if k.form == nil {
		return false, false
	}
	if in.Source == Keyboard && (len(in.Keys) > 0 || in.Text != "") || !f.has(k.field) || f.focus != k.field {
		k.close()
		f.stale = true
		return false, true
	}
	form := k.form
	changed = form.Update(in)
	in.UseKeys()
	in.UsePointer()
	if k.form == nil {
		f.stale = true
	}
	return true, changed || k.form == nil
}

// draw draws the keyboard over the lower part of the window, below a line that shows the field.
func (k *keyboard) draw(c *render.Canvas) {
	if k.form == nil {
		return
	}
	window := c.Bounds()
	c.FillRect(window, 0, render.Shade)
	const pad, line, row = 14, 50, TouchSize - ControlHeight
	height := 2*pad + line + float64(len(keyRows)+1)*TouchSize - row
	k.panel = render.Rect{X: window.X, Y: window.Bottom() - height, W: window.W, H: height}
	c.FillRect(k.panel, 0, render.Panel)
	c.FillRect(render.Rect{X: k.panel.X, Y: k.panel.Y, W: k.panel.W, H: 1}, 0, render.Line)
	inner := k.panel.Inset(pad).Centered(min(k.panel.W-2*pad, 960), height-2*pad)
	top, rest := inner.CutTop(line)
	k.drawText(c, top)
	k.place(rest)
	k.form.Draw(c)
}

// drawText shows the end of the field's text.
func (k *keyboard) drawText(c *render.Canvas, r render.Rect) {
	label := render.Caption.Aligned(render.Left)
	width := min(r.W/3, c.TextWidth(k.field.Label, label)+Gap)
	drawFitted(c, k.field.Label, render.Rect{X: r.X, Y: r.Y, W: width, H: r.H - 8}, label)
	box := render.Rect{X: r.X + width, Y: r.Y, W: r.W - width, H: r.H - 10}
	c.FillRect(box, Corner, render.Backdrop)
	inner := box.Inset(8)
	text := k.field.Text()
	end := min(inner.X+c.TextWidth(text, fieldText), inner.Right())
	c.Clip(inner, func() {
		c.Text(text, render.Point{X: end, Y: inner.Center().Y}, fieldText.Aligned(render.Right))
	})
	c.FillRect(render.Rect{X: end + 1, Y: inner.Y, W: 2, H: inner.H}, 1, render.Gold)
}

// place places the keys.
func (k *keyboard) place(r render.Rect) {
	const gap = TouchSize - ControlHeight
	widgets := k.form.widgets
	for i := range len(keyRows) + 1 {
		var row render.Rect
		row, r = r.CutTop(ControlHeight)
		_, r = r.CutTop(gap)
		n := 5
		if i < len(keyRows) {
			n = len(keyRows[i])
		}
		for k, cell := range EqualRow(row, 8, n) {
			widgets[k].SetBounds(cell)
		}
		widgets = widgets[n:]
	}
}

// Keyboard returns the form of the on-screen keyboard, or nil while it is closed.
func (f *Form) Keyboard() *Form { return f.keyboard.form }
