package kit

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// oneWay is a clipboard that cannot read text from other programs.
type oneWay struct{ *fakeClipboard }

func (oneWay) Available() bool { return true }

func (oneWay) Pastes() bool { return false }

// fakeClipboard is a clipboard in memory.
type fakeClipboard struct {
	text string
	err  error
	gone bool
}

func (c *fakeClipboard) Read() (string, error) { return c.text, c.err }

func (c *fakeClipboard) Write(s string) error {
	if c.err == nil {
		c.text = s
	}
	return c.err
}

func (c *fakeClipboard) Available() bool { return !c.gone }

// newField returns a focused field measured with the program's fonts.
func newField(t *testing.T, text string) (*TextField, *Form) {
	t.Helper()
	field := NewTextField("Name", text, nil)
	field.canvas = newCanvas(t)
	return field, one(field, 300, labelledHeight(field.Label))
}

func TestFieldKeys(t *testing.T) {
	const left, right = ebiten.KeyArrowLeft, ebiten.KeyArrowRight
	tests := []struct {
		name string
		from string
		keys []KeyPress
		want string
	}{
		{"left", "abc|", []KeyPress{{Key: left}}, "ab|c"},
		{"left at the start", "|abc", []KeyPress{{Key: left}}, "|abc"},
		{"repeats count", "abc|", []KeyPress{{Key: left}, {Key: left, Repeat: true}}, "a|bc"},
		{"shift selects", "abc|", []KeyPress{{Key: left, Shift: true}, {Key: left, Shift: true}}, "a|bc["},
		{"left goes to the left end of a selection", "a[bc|d", []KeyPress{{Key: left}}, "a|bcd"},
		{"right goes to the right end of a selection", "a|bc[d", []KeyPress{{Key: right}}, "abc|d"},
		{"word left", "one two|", []KeyPress{{Key: left, Ctrl: true}}, "one |two"},
		{"word right with Alt, as on a Mac", "|one two", []KeyPress{{Key: right, Alt: true}}, "one| two"},
		{"word right, selecting", "|one two", []KeyPress{{Key: right, Ctrl: true, Shift: true}}, "[one| two"},
		{"home and end", "a|b", []KeyPress{{Key: ebiten.KeyHome}, {Key: ebiten.KeyEnd, Shift: true}}, "[ab|"},
		{"backspace", "ab|", []KeyPress{{Key: ebiten.KeyBackspace}}, "a|"},
		{"backspace of a word", "one two|", []KeyPress{{Key: ebiten.KeyBackspace, Ctrl: true}}, "one |"},
		{"delete", "|ab", []KeyPress{{Key: ebiten.KeyDelete}}, "|b"},
		{"delete a word", "|one two", []KeyPress{{Key: ebiten.KeyDelete, Ctrl: true}}, "| two"},
		{"select all", "a|b", []KeyPress{{Key: ebiten.KeyA, Ctrl: true}}, "[ab|"},
		{"letters alone type nothing", "a|b", []KeyPress{{Key: ebiten.KeyX}, {Key: ebiten.KeySpace}}, "a|b"},
	}
	for _, test := range tests {
		field, form := newField(t, "")
		field.edit = *parseEdit(t, test.from)
		in := &Input{Keys: test.keys}
		form.Update(in)
		if got := field.edit.String(); got != test.want {
			t.Errorf("%s: %q becomes %q, want %q", test.name, test.from, got, test.want)
		}
		if len(in.Keys) != 0 {
			t.Errorf("%s: %v is left for those behind", test.name, in.Keys)
		}
	}
}

func TestFieldLeavesKeysThatItHasNoUseFor(t *testing.T) {
	field, form := newField(t, "abc")
	for _, p := range []KeyPress{
		{Key: ebiten.KeyF1},
		{Key: ebiten.KeyF24},
		{Key: ebiten.KeyEscape},
		{Key: ebiten.KeyPageDown},
		{Key: ebiten.KeyQ, Ctrl: true},
	} {
		in := &Input{Keys: []KeyPress{p}}
		form.Update(in)
		if len(in.Keys) != 1 || field.Text() != "abc" {
			t.Errorf("%v: left are %v, the text is %q", p, in.Keys, field.Text())
		}
	}
}

func TestFieldWithoutTheFocusIgnoresKeys(t *testing.T) {
	button := NewButton("", nil)
	field := NewTextField("Name", "a", nil)
	f := NewForm(button, field)
	in := typed("x")
	in.Keys = []KeyPress{{Key: ebiten.KeyBackspace}}
	f.Update(in)
	if field.Text() != "a" || in.Text != "x" {
		t.Errorf("text %q, left %q", field.Text(), in.Text)
	}
}

func TestFieldTyping(t *testing.T) {
	var changes []string
	field, form := newField(t, "")
	field.OnChange = func(s string) { changes = append(changes, s) }
	field.MaxRunes, field.Filter = 5, func(r rune) bool { return unicode.IsLetter(r) }
	for _, s := range []string{"A", "da7", "é", "xyz", "q"} {
		form.Update(typed(s))
	}
	if field.Text() != "Adaéx" {
		t.Errorf("text %q", field.Text())
	}
	if got, want := strings.Join(changes, " "), "A Ada Adaé Adaéx"; got != want {
		t.Errorf("changes %q, want %q", got, want)
	}
	if field.SetText("very long"); field.Text() != "veryl" || len(changes) != 4 {
		t.Errorf("SetText leaves %q and calls OnChange %d times", field.Text(), len(changes)-4)
	}
	field.MaxRunes = 2
	if form.Update(&Input{}); field.Text() != "ve" {
		t.Errorf("a lower limit leaves %q", field.Text())
	}
}

func TestFieldIgnoresTheLetterOfAShortcut(t *testing.T) {
	field, form := newField(t, "abc")
	in := ctrl(ebiten.KeyA)
	in.Text = "a"
	if form.Update(in); field.edit.String() != "[abc|" {
		t.Errorf("Ctrl+A with its letter gives %q", &field.edit)
	}
	in = &Input{Keys: []KeyPress{{Key: ebiten.KeyQ, Ctrl: true, Alt: true}}, Text: "@"}
	if form.Update(in); field.Text() != "@" {
		t.Errorf("AltGr+Q gives %q, want @", field.Text())
	}
}

func TestFieldClipboard(t *testing.T) {
	clip := &fakeClipboard{}
	field, form := newField(t, "one two")
	field.Clipboard = clip
	field.SelectAll()
	form.Update(ctrl(ebiten.KeyC))
	if clip.text != "one two" || field.Text() != "one two" {
		t.Errorf("copied %q, left %q", clip.text, field.Text())
	}
	form.Update(ctrl(ebiten.KeyX))
	if clip.text != "one two" || field.Text() != "" {
		t.Errorf("cut %q, left %q", clip.text, field.Text())
	}
	clip.text = "  10.0.0.7:7000\r\n"
	form.Update(ctrl(ebiten.KeyV))
	form.Update(ctrl(ebiten.KeyC)) // nothing is selected: the clipboard stays
	if field.Text() != "  10.0.0.7:7000" || clip.text == "" {
		t.Errorf("pasted %q, then copied %q", field.Text(), clip.text)
	}
}

func TestFieldWithoutAWorkingClipboard(t *testing.T) {
	for name, clip := range map[string]Clipboard{
		"none": nil, "not available": &fakeClipboard{gone: true}, "failing": &fakeClipboard{err: errors.New("no display")},
	} {
		field, form := newField(t, "abc")
		field.Clipboard = clip
		field.SelectAll()
		for _, k := range []ebiten.Key{ebiten.KeyC, ebiten.KeyX, ebiten.KeyV} {
			in := ctrl(k)
			if form.Update(in); field.Text() != "abc" || len(in.Keys) != 0 {
				t.Errorf("%s: Ctrl+%v leaves %q and the keys %v", name, k, field.Text(), in.Keys)
			}
		}
	}
	if CanPaste(nil) || CanPaste(&fakeClipboard{gone: true}) || !CanPaste(&fakeClipboard{}) || CanPaste(oneWay{}) || !CanCopy(oneWay{}) {
		t.Error("CanPaste is wrong")
	}
	if CanCopy(nil) || CanCopy(&fakeClipboard{gone: true}) || !CanCopy(&fakeClipboard{}) {
		t.Error("CanCopy is wrong")
	}
}

func TestFieldComposition(t *testing.T) {
	field, form := newField(t, "ab")
	form.Update(keyPress(ebiten.KeyArrowLeft))
	before := field.CaretRect()
	in := keyPress(ebiten.KeyBackspace, ebiten.KeyEnter, ebiten.KeyTab)
	in.Composition = "にほ"
	if !form.Update(in) || field.Text() != "ab" || len(in.Keys) != 0 {
		t.Errorf("while composing the text is %q and %v is left: the keys are the input method's", field.Text(), in.Keys)
	}
	if text, from, caret := field.shown(); text != "aにほb" || from != 1 || caret != 7 {
		t.Errorf("shown is %q with the composition from %d to %d", text, from, caret)
	}
	if field.CaretRect() != before {
		t.Error("the window of the input method moves while it composes")
	}
	if !form.Update(typed("日本")) || field.Text() != "a日本b" {
		t.Errorf("committed, the text is %q", field.Text())
	}
	if text, _, caret := field.shown(); text != "a日本b" || caret != 7 {
		t.Errorf("then shown is %q with the caret at %d", text, caret)
	}
	form.Update(&Input{Composition: "x"})
	if !form.Update(&Input{}) || field.Text() != "a日本b" {
		t.Error("a cancelled composition stays")
	}
	field.SelectAll()
	if before, after := field.AroundCaret(); before != "" || after != "" {
		t.Errorf("with all selected, around the caret are %q and %q", before, after)
	}
}

func TestFieldReplaceAround(t *testing.T) {
	changes := 0
	field, form := newField(t, "teh")
	field.OnChange = func(string) { changes++ }
	field.ReplaceAround("the", " end")
	if got := field.edit.String(); got != "the| end" || changes != 1 || !form.Update(&Input{}) {
		t.Errorf("text %q after %d changes", got, changes)
	}
	if before, after := field.AroundCaret(); before != "the" || after != " end" {
		t.Errorf("around the caret are %q and %q", before, after)
	}
	if field.ReplaceAround("the", " end"); changes != 1 {
		t.Error("the same text counts as a change")
	}
}

// xAt returns the point on the screen of the caret before byte i.
func xAt(f *TextField, i int) render.Point {
	inner := f.inner()
	return render.Point{X: inner.X - f.scroll + f.canvas.CaretX(f.Text(), i, fieldText), Y: inner.Center().Y}
}

func TestFieldPointer(t *testing.T) {
	field, form := newField(t, "Ada e\u0301toile")
	for i := range []rune(field.Text()) {
		if !field.edit.boundary(i) {
			continue
		}
		at := xAt(field, len(string(field.edit.text[:i])))
		form.Update(pressAt(at))
		form.Update(releaseAt(at))
		if field.edit.caret != i || field.edit.anchor != i {
			t.Errorf("a click at rune %d puts the caret at %d", i, field.edit.caret)
		}
		calm(form, doubleClickTicks)
	}
	form.Update(pressAt(xAt(field, 1)))
	form.Update(dragTo(xAt(field, 3)))
	form.Update(dragTo(render.Point{X: xAt(field, 2).X, Y: 900})) // outside the field it goes on
	form.Update(releaseAt(render.Point{X: xAt(field, 2).X, Y: 900}))
	if field.edit.selected() != "d" {
		t.Errorf("dragging selected %q", field.edit.selected())
	}
	calm(form, doubleClickTicks)
	click(form, xAt(field, 1))
	click(form, xAt(field, 1))
	if field.edit.selected() != "Ada" {
		t.Errorf("a double click selected %q", field.edit.selected())
	}
	form.Update(pressAt(render.Point{X: 11, Y: field.inner().Center().Y}))
	if field.edit.caret != 0 {
		t.Error("a press at the left edge does not lead to the start")
	}
}

func TestFieldScrollsToItsCaret(t *testing.T) {
	field, form := newField(t, strings.Repeat("many words ", 20))
	visible := func() bool {
		text, _, caret := field.shown()
		field.reveal(text, field.canvas.CaretX(text, caret, fieldText))
		x := field.CaretRect().X
		return x >= field.inner().X-0.01 && x <= field.inner().Right()+0.01
	}
	if !visible() || field.scroll == 0 {
		t.Errorf("at the end: scrolled %v, caret at %v in %v", field.scroll, field.CaretRect(), field.inner())
	}
	for range 60 {
		form.Update(&Input{Keys: []KeyPress{{Key: ebiten.KeyArrowLeft}}})
		if !visible() {
			t.Fatalf("caret at %v in %v", field.CaretRect(), field.inner())
		}
	}
	form.Update(keyPress(ebiten.KeyHome))
	if !visible() || field.scroll != 0 {
		t.Errorf("at the start it is scrolled by %v", field.scroll)
	}
	form.Update(keyPress(ebiten.KeyEnd))
	visible()
	field.SetText("short")
	if visible(); field.scroll != 0 {
		t.Errorf("a short text is scrolled by %v", field.scroll)
	}
}

func TestFieldCaretBlinksEvery530Milliseconds(t *testing.T) {
	field, form := newField(t, "a")
	form.Update(&Input{})
	changed := 0
	for tick := range 4 * blinkTicks {
		if form.Update(&Input{}) {
			if (tick+1)%blinkTicks != 0 {
				t.Errorf("a change after %d ticks", tick+1)
			}
			changed++
		}
	}
	if changed != 4 {
		t.Errorf("%d changes in four times 530 ms, want 4", changed)
	}
	calm(form, blinkTicks)
	if field.blink.visible() {
		t.Fatal("the caret is not off")
	}
	if form.Update(keyPress(ebiten.KeyArrowLeft)); !field.blink.visible() {
		t.Error("a caret that moves must be seen")
	}
	other := NewButton("", nil)
	form.Add(other)
	form.Focus(other)
	form.Update(&Input{})
	if n := calm(form, 200); n != 0 {
		t.Errorf("%d changes without the focus", n)
	}
}

func TestFieldBox(t *testing.T) {
	field := &TextField{Label: "Name", Error: "That is no name."}
	field.SetBounds(render.Rect{W: 200, H: LabelHeight + ControlHeight + NoteHeight})
	if f := field.frame(); f.H != ControlHeight || f.Y != LabelHeight {
		t.Errorf("the box is at %v", f)
	}
	field.Label = ""
	if f := field.frame(); f.H != ControlHeight || f.Y != 0 {
		t.Errorf("without a label the box is at %v", f)
	}
}

// pressField presses a field at a boundary for a tick and releases it.
func pressField(f *Form, field *TextField, i int, shift bool) {
	at := render.Point{X: field.inner().X + field.xOf(i) - field.scroll, Y: field.inner().Center().Y}
	in := pressAt(at)
	in.Shift = shift
	f.Update(in)
	f.Update(releaseAt(at))
}

func TestPressesSelect(t *testing.T) {
	field, f := newField(t, "one two three")
	steps := []struct {
		name  string
		do    func()
		wants string
	}{
		{"a press", func() { pressField(f, field, 5, false) }, ""},
		{"a double click", func() { pressField(f, field, 5, false) }, "two"},
		{"a triple click", func() { pressField(f, field, 5, false) }, "one two three"},
		{"a fourth press", func() { pressField(f, field, 5, false) }, ""},
		{"a press elsewhere with Shift", func() { pressField(f, field, 10, true) }, "wo th"},
		{"Shift again, on the other side", func() { pressField(f, field, 0, true) }, "one t"},
		{"a slow second press", func() {
			pressField(f, field, 5, false)
			calm(f, 2*doubleClickTicks)
			pressField(f, field, 5, false)
		}, ""},
		{"a press and a drag", func() {
			y := field.inner().Center().Y
			f.Update(pressAt(render.Point{X: field.inner().X, Y: y}))
			f.Update(dragTo(render.Point{X: field.inner().X + field.xOf(3), Y: y}))
			f.Update(releaseAt(render.Point{X: field.inner().X + field.xOf(3), Y: y}))
		}, "one"},
	}
	for _, step := range steps {
		if step.do(); field.edit.selected() != step.wants {
			t.Errorf("%s selects %q, want %q", step.name, field.edit.selected(), step.wants)
		}
	}
}

func TestATremblingHandKeepsADoubleClick(t *testing.T) {
	field, f := newField(t, "one two three")
	pressField(f, field, 5, false)
	at := render.Point{X: field.inner().X + field.xOf(5), Y: field.inner().Center().Y}
	f.Update(pressAt(at))
	f.Update(dragTo(at.Add(render.Point{X: 1})))
	f.Update(releaseAt(at.Add(render.Point{X: 1})))
	if got := field.edit.selected(); got != "two" {
		t.Errorf("selected is %q", got)
	}
}

func TestPasteButton(t *testing.T) {
	clipboard := &fakeClipboard{text: "  10.0.0.7:4000\n"}
	changed, focused := 0, 0
	field := NewTextField("Address", "old", clipboard)
	field.OnChange = func(string) { changed++ }
	b := PasteButton("Paste", field, func() { focused++ })
	b.Press()
	if field.Text() != "10.0.0.7:4000" || changed != 1 || focused != 1 {
		t.Errorf("the text is %q, told %d times, focus asked for %d times", field.Text(), changed, focused)
	}
	clipboard.text = " \n"
	clipboard.err = nil
	if b.Press(); field.Text() != "10.0.0.7:4000" {
		t.Errorf("nothing was pasted over %q", field.Text())
	}
	clipboard.text, clipboard.err = "x", errors.New("locked")
	if b.Press(); field.Text() != "10.0.0.7:4000" || focused != 1 {
		t.Error("a clipboard that fails changed something")
	}
	if clipboard.gone = true; PasteButton("Paste", field, nil).Focusable() {
		t.Error("a paste button without a clipboard can be used")
	}
}
