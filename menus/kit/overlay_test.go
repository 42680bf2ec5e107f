package kit

import (
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// menuOf returns an open menu of which entry 1 cannot be used, and what has been used.
func menuOf() (menu *Menu, used *[]string) {
	used = new([]string)
	menu = &Menu{}
	for _, e := range []MenuEntry{
		{Label: "Hint", Mnemonic: "H"},
		{Label: "Undo", Mnemonic: "U", Disabled: "Nothing has been played yet."},
		{Label: "Resign", Mnemonic: "R"},
		{Label: "Help", Mnemonic: "F1"},
	} {
		e.OnUse = func() { *used = append(*used, e.Label) }
		menu.Entries = append(menu.Entries, e)
	}
	menu.Place(render.Rect{X: 100, Y: 10, W: 80, H: 40}, render.Rect{W: 900, H: 560}, 300)
	menu.Open()
	return menu, used
}

func TestMenuByKeys(t *testing.T) {
	tests := []struct {
		keys []ebiten.Key
		want string
	}{
		{[]ebiten.Key{ebiten.KeyEnter}, "Hint"},
		{[]ebiten.Key{ebiten.KeyArrowDown, ebiten.KeySpace}, "Resign"},
		{[]ebiten.Key{ebiten.KeyArrowUp, ebiten.KeyNumpadEnter}, "Help"},
		{[]ebiten.Key{ebiten.KeyTab, ebiten.KeyTab, ebiten.KeyTab, ebiten.KeyEnter}, "Hint"},
		{[]ebiten.Key{ebiten.KeyR}, "Resign"},
		{[]ebiten.Key{ebiten.KeyF1}, "Help"},
		{[]ebiten.Key{ebiten.KeyU}, ""},
		{[]ebiten.Key{ebiten.KeyX}, ""},
	}
	for _, test := range tests {
		menu, used := menuOf()
		for _, k := range test.keys {
			in := keyPress(k)
			if menu.Update(in); len(in.Keys) != 0 || !in.Blocked() {
				t.Errorf("%v: an open menu left %v", test.keys, in.Keys)
			}
		}
		if got := strings.Join(*used, " "); got != test.want || menu.IsOpen() != (test.want == "") {
			t.Errorf("%v used %q, want %q; open is %v", test.keys, got, test.want, menu.IsOpen())
		}
	}
	menu, used := menuOf()
	menu.Update(shift(ebiten.KeyTab))
	if menu.Current() != 3 || len(*used) != 0 {
		t.Errorf("Shift+Tab leads to %d", menu.Current())
	}
}

func TestMenuByPointer(t *testing.T) {
	menu, used := menuOf()
	click(menu, menu.row(2).Center())
	if !slices.Equal(*used, []string{"Resign"}) || menu.IsOpen() {
		t.Errorf("used %v, open is %v", *used, menu.IsOpen())
	}
	menu.Open()
	if click(menu, menu.row(1).Center()); len(*used) != 1 || !menu.IsOpen() || menu.Current() != 0 {
		t.Error("a click on an entry that cannot be used did something")
	}
	menu.Update(pressAt(menu.row(0).Center()))
	if menu.Update(releaseAt(menu.row(2).Center())); len(*used) != 1 {
		t.Error("a press on one entry and a release on another used one")
	}
	menu.Update(hoverAt(menu.row(3).Center()))
	menu.Update(keyPress(ebiten.KeyArrowUp))
	menu.Update(&Input{Cursor: menu.row(3).Center()}) // the pointer lies still
	if menu.Current() != 2 {
		t.Errorf("current is %d: a pointer that lies still must not undo an arrow key", menu.Current())
	}
	menu.Update(releaseAt(menu.row(3).Center()))
	if len(*used) != 1 {
		t.Error("a release without a press used an entry")
	}
}

func TestMenuClosing(t *testing.T) {
	menu, used := menuOf()
	closed := 0
	menu.OnClose = func() { closed++ }
	in := pressAt(render.Point{X: 880, Y: 500})
	if !menu.Update(in) || menu.IsOpen() || closed != 1 || in.Pressed {
		t.Error("a press outside must close the menu and go no further")
	}
	if in := keyPress(ebiten.KeyEnter); menu.Update(in) || len(in.Keys) != 1 || len(*used) != 0 {
		t.Error("a closed menu took Enter")
	}
	menu.Open()
	if !menu.Update(keyPress(ebiten.KeyEscape)) || menu.IsOpen() || closed != 2 {
		t.Error("Escape must close the menu")
	}
	menu.Open()
	if menu.Close(); !menu.Update(&Input{}) || menu.Update(&Input{}) || closed != 2 {
		t.Error("closing must report one change, and not call OnClose where the program closed it")
	}
	menu.Open()
	menu.Update(&Input{})
	if n := calm(menu, 100); n != 0 {
		t.Errorf("%d changes in an idle open menu", n)
	}
}

func TestMenuOfNothing(t *testing.T) {
	for _, menu := range []*Menu{{}, {Entries: []MenuEntry{{Label: "a", Disabled: "Not now."}}}} {
		menu.PlaceCentered(render.Rect{W: 900, H: 560}, 300)
		menu.Open()
		for _, k := range []ebiten.Key{ebiten.KeyArrowDown, ebiten.KeyArrowUp, ebiten.KeyEnter} {
			menu.Update(keyPress(k))
		}
		if !menu.IsOpen() || menu.Current() != -1 {
			t.Errorf("open is %v, current is %d", menu.IsOpen(), menu.Current())
		}
	}
}

func TestMenuStaysInsideTheScreen(t *testing.T) {
	screen := render.Rect{W: 914, H: 571}
	menu, _ := menuOf()
	for range 12 {
		menu.Entries = append(menu.Entries, MenuEntry{Label: "more"})
	}
	for _, anchor := range []render.Rect{
		{X: 0, Y: 0, W: 80, H: 40}, {X: 850, Y: 0, W: 60, H: 40}, {X: 850, Y: 530, W: 60, H: 40}, {X: 400, Y: 280, W: 60, H: 40},
	} {
		menu.Place(anchor, screen, 300)
		inside(t, screen, menu.Bounds(), "the menu")
		for i := range menu.Entries {
			inside(t, menu.Bounds(), menu.row(i), menu.Entries[i].Label)
		}
	}
	menu.Entries = menu.Entries[:3]
	menu.Place(render.Rect{X: 400, Y: 500, W: 80, H: 40}, screen, 300)
	if menu.Bounds().Bottom() > 500 {
		t.Errorf("a menu at the bottom is at %v, want above its anchor", menu.Bounds())
	}
}

// inside checks that a rectangle lies in another.
func inside(t *testing.T, outer, inner render.Rect, name string) {
	t.Helper()
	const slack = 0.001
	if inner.X < outer.X-slack || inner.Y < outer.Y-slack || inner.Right() > outer.Right()+slack ||
		inner.Bottom() > outer.Bottom()+slack || inner.W < 0 || inner.H < 0 {
		t.Errorf("%s is at %v, not inside %v", name, inner, outer)
	}
}

// modalOf returns an open modal with the buttons No and Yes, Yes being primary, and what has been pressed.
func modalOf(fields ...Tall) (modal *Modal, pressed *[]string) {
	pressed = new([]string)
	modal = &Modal{Title: "Resign?", Text: "Bo will have won this game.", Fields: fields}
	for _, label := range []string{"No", "Yes"} {
		modal.Buttons = append(modal.Buttons, NewButton(label, func() { *pressed = append(*pressed, label) }))
	}
	modal.Buttons[1].Primary = true
	modal.Open()
	return modal, pressed
}

func TestModalTrapsTheFocus(t *testing.T) {
	behind, pressedBehind := grid(1)
	behind[0].Mnemonic = "H"
	form := formOf(behind)
	canceled := 0
	form.OnCancel = func() { canceled++ }
	form.Update(&Input{})
	field := NewTextField("Name", "Ada", nil)
	modal, _ := modalOf(field)
	modal.layout(newCanvas(t), render.Rect{W: 914, H: 571})
	var visited []Widget
	for range 4 {
		visited = append(visited, modal.Focused())
		in := keyPress(ebiten.KeyTab, ebiten.KeyH)
		in.Wheel = 50
		modal.Update(in)
		if form.Update(in); len(in.Keys) != 0 || in.Wheel != 0 {
			t.Fatal("an open modal left something")
		}
	}
	want := []Widget{field, modal.Buttons[0], modal.Buttons[1], field}
	if !slices.Equal(visited, want) || form.Focused() != behind[0] {
		t.Errorf("Tab went through %v", visited)
	}
	in := pressAt(behind[0].Bounds().Center())
	modal.Update(in)
	form.Update(in)
	in = releaseAt(behind[0].Bounds().Center())
	modal.Update(in)
	form.Update(in)
	in = keyPress(ebiten.KeyEscape)
	modal.Update(in)
	form.Update(in)
	if len(*pressedBehind) != 0 || canceled != 0 {
		t.Errorf("behind the modal %v was pressed and %d times canceled", *pressedBehind, canceled)
	}
	if modal.IsOpen() {
		t.Error("Escape does not close a modal")
	}
}

func TestFormBehindAModalShowsNoFocusAndDoesNotBlink(t *testing.T) {
	field, form := newField(t, "")
	modal, _ := modalOf()
	changes := 0
	for tick := range 200 {
		in := &Input{}
		modal.Update(in)
		if form.Update(in) && tick > 1 {
			changes++
		}
	}
	if changes != 0 || form.state(field).Focused {
		t.Errorf("%d changes; the field behind shows its focus: %v", changes, form.state(field).Focused)
	}
	if form.Update(&Input{}); !form.state(field).Focused {
		t.Error("the field has not got its focus back")
	}
}

func TestModalByKeysAndPointer(t *testing.T) {
	modal, pressed := modalOf()
	if modal.Focused() != modal.Buttons[1] {
		t.Error("the focus is not on the primary button")
	}
	if !modal.Update(keyPress(ebiten.KeyEnter)) {
		t.Error("pressing a button must report a change")
	}
	modal.layout(newCanvas(t), render.Rect{W: 914, H: 571})
	click(modal, modal.Buttons[0].Bounds().Center())
	click(modal, render.Point{X: 3, Y: 3}) // outside
	if !slices.Equal(*pressed, []string{"Yes", "No"}) || !modal.IsOpen() {
		t.Errorf("pressed %v, open is %v", *pressed, modal.IsOpen())
	}
	canceled := 0
	modal.OnCancel = func() { canceled++ }
	modal.Update(keyPress(ebiten.KeyEscape))
	if canceled != 1 || !modal.IsOpen() {
		t.Error("Escape must call OnCancel and leave the rest to it")
	}
	modal.Close()
	if !modal.Update(&Input{}) || modal.Update(keyPress(ebiten.KeyEnter)) || len(*pressed) != 2 {
		t.Error("closing must report one change; a closed modal must do nothing")
	}
}

func TestModalEnterInAFieldPressesThePrimaryButton(t *testing.T) {
	field := NewTextField("Name", "", nil)
	modal, pressed := modalOf(field)
	modal.Update(typed("Ada"))
	modal.Update(keyPress(ebiten.KeyEnter))
	if field.Text() != "Ada" || !slices.Equal(*pressed, []string{"Yes"}) {
		t.Errorf("text %q, pressed %v", field.Text(), *pressed)
	}
	modal.Focus(modal.Buttons[0])
	modal.Open()
	if modal.Focused() != field {
		t.Error("opened again, the focus is not where it was at first")
	}
}

func TestModalFitsTheScreen(t *testing.T) {
	c := newCanvas(t)
	long := strings.Repeat("This is a sentence that goes on for quite some time. ", 60)
	for _, screen := range []render.Rect{{W: 1280, H: 720}, {W: 914, H: 571}, {W: 900, H: 560}, {W: 500, H: 560}} {
		for name, text := range map[string]string{"no": "", "short": "Really?", "long": long} {
			field := NewTextField("Name", "Ada", nil)
			field.Error = "Somebody else has this name."
			modal, _ := modalOf(field)
			modal.Text = text
			modal.Buttons = append(modal.Buttons, NewButton("A button with quite a long label on it", nil))
			modal.layout(c, screen)
			inside(t, screen.Inset(modalMargin), modal.card, name+" text: the card")
			for _, w := range modal.form.widgets {
				inside(t, modal.card.Inset(modalPad-1), w.Bounds(), name+" text: a widget")
			}
			if modal.body.Focusable() != (name == "long") {
				t.Errorf("%s text: scrolling is %v", name, modal.body.Focusable())
			}
			for i, b := range modal.Buttons {
				need := c.TextWidth(b.Label, render.Strong) + 32
				if b.Bounds().W < need || b.Bounds().H < 40 || i > 0 && overlap(b.Bounds(), modal.Buttons[i-1].Bounds()) {
					t.Errorf("%s text: button %q is at %v", name, b.Label, b.Bounds())
				}
			}
		}
	}
}

func overlap(a, b render.Rect) bool {
	return a.X < b.Right() && b.X < a.Right() && a.Y < b.Bottom() && b.Y < a.Bottom()
}

func TestAModalOverAnotherComesFirst(t *testing.T) {
	upper, pressedUpper := modalOf()
	lower, pressedLower := modalOf()
	in := keyPress(ebiten.KeyEnter)
	upper.Update(in)
	lower.Update(in)
	if len(*pressedUpper) != 1 || len(*pressedLower) != 0 {
		t.Errorf("pressed %v above and %v below", *pressedUpper, *pressedLower)
	}
	menu, _ := menuOf()
	in = keyPress(ebiten.KeyEscape)
	upper.Update(in)
	if menu.Update(in); !menu.IsOpen() {
		t.Error("a menu behind a modal took Escape")
	}
}
