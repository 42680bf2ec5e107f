package menus

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/tools/need/screen"
)

// desktop is a desk with a screen of 1920x1080 that records the changes of the window.
type desktop struct {
	at   settings.Window
	done []string
}

func (*desktop) screen() (width, height int) { return 1920, 1080 }

func (d *desktop) look() settings.Window { return d.at }

func (d *desktop) resize(width, height int) {
	d.at.Width, d.at.Height = width, height
	d.done = append(d.done, fmt.Sprintf("%dx%d", width, height))
}

func (d *desktop) move(x, y int) {
	d.at.X, d.at.Y = x, y
	d.done = append(d.done, fmt.Sprintf("to %d,%d", x, y))
}

func (d *desktop) fill(full bool) {
	d.at.Full = full
	d.done = append(d.done, fmt.Sprintf("full %v", full))
}

// seatedBench returns a program in a window of 1280x720 at 100, 50.
func seatedBench(t *testing.T, texts menustest.Shelf) (*bench, *desktop) {
	t.Helper()
	d := &desktop{at: settings.Window{Width: 1280, Height: 720, X: 100, Y: 50, Placed: true}}
	b := newBench(t, texts, nil)
	b.window.desk = d
	return b, d
}

// The switch in the settings and the keys turn the full screen on and off. The setting follows the
// keys, and the window keeps its place.
func TestTheWindowFillsTheScreen(t *testing.T) {
	b, d := seatedBench(t, menustest.Shelf{})
	follow := func() {
		for range lookEvery * (sameLooks + 1) {
			b.window.follow(b.Shared().Settings)
		}
	}
	follow()
	b.Go(page.ToSettings{})
	b.LayOut(1280, 720)
	turn := func() {
		b.Top().Form().Find("settings.full").(*kit.Switch).Press()
	}
	if turn(); !d.at.Full || !b.Shared().Settings.Now().Window.Full {
		t.Fatal("the switch does not make the window fill the screen")
	}
	follow()
	if turn(); d.at.Full || b.Shared().Settings.Now().Window.Full {
		t.Fatal("the window still fills the screen")
	}
	follow()
	for _, keys := range []kit.KeyPress{{Key: ebiten.KeyF11}, {Key: ebiten.KeyEnter, Alt: true}} {
		before := d.at.Full
		b.globalKeys(&kit.Input{Keys: []kit.KeyPress{keys}})
		if follow(); d.at.Full == before || b.Shared().Settings.Now().Window.Full != d.at.Full {
			t.Errorf("after %v the window fills the screen: %v, the setting says %v", keys.Key, d.at.Full, b.Shared().Settings.Now().Window.Full)
		}
	}
	if want := []string{"full true", "full false", "full true", "full false"}; !slices.Equal(d.done, want) {
		t.Errorf("the window was changed by %q", d.done)
	}
}

// A stored position counts only if the screen has room there.
func TestTheWindowComesBack(t *testing.T) {
	for stored, want := range map[settings.Window][]string{
		{Width: 800, Height: 600, X: 10, Y: 20, Placed: true}:               {"800x600", "to 10,20"},
		{Width: 800, Height: 600, X: 1900, Y: 20, Placed: true}:             {"800x600"},
		{Width: 800, Height: 600, X: 10, Y: 20, Placed: true, Full: true}:   {"800x600", "to 10,20", "full true"},
		{Width: 4000, Height: 600, X: 10, Y: 20, Placed: true}:              nil,
		{Width: 100, Height: 100, X: 10, Y: 20, Placed: true}:               nil,
		{Width: 4000, Height: 3000, X: 10, Y: 20, Placed: true, Full: true}: {"full true"},
	} {
		b, d := seatedBench(t, menustest.Shelf{})
		if b.window.restore(stored); !slices.Equal(d.done, want) {
			t.Errorf("%+v is restored by %q, not %q", stored, d.done, want)
		}
	}
}

// lateStore is a store of settings that answers when it is polled.
type lateStore struct {
	menustest.Shelf
	answers []func()
}

func (s *lateStore) Setting(key string, done func(string)) {
	s.answers = append(s.answers, func() { s.Shelf.Setting(key, done) })
}

func (s *lateStore) Poll() int {
	for _, answer := range s.answers {
		answer()
	}
	s.answers = nil
	return 0
}

// A hidden window is shown by the first update, whose frame draws nothing.
func TestAHiddenWindowIsShownBeforeItIsDrawn(t *testing.T) {
	screen.Need(t)
	opened := 0
	b := newBench(t, nil, func(cfg *Config) { cfg.Open = func() { opened++ } })
	b.window.desk = &desktop{}
	b.LayoutF(800, 480)
	picture := ebiten.NewImage(8, 8)
	defer picture.Deallocate()
	for frame := range 3 {
		if err := b.Update(); err != nil {
			t.Fatal(err)
		}
		b.Draw(picture)
		if drawn := b.surface.picture != nil; opened != 1 || drawn != (frame > 0) {
			t.Errorf("frame %d: the window was shown %d times, and drawn: %v", frame, opened, drawn)
		}
	}
}

// The stored settings count before the window opens.
func TestTheWindowOpensAtItsRememberedSize(t *testing.T) {
	d := &desktop{}
	store := &lateStore{Shelf: menustest.Shelf{"window": "800x600+10+20"}}
	b := newBench(t, store.Shelf, func(cfg *Config) { cfg.Scores = store })
	b.window.desk = d
	if len(d.done) > 0 || b.Shared().Settings.Loaded() {
		t.Fatalf("before the answers the window was changed by %q", d.done)
	}
	store.Poll()
	if want := []string{"800x600", "to 10,20"}; !b.Shared().Settings.Loaded() || !slices.Equal(d.done, want) {
		t.Errorf("the window was changed by %q, not %q", d.done, want)
	}
}
