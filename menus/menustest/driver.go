package menustest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// Tick is the length of one Update.
const Tick = time.Second / 60

// Windows are the window sizes, in pixels, at which screens are checked.
var Windows = [][2]int{{640, 400}, {800, 600}, {1280, 720}, {2560, 1440}, {600, 1000}, {1000, 1400}}

// Driver uses the topmost screen of a program as a user would.
type Driver struct {
	T     *testing.T
	Shell page.Shell
	// Follow brings the screens up to date with the game in progress.
	Follow func()
}

// Label returns the label of a widget, or "" for mere decoration.
func Label(w kit.Widget) string {
	if d, ok := w.(kit.Described); ok {
		return d.Describe().Name()
	}
	return ""
}

// LayOut lays out the topmost screen in a window of a size in pixels, and returns the window in
// units.
func (d *Driver) LayOut(width, height int) render.Rect {
	shared := d.Shell.Shared()
	canvas, u := shared.Canvas, shared.Unit(width, height, 1)
	canvas.Begin(nil, u)
	window := render.Rect{W: float64(width) / u, H: float64(height) / u}
	d.Shell.Top().Layout(canvas, window)
	return window
}

// Control returns the widget on the topmost screen with a label, or with an ID after a "#". Without
// one it fails the test.
func (d *Driver) Control(label string) kit.Widget {
	d.T.Helper()
	if id, ok := strings.CutPrefix(label, "#"); ok {
		if w := d.Shell.Top().Form().Find(id); w != nil {
			return w
		}
	}
	for _, w := range d.Shell.Top().Form().Widgets() {
		if Label(w) == label {
			return w
		}
	}
	d.T.Fatalf("there is no %q on the screen %q", label, d.Shell.Top().Name())
	return nil
}

// Shows reports whether the topmost screen has a control with that label, or with an ID after a
// "#".
func (d *Driver) Shows(label string) bool {
	if id, ok := strings.CutPrefix(label, "#"); ok {
		return d.Shell.Top().Form().Find(id) != nil
	}
	return slices.ContainsFunc(d.Shell.Top().Form().Widgets(), func(w kit.Widget) bool { return Label(w) == label })
}

// Info describes a control to assistive technology.
func (d *Driver) Info(label string) kit.Info {
	d.T.Helper()
	return d.Shell.Top().Form().Info(d.Control(label))
}

// Choose selects a value or a row of a control, by its index.
func (d *Driver) Choose(label string, i int) {
	d.T.Helper()
	d.use(label, kit.Use{Act: kit.Choose, Number: i})
}

// Enter presses a control wherever the focus is.
func (d *Driver) Enter(label string) {
	d.T.Helper()
	d.use(label, kit.Use{Act: kit.Press})
}

// use acts on a control as assistive technology does.
func (d *Driver) use(label string, u kit.Use) {
	d.T.Helper()
	if w := d.Control(label); !d.Shell.Top().Form().Use(w, u) {
		d.T.Fatalf("%q does nothing", label)
	}
	d.LayOut(1280, 720)
}

// Focused returns the ID of the control with the focus, or "".
func (d *Driver) Focused() string {
	if w := d.Shell.Top().Form().Focused(); w != nil {
		return d.Shell.Top().Form().Info(w).ID
	}
	return ""
}

// Key focuses a control only by Tab and presses keys there.
func (d *Driver) Key(label string, keys ...ebiten.Key) {
	d.T.Helper()
	target := d.Control(label)
	for range d.Shell.Top().Form().Widgets() {
		if d.Shell.Top().Form().Focused() == target {
			break
		}
		d.Press(ebiten.KeyTab)
	}
	if d.Shell.Top().Form().Focused() != target {
		d.T.Fatalf("Tab does not reach %q", label)
	}
	d.Press(keys...)
}

// Press presses keys wherever the focus is.
func (d *Driver) Press(keys ...ebiten.Key) {
	for _, k := range keys {
		d.Shell.Top().Update(&kit.Input{Keys: []kit.KeyPress{{Key: k}}})
	}
}

// Ctrl presses a key with Ctrl on the topmost screen.
func (d *Driver) Ctrl(k ebiten.Key) {
	d.Shell.Top().Update(&kit.Input{Keys: []kit.KeyPress{{Key: k, Ctrl: true}}})
	d.LayOut(1280, 720)
}

// Click clicks the centre of a control.
func (d *Driver) Click(label string) {
	d.T.Helper()
	d.LayOut(1280, 720)
	d.Tap(kit.Mouse, d.Control(label).Bounds().Center())
}

// Tap presses and releases the mouse or a finger.
func (d *Driver) Tap(source kit.Source, at render.Point) {
	d.Shell.Top().Update(&kit.Input{Source: source, Cursor: at, CursorMoved: true, Pressed: true, Down: true})
	d.Shell.Top().Update(&kit.Input{Source: source, Cursor: at, Released: true})
}

// Write replaces the text of a field by typing.
func (d *Driver) Write(label, text string) {
	d.T.Helper()
	d.Key(label)
	field := d.Control(label).(*kit.TextField)
	field.SelectAll()
	d.Shell.Top().Update(&kit.Input{Text: text})
}

// Pass advances the program tick by tick, and returns the number of ticks in which something
// changed.
func (d *Driver) Pass(span time.Duration) (changes int) {
	for range span / Tick {
		d.Shell.Shared().Ports.Scores.Poll()
		sc := d.Shell.Scene()
		changed := sc != nil && sc.Advance(Tick)
		if changed {
			d.Follow()
		}
		if d.Shell.Top().Update(&kit.Input{}) || changed {
			changes++
		}
	}
	d.LayOut(1280, 720)
	return changes
}

// CheckText checks that the texts of the controls on the topmost screen fit.
func (d *Driver) CheckText(where string) {
	d.T.Helper()
	for _, id := range d.Shell.Top().Form().Clipped(d.Shell.Shared().Canvas) {
		d.T.Errorf("%s: %q has no room for its text", where, id)
	}
}
