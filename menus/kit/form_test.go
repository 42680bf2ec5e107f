package kit

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

func focusIndex(f *Form) int { return slices.Index(f.widgets, f.Focused()) }

func TestTabGoesAroundAndSkipsWhatIsDisabled(t *testing.T) {
	buttons, _ := grid(5)
	buttons[0].Disabled, buttons[3].Disabled = true, true
	f := formOf(buttons)
	f.Add(&Spinner{Label: "only read"})
	var forth, back []int
	for range 4 {
		forth = append(forth, focusIndex(f))
		f.Update(keyPress(ebiten.KeyTab))
	}
	for range 4 {
		f.Update(shift(ebiten.KeyTab))
		back = append(back, focusIndex(f))
	}
	if want := []int{1, 2, 4, 1}; !slices.Equal(forth, want) {
		t.Errorf("Tab went through %v, want %v", forth, want)
	}
	if want := []int{1, 4, 2, 1}; !slices.Equal(back, want) {
		t.Errorf("Shift+Tab went through %v, want %v", back, want)
	}
}

func TestArrowsMoveTheFocusToTheNearest(t *testing.T) {
	// 0 1 2
	// 3 4 5
	// 6
	const left, right, up, down = ebiten.KeyArrowLeft, ebiten.KeyArrowRight, ebiten.KeyArrowUp, ebiten.KeyArrowDown
	tests := []struct {
		from int
		key  ebiten.Key
		want int
	}{
		{0, right, 1},
		{1, right, 2},
		{2, right, 2},
		{5, right, 5},
		{5, left, 4},
		{3, left, 3},
		{0, up, 0},
		{0, down, 3},
		{3, down, 6},
		{4, down, 6},
		{5, down, 6},
		{6, up, 3},
		{4, up, 1},
		{6, down, 6},
		{6, right, 4},
	}
	for _, test := range tests {
		buttons, _ := grid(7)
		f := formOf(buttons)
		f.Focus(buttons[test.from])
		f.Update(keyPress(test.key))
		if got := focusIndex(f); got != test.want {
			t.Errorf("from %d %v leads to %d, want %d", test.from, test.key, got, test.want)
		}
	}
}

func TestArrowsSkipWhatIsDisabledAndPreferWhatLiesStraightAhead(t *testing.T) {
	buttons, _ := grid(7)
	buttons[1].Disabled = true
	f := formOf(buttons)
	f.Update(keyPress(ebiten.KeyArrowRight))
	if got := focusIndex(f); got != 2 {
		t.Errorf("focus on %d, want 2 behind the disabled 1", got)
	}
	near, far := NewButton("", nil), NewButton("", nil)
	from := NewButton("", nil)
	from.SetBounds(render.Rect{X: 0, Y: 0, W: 100, H: 40})
	near.SetBounds(render.Rect{X: 160, Y: 50, W: 100, H: 40}) // nearer, but to the side
	far.SetBounds(render.Rect{X: 0, Y: 90, W: 100, H: 40})    // straight below
	f = NewForm(from, near, far)
	f.Update(keyPress(ebiten.KeyArrowDown))
	if f.Focused() != far {
		t.Error("Down went aside instead of straight down")
	}
}

func TestActivation(t *testing.T) {
	for _, key := range []ebiten.Key{ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeySpace} {
		buttons, pressed := grid(2)
		f := formOf(buttons)
		f.Focus(buttons[1])
		f.Update(keyPress(key))
		f.Update(&Input{Keys: []KeyPress{{Key: key, Repeat: true}}})
		f.Update(ctrl(key))
		if !slices.Equal(*pressed, []int{1}) {
			t.Errorf("%v pressed %v, want button 1 once: repeats and Ctrl do not count", key, *pressed)
		}
	}
	buttons, pressed := grid(3)
	f := formOf(buttons)
	click(f, buttons[2].Bounds().Center())
	if !slices.Equal(*pressed, []int{2}) || f.Focused() != buttons[2] {
		t.Errorf("a click pressed %v and left the focus on %d", *pressed, focusIndex(f))
	}
	tap := pressAt(buttons[1].Bounds().Center()) // a touch shorter than a tick
	tap.Released, tap.Down = true, false
	f.Update(tap)
	if !slices.Equal(*pressed, []int{2, 1}) {
		t.Errorf("after a quick tap pressed is %v", *pressed)
	}
	if f.hovered = nil; calm(f, 2) != 0 || len(*pressed) != 2 {
		t.Error("a tap left something behind")
	}
}

func TestPressDragOutCancels(t *testing.T) {
	buttons, pressed := grid(3)
	f := formOf(buttons)
	from, to := buttons[0].Bounds().Center(), buttons[1].Bounds().Center()
	f.Update(pressAt(from))
	f.Update(dragTo(to))
	if f.hovered != nil {
		t.Error("another button lights up while one is held")
	}
	f.Update(releaseAt(to))
	if len(*pressed) != 0 {
		t.Errorf("dragging out pressed %v", *pressed)
	}
	f.Update(pressAt(from))
	f.Update(dragTo(to))
	f.Update(dragTo(from))
	f.Update(releaseAt(from))
	if !slices.Equal(*pressed, []int{0}) {
		t.Errorf("dragging out and back pressed %v, want 0", *pressed)
	}
	f.Update(pressAt(render.Point{X: 110, Y: 10})) // between two
	f.Update(dragTo(from))
	f.Update(releaseAt(from))
	if len(*pressed) != 1 {
		t.Error("a press that began elsewhere counts as a click")
	}
	f.Update(pressAt(from))
	f.Update(hoverAt(from)) // the window lost the pointer: neither down nor released
	f.Update(releaseAt(from))
	if len(*pressed) != 1 {
		t.Error("a lost press counts as a click")
	}
}

func TestDisabledButtonsDoNothing(t *testing.T) {
	buttons, pressed := grid(2)
	buttons[1].Disabled, buttons[1].Shortcut = true, "H"
	f := formOf(buttons)
	click(f, buttons[1].Bounds().Center())
	f.Focus(buttons[1])
	f.Update(keyPress(ebiten.KeyH))
	buttons[1].Press()
	if len(*pressed) != 0 || f.Focused() != buttons[0] {
		t.Errorf("pressed %v, focus on %d", *pressed, focusIndex(f))
	}
}

func TestFocusMovesOnWhenItsWidgetIsDisabled(t *testing.T) {
	buttons, _ := grid(3)
	f := formOf(buttons)
	f.Focus(buttons[1])
	buttons[1].Disabled = true
	if !f.Update(&Input{Cursor: nowhere}) || f.Focused() != buttons[2] {
		t.Errorf("focus on %d, want 2", focusIndex(f))
	}
	buttons[0].Disabled, buttons[2].Disabled = true, true
	f.Update(keyPress(ebiten.KeyTab, ebiten.KeyArrowUp, ebiten.KeyEnter))
	if f.Focused() != nil {
		t.Error("the focus is on a disabled button")
	}
	buttons[0].Disabled = false
	f.Update(&Input{Cursor: nowhere})
	if f.Focused() != buttons[0] {
		t.Error("nothing has the focus though something could")
	}
}

func TestSetKeepsTheFocusWhereItCan(t *testing.T) {
	buttons, _ := grid(3)
	f := formOf(buttons)
	f.Focus(buttons[2])
	f.Set(buttons[1], buttons[2])
	if f.Focused() != buttons[2] {
		t.Error("the focus was lost")
	}
	f.Set(buttons[0])
	if f.Focused() != buttons[0] || len(f.Widgets()) != 1 {
		t.Error("the focus is on a widget that has left")
	}
	f.Focus(buttons[1])
	f.Focus(nil)
	if f.Focused() != buttons[0] {
		t.Error("the focus went to a widget that is not on the form")
	}
}

func TestShortcuts(t *testing.T) {
	tests := []struct {
		name     string
		shortcut string
		in       Input
		want     bool
	}{
		{"its key", "H", Input{Keys: []KeyPress{{Key: ebiten.KeyH}}}, true},
		{"its key and letter", "H", Input{Keys: []KeyPress{{Key: ebiten.KeyH}}, Text: "h"}, true},
		{"the letter from another key, as in Dvorak", "H", Input{Keys: []KeyPress{{Key: ebiten.KeyJ}}, Text: "h"}, true},
		{"the capital", "H", Input{Keys: []KeyPress{{Key: ebiten.KeyH, Shift: true}}, Text: "H"}, true},
		{"the key, which types another letter", "H", Input{Keys: []KeyPress{{Key: ebiten.KeyH}}, Text: "d"}, false},
		{"the key, which types no Latin letter", "H", Input{Keys: []KeyPress{{Key: ebiten.KeyH}}, Text: "р"}, true},
		{"with Ctrl", "H", Input{Keys: []KeyPress{{Key: ebiten.KeyH, Ctrl: true}}}, false},
		{"with Ctrl, and a letter", "H", Input{Keys: []KeyPress{{Key: ebiten.KeyH, Ctrl: true}}, Text: "h"}, false},
		{"a repeat", "H", Input{Keys: []KeyPress{{Key: ebiten.KeyH, Repeat: true}}, Text: "h"}, false},
		{"a letter without a key", "H", Input{Text: "h"}, false},
		{"a digit", "3", Input{Keys: []KeyPress{{Key: ebiten.KeyDigit3}}, Text: "3"}, true},
		{"a function key", "F1", Input{Keys: []KeyPress{{Key: ebiten.KeyF1}}}, true},
		{"a question mark by its keys, as a gamepad has it", "?", Input{Keys: []KeyPress{{Key: ebiten.KeySlash, Shift: true}}}, true},
		{"a question mark on a German keyboard", "?", Input{Keys: []KeyPress{{Key: ebiten.KeyMinus, Shift: true}}, Text: "?"}, true},
		{"a slash for a question mark", "?", Input{Keys: []KeyPress{{Key: ebiten.KeySlash}}, Text: "/"}, false},
		{"with Ctrl, as it should be", "Ctrl+Z", Input{Keys: []KeyPress{{Key: ebiten.KeyZ, Ctrl: true}}}, true},
		{"with Ctrl and Shift", "Ctrl+Shift+Z", Input{Keys: []KeyPress{{Key: ebiten.KeyZ, Ctrl: true, Shift: true}}}, true},
		{"with Shift too much", "Ctrl+Z", Input{Keys: []KeyPress{{Key: ebiten.KeyZ, Ctrl: true, Shift: true}}}, false},
		{"without Ctrl", "Ctrl+Z", Input{Keys: []KeyPress{{Key: ebiten.KeyZ}}, Text: "z"}, false},
		{"none", "", Input{Keys: []KeyPress{{Key: ebiten.KeyA}}, Text: "a"}, false},
		{"nonsense", "Hyper", Input{Keys: []KeyPress{{Key: ebiten.KeyH}}, Text: "h"}, false},
	}
	for _, test := range tests {
		buttons, pressed := grid(2)
		buttons[1].Shortcut = test.shortcut
		f := formOf(buttons)
		f.Update(&test.in)
		if got := len(*pressed) == 1; got != test.want {
			t.Errorf("%s: pressed is %v", test.name, got)
		}
		if test.want && (len(test.in.Keys) > 0 || test.in.Text != "") {
			t.Errorf("%s: the key is left for those behind", test.name)
		}
	}
}

func TestATextFieldKeepsLettersFromShortcuts(t *testing.T) {
	buttons, pressed := grid(1)
	buttons[0].Shortcut = "H"
	field := NewTextField("Name", "", nil)
	f := NewForm(field, buttons[0])
	in := keyPress(ebiten.KeyH)
	in.Text = "h"
	f.Update(in)
	if len(*pressed) != 0 || field.Text() != "h" {
		t.Errorf("pressed %v, text %q", *pressed, field.Text())
	}
	buttons[0].Shortcut = "F1"
	f.Update(keyPress(ebiten.KeyF1))
	if len(*pressed) != 1 {
		t.Error("a text field took F1")
	}
}

func TestEnterAndEscape(t *testing.T) {
	cancels := 0
	buttons, pressed := grid(2)
	field := NewTextField("Name", "", nil)
	f := NewForm(field, buttons[0], buttons[1])
	f.Default = buttons[1]
	if in := keyPress(ebiten.KeyEscape); f.Update(in) && !in.Key(ebiten.KeyEscape) {
		t.Error("a form without OnCancel took Escape")
	}
	f.OnCancel = func() { cancels++ }
	in := keyPress(ebiten.KeyEnter, ebiten.KeyEscape)
	if !f.Update(in) || len(in.Keys) != 0 {
		t.Error("Enter and Escape were left, or changed nothing")
	}
	if !slices.Equal(*pressed, []int{1}) || cancels != 1 {
		t.Errorf("pressed %v, canceled %d times; want the default button and 1", *pressed, cancels)
	}
	f.Focus(buttons[0])
	f.Update(keyPress(ebiten.KeyEnter))
	if !slices.Equal(*pressed, []int{1, 0}) {
		t.Errorf("pressed %v: the focused button goes before the default one", *pressed)
	}
	buttons[1].Disabled = true
	f.Focus(field)
	f.Update(keyPress(ebiten.KeyEnter))
	if len(*pressed) != 2 {
		t.Error("Enter pressed a disabled default button")
	}
}

func TestAFormUsesUpThePointerOverItsWidgetsOnly(t *testing.T) {
	buttons, _ := grid(1)
	f := formOf(buttons)
	in := pressAt(buttons[0].Bounds().Center())
	f.Update(in)
	if in.Pressed || in.Over(buttons[0].Bounds()) {
		t.Error("what is behind a button sees the press")
	}
	away := render.Point{X: 500, Y: 500}
	in = releaseAt(away)
	if f.Update(in); in.Released {
		t.Error("what is behind sees the release of a press that was the button's")
	}
	in = pressAt(away)
	if f.Update(in); !in.Pressed || !in.Over(render.Rect{X: 400, Y: 400, W: 200, H: 200}) {
		t.Error("a press beside all widgets does not reach what is behind")
	}
}

func TestTheTopmostWidgetGetsThePointer(t *testing.T) {
	buttons, pressed := grid(2)
	buttons[1].SetBounds(buttons[0].Bounds())
	click(formOf(buttons), buttons[0].Bounds().Center())
	if !slices.Equal(*pressed, []int{1}) {
		t.Errorf("pressed %v, want the one drawn last", *pressed)
	}
}

func TestAnIdleFormReportsNoChange(t *testing.T) {
	buttons, _ := grid(2)
	table := &Table{}
	f := NewForm(buttons[0], buttons[1], NewChoice("", []string{"a", "b"}, 0, nil), NewStepper("", 1, 0, 2, nil),
		table, &ScrollArea{ContentHeight: 500}, NewTextField("", "", nil))
	if !f.Update(&Input{Cursor: nowhere}) {
		t.Error("a new form does not ask to be drawn")
	}
	if n := calm(f, 200); n != 0 {
		t.Errorf("%d of 200 idle ticks changed something", n)
	}
	over := buttons[1].Bounds().Center()
	if !f.Update(hoverAt(over)) || f.Update(hoverAt(over)) || !f.Update(hoverAt(nowhere)) {
		t.Error("hovering must report a change when it begins and when it ends, and only then")
	}
	if !f.Update(keyPress(ebiten.KeyTab)) || f.Update(&Input{Cursor: nowhere}) {
		t.Error("moving the focus must report one change")
	}
	if !f.Update(pressAt(over)) || !f.Update(releaseAt(over)) || !f.Update(hoverAt(nowhere)) || calm(f, 3) != 0 {
		t.Error("a click must report its press, its release and the leaving")
	}
	f.Invalidate()
	if calm(f, 5) != 1 {
		t.Error("Invalidate must report one change")
	}
}

func TestIdleTicksAllocateNothing(t *testing.T) {
	buttons, _ := grid(2)
	f := NewForm(buttons[0], NewTextField("Name", "Ada", nil), NewStepper("", 1, 0, 2, nil), buttons[1])
	in := &Input{}
	for _, w := range f.Widgets() {
		f.Focus(w)
		if n := testing.AllocsPerRun(100, func() { f.Update(in) }); n != 0 {
			t.Errorf("an idle tick with the focus on %T allocates %v times", w, n)
		}
	}
}

// selfMade is a widget from outside the package that draws its own focus.
type selfMade struct{ Button }

func (*selfMade) DrawsFocus() {}

func TestRingOfTheFocus(t *testing.T) {
	field, made, button := NewTextField("Name", "", nil), &selfMade{}, NewButton("", nil)
	f := NewForm(field, made, button)
	for i, w := range f.Widgets() {
		w.SetBounds(render.Rect{Y: 100 * float64(i), W: 300, H: LabelHeight + ControlHeight})
	}
	if r, ok := f.ring(); !ok || r.Y != LabelHeight || r.H != ControlHeight {
		t.Errorf("around a field the ring is at %v, want around its box", r)
	}
	f.Focus(made)
	if _, ok := f.ring(); ok {
		t.Error("a ring around a widget that shows its focus itself")
	}
	f.Focus(button)
	if _, ok := f.ring(); ok {
		t.Error("a ring around a button, which is filled instead")
	}
}

func TestWidgetsMayChangeTheFormTheyAreOn(t *testing.T) {
	f := NewForm()
	second := NewButton("second", nil)
	second.SetBounds(render.Rect{W: 100, H: 40})
	calls := 0
	first := NewButton("first", func() { calls++; f.Set(second) })
	first.SetBounds(render.Rect{W: 100, H: 40})
	second.OnPress = func() { calls += 10 }
	f.Set(first)
	click(f, render.Point{X: 50, Y: 20})
	if calls != 1 || f.Focused() != second {
		t.Errorf("calls %d: the click that replaced a button must not press the new one", calls)
	}
	f.Set(first)
	f.Update(keyPress(ebiten.KeyEnter))
	if calls != 2 {
		t.Errorf("calls %d: Enter went through to the new button", calls)
	}
}

// The shared widgets of all forms stay last through all changes of the form.
func TestAttachedWidgetsStayLast(t *testing.T) {
	buttons, _ := grid(3)
	a, b, common := buttons[0], buttons[1], buttons[2]
	pressed := 0
	common.OnPress = func() { pressed++ }
	f := NewForm(a)
	f.Attach(common)
	f.Attach(common)
	f.Add(b)
	if got := f.Widgets(); !slices.Equal(got, []Widget{a, b, common}) {
		t.Fatalf("the widgets are %v", got)
	}
	if f.Update(keyPress(ebiten.KeyTab)); f.Focused() != Widget(b) {
		t.Fatal("Tab leads elsewhere")
	}
	if click(f, common.Bounds().Center()); pressed != 1 || f.Focused() != Widget(b) {
		t.Errorf("pressed %d times, the focus is on %v", pressed, f.Focused())
	}
	if f.Update(keyPress(ebiten.KeyTab)); f.Focused() != Widget(common) {
		t.Error("Tab does not lead to what is common")
	}
	f.Update(keyPress(ebiten.KeyTab))
	if f.Set(); f.Focused() != nil {
		t.Error("a form without widgets gives the focus to what is common")
	}
	if f.Set(a); f.Focused() != Widget(a) {
		t.Errorf("the focus is on %v", f.Focused())
	}
}

// In a dialogue the keys do not lead to the shared widgets.
func TestKeysStayInADialogue(t *testing.T) {
	buttons, _ := grid(3)
	f := NewForm(buttons[0], buttons[1])
	f.Attach(buttons[2])
	f.Enclosed = true
	for range 4 {
		for _, key := range []ebiten.Key{ebiten.KeyTab, ebiten.KeyArrowRight, ebiten.KeyArrowDown} {
			if f.Update(keyPress(key)); f.Focused() == Widget(buttons[2]) {
				t.Fatalf("%v leads out of the dialogue", key)
			}
		}
	}
	if click(f, buttons[2].Bounds().Center()); f.Focused() == Widget(buttons[2]) {
		t.Error("a click leads the focus out of the dialogue")
	}
}
