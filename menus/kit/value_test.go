package kit

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

func TestSwitch(t *testing.T) {
	var told []bool
	s := NewSwitch("Sound", false, func(on bool) { told = append(told, on) })
	s.Shortcut = "M"
	other := NewButton("", nil)
	other.SetBounds(render.Rect{X: 500, W: 50, H: 50})
	f := one(s, 200, ControlHeight)
	f.Add(other)
	f.Update(keyPress(ebiten.KeySpace))
	f.Update(keyPress(ebiten.KeyEnter))
	f.Update(keyPress(ebiten.KeyArrowLeft)) // it is already off, so the key moves the focus, and there is nothing to the left
	click(f, s.Bounds().Center())
	tap(f, s.Bounds().Center())
	f.Update(keyPress(ebiten.KeyM))
	if want := []bool{true, false, true, false, true}; !slices.Equal(told, want) || !s.On {
		t.Errorf("told %v, want %v", told, want)
	}
	f.Update(keyPress(ebiten.KeyArrowRight))
	if f.Focused() != other {
		t.Error("Right on a switch that is on does not lead on")
	}
	f.Update(keyPress(ebiten.KeyM))
	if len(told) != 6 || f.Info(s).Value != "off" {
		t.Error("the shortcut works only with the focus")
	}
	s.Disabled = true
	f.Update(keyPress(ebiten.KeyM))
	click(f, s.Bounds().Center())
	if len(told) != 6 {
		t.Error("a disabled switch turns")
	}
}

func TestSlider(t *testing.T) {
	var told []int
	s := NewSlider("", 50, 100, 10, func(v int) { told = append(told, v) })
	f := one(s, 300, ControlHeight)
	for _, key := range []ebiten.Key{ebiten.KeyArrowLeft, ebiten.KeyEqual, ebiten.KeyEnd, ebiten.KeyArrowRight, ebiten.KeyHome} {
		f.Update(keyPress(key))
	}
	if want := []int{40, 50, 100, 0}; !slices.Equal(told, want) {
		t.Errorf("keys gave %v, want %v", told, want)
	}
	track, _ := s.places()
	at := func(share float64) render.Point { return render.Point{X: track.X + share*track.W, Y: track.Center().Y} }
	told = nil
	f.Update(finger(pressAt(at(0.25))))
	f.Update(finger(dragTo(at(0.8))))
	f.Update(finger(&Input{Cursor: at(0.8), Down: true}))
	f.Update(finger(dragTo(at(9))))
	f.Update(finger(releaseAt(at(9))))
	if want := []int{25, 80, 100}; !slices.Equal(told, want) {
		t.Errorf("a finger gave %v, want %v", told, want)
	}
	s.Disabled = true
	f.Update(pressAt(at(0.5)))
	if s.Value != 100 || NewSlider("", 700, 100, 1, nil).Value != 100 {
		t.Error("a disabled slider moves, or one has a value beyond its end")
	}
}

func TestAFingerOnASliderDoesNotScrollThePage(t *testing.T) {
	s := NewSlider("", 50, 100, 10, nil)
	s.SetBounds(render.Rect{Y: 20, W: 200, H: ControlHeight})
	f := NewForm(s)
	f.Scroll(render.Rect{W: 220, H: 100}, 500, nil, s)
	track, _ := s.places()
	f.Update(finger(pressAt(track.Center())))
	for i := range 10 {
		f.Update(finger(dragTo(track.Center().Add(render.Point{X: float64(i), Y: -4 * float64(i)}))))
	}
	if f.scrolled.shift != 0 || s.Value == 50 {
		t.Errorf("the page scrolled %v and the slider is at %d", f.scrolled.shift, s.Value)
	}
}

func TestCards(t *testing.T) {
	var taken []int
	var cards []Widget
	for i := range 6 {
		d := NewCard(fmt.Sprint("Level ", i), "Says something.", func() { taken = append(taken, i) })
		d.Disabled = i == 4
		cards = append(cards, d)
	}
	f := NewForm(cards...)
	tiles := Columns(3, 10, Puts(cards...)...)
	tiles.Place(nil, render.Rect{X: 20, Y: 30, W: 640, H: 400})
	f.Update(keyPress(ebiten.KeyArrowRight))
	f.Update(keyPress(ebiten.KeyArrowDown)) // past the disabled one, to the nearest one below
	f.Update(keyPress(ebiten.KeyEnter))
	click(f, cards[2].Bounds().Center())
	tap(f, cards[4].Bounds().Center())
	if len(taken) != 2 || taken[0] < 3 || taken[0] == 4 || taken[1] != 2 {
		t.Errorf("taken %v", taken)
	}
}

func TestPlacesOfACard(t *testing.T) {
	d := NewCard("Seedling", "Says something.", nil)
	d.OutOf = 6
	for _, size := range [][2]float64{{170, 210}, {400, 100}, {90, 90}, {300, 400}} {
		d.SetBounds(render.Rect{X: 5, Y: 5, W: size[0], H: size[1]})
		p := d.places(newCanvas(t))
		for name, part := range map[string]render.Rect{"picture": p.picture, "title": p.title} {
			inside(t, d.Bounds(), part, fmt.Sprint(name, " of ", size))
		}
		if overlap(p.picture, p.title) || overlap(p.title, p.line) {
			t.Errorf("%v: parts overlap: %+v", size, p)
		}
	}
}

func TestShortcutsOfAForm(t *testing.T) {
	hint, off := NewButton("Hint", nil), &Button{Label: "Undo", Shortcut: "Ctrl+Z", Disabled: true}
	hint.Shortcut = "H"
	sound := WithID("sound", NewSwitch("Sound", true, nil))
	sound.Shortcut = "M"
	f := NewForm(hint, NewButton("Back", nil), off, sound)
	want := []Shortcut{{"H", "", "Hint"}, {"Ctrl+Z", "", "Undo"}, {"M", "sound", "Sound"}}
	if got := f.Shortcuts(); !slices.Equal(got, want) {
		t.Errorf("shortcuts are %v, want %v", got, want)
	}
}

func TestKeyNames(t *testing.T) {
	tests := []struct {
		shortcut string
		source   Source
		want     string
	}{
		{"H", Mouse, "H"},
		{"H", Keyboard, "H"},
		{"H", Pad, "X"},
		{"H", Touch, ""},
		{"Escape", Keyboard, "Esc"},
		{"Escape", Pad, "B"},
		{"Ctrl+PageUp", Mouse, "Ctrl+PgUp"},
		{"M", Pad, ""},
	}
	for _, test := range tests {
		if got := KeyName(test.shortcut, test.source); got != test.want {
			t.Errorf("%s for source %d is %q, want %q", test.shortcut, test.source, got, test.want)
		}
	}
}
