package kit

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
	"mancala/tools/need/screen"
)

// onPad marks an input as a gamepad's.
func onPad(in *Input) *Input { in.Source = Pad; return in }

// keysOf presses keys of the on-screen keyboard by ID.
func keysOf(t *testing.T, f *Form, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if f.Keyboard() == nil {
			t.Fatalf("the keyboard is closed before %s", id)
		}
		b, ok := f.Keyboard().Find(id).(*Button)
		if !ok {
			t.Fatalf("there is no key %s", id)
		}
		b.Press()
	}
}

func typingForm(text string) (f *Form, field *TextField, changed *int) {
	field, changed = NewTextField("Address", text, &fakeClipboard{text: "10.0.0.7"}), new(int)
	field.OnChange = func(string) { *changed++ }
	field.SetBounds(render.Rect{X: 10, Y: 10, W: 300, H: 80})
	ok := NewButton("Connect", nil)
	ok.SetBounds(render.Rect{X: 10, Y: 200, W: 300, H: 40})
	f = NewForm(field, ok)
	return f, field, changed
}

func TestAGamepadWritesOnTheScreen(t *testing.T) {
	f, field, changed := typingForm("")
	pressed := 0
	f.Default = NewButton("", func() { pressed++ })
	f.Update(onPad(keyPress(ebiten.KeyEnter)))
	if f.Keyboard() == nil || pressed != 0 {
		t.Fatal("the gamepad's Enter on a field opened no keyboard")
	}
	for _, b := range f.Keyboard().Widgets() { // a gamepad reaches keys by directions, which need a layout
		b.SetBounds(render.Rect{W: 40, H: 40})
	}
	f.keyboard.place(render.Rect{Y: 300, W: 900, H: 400})
	f.Keyboard().Focus(f.Keyboard().Find("key-g"))
	f.Update(onPad(keyPress(ebiten.KeyEnter)))
	f.Update(onPad(keyPress(ebiten.KeyArrowRight)))
	f.Update(onPad(keyPress(ebiten.KeyEnter)))
	if field.Text() != "Gh" || *changed != 2 {
		t.Errorf("written is %q with %d changes: a capital first, then small letters", field.Text(), *changed)
	}
	keysOf(t, f, "key-erase", "key-space", "key-shift", "key-a", "key-7")
	if field.Text() != "G A7" {
		t.Errorf("written is %q", field.Text())
	}
	f.Update(onPad(keyPress(ebiten.KeyEscape)))
	if f.Keyboard() != nil || f.Focused() != field {
		t.Error("B did not close the keyboard, or the focus went")
	}
}

// If the system has a keyboard for fingers, this package's stays closed.
func TestNoSecondKeyboard(t *testing.T) {
	f, field, _ := typingForm("old")
	at := field.frame().Center()
	f.Update(&Input{Source: Touch, SystemKeyboard: true, Cursor: at, Pressed: true, Down: true})
	f.Update(&Input{Source: Touch, SystemKeyboard: true, Cursor: at, Released: true})
	if f.Keyboard() != nil || f.Focused() != field {
		t.Error("a tap on a field opened a keyboard, or did not choose the field")
	}
}

func TestAFingerWritesOnTheScreen(t *testing.T) {
	f, field, _ := typingForm("old")
	tap(f, field.frame().Center())
	if f.Keyboard() == nil {
		t.Fatal("a tap on a field opened no keyboard")
	}
	f.keyboard.place(render.Rect{Y: 300, W: 900, H: 400})
	tap(f, f.Keyboard().Find("key-x").Bounds().Center())
	keysOf(t, f, "key-paste")
	if field.Text() != "10.0.0.7" {
		t.Errorf("pasted is %q", field.Text())
	}
	tap(f, f.widgets[1].Bounds().Center()) // widgets behind get nothing
	keysOf(t, f, "key-done")
	if f.Keyboard() != nil || f.Focused() != field {
		t.Error("Done did not close the keyboard")
	}
}

func TestTheKeyboardOnTheScreenGivesWay(t *testing.T) {
	f, field, _ := typingForm("")
	click(f, field.frame().Center())
	f.Update(&Input{Source: Keyboard, Cursor: nowhere, Keys: []KeyPress{{Key: ebiten.KeyEnter}}})
	if f.Keyboard() != nil {
		t.Error("a mouse or a keyboard opened the keyboard on the screen")
	}
	tap(f, field.frame().Center())
	f.Update(&Input{Source: Keyboard, Cursor: nowhere, Keys: []KeyPress{{Key: ebiten.KeyB}}, Text: "b"})
	if f.Keyboard() != nil || field.Text() != "b" {
		t.Errorf("typing on real keys left the keyboard on the screen, or was lost: %q", field.Text())
	}
	tap(f, field.frame().Center())
	f.Set(f.widgets[1])
	f.Update(finger(&Input{Cursor: nowhere}))
	if f.Keyboard() != nil {
		t.Error("the keyboard stays without its field")
	}
}

func TestTheKeyboardHasOnlyKeysThatTheFieldTakes(t *testing.T) {
	f, field, _ := typingForm("")
	field.Filter = func(r rune) bool { return r >= '0' && r <= '9' }
	tap(f, field.frame().Center())
	for id, want := range map[string]bool{"key-7": true, "key-q": false, "key-.": false} {
		if got := f.Keyboard().Find(id).Focusable(); got != want {
			t.Errorf("%s can be used: %v", id, got)
		}
	}
}

func TestPictureOfTheKeyboard(t *testing.T) {
	screen.Need(t)
	for _, size := range [][2]int{{1280, 720}, {640, 400}, {600, 1000}} {
		f, _, _ := typingForm("example.org:7000")
		f.Update(onPad(keyPress(ebiten.KeyEnter)))
		picture := shoot(t, f, size[0], size[1], render.Themes()[0])
		u := render.Scale(size[0], size[1], 1)
		window := render.Rect{W: float64(size[0]) / u, H: float64(size[1]) / u}
		for _, w := range f.Keyboard().Widgets() {
			inside(t, window, w.Bounds(), f.Keyboard().Info(w).ID)
			if r := reach(w.Bounds()); r.W*0.7 < 44 || r.H*0.7 < 44 || w.Bounds().W < 50 {
				t.Errorf("%v: a key is %+v large", size, w.Bounds())
			}
		}
		keep(t, "keyboard-"+map[int]string{1280: "wide", 640: "small", 600: "high"}[size[0]], picture)
		if clipped := f.Keyboard().Clipped(newCanvas(t)); len(clipped) > 0 {
			t.Errorf("%v: no room for %v", size, clipped)
		}
	}
}
