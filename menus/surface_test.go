package menus

import (
	"image"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
)

// glass is a surface with a clock of its own, and a record of its drawings.
type glass struct {
	surface
	t      *testing.T
	now    time.Time
	canvas *ebiten.Image
	drawn  []image.Point // the sizes of the pictures drawn
}

func newGlass(t *testing.T) *glass {
	g := &glass{t: t, now: time.Unix(1e9, 0)}
	g.resize(640, 360)
	return g
}

func (g *glass) resize(w, h int) { g.canvas = ebiten.NewImage(w, h) }

// frame shows a frame after a time and reports whether a picture was drawn for it.
func (g *glass) frame(after time.Duration, changed bool) bool {
	g.t.Helper()
	g.now = g.now.Add(after)
	before := len(g.drawn)
	done := g.update(g.canvas, changed, g.now, func(m *ebiten.Image) { g.drawn = append(g.drawn, m.Bounds().Size()) })
	if done != (len(g.drawn) > before) {
		g.t.Fatalf("update says %v, drawn are %v", done, g.drawn)
	}
	return done
}

const aFrame = time.Second / 60

func TestSurfaceDrawsOnlyWhatChanged(t *testing.T) {
	g := newGlass(t)
	if !g.frame(aFrame, true) {
		t.Fatal("the first picture is not drawn")
	}
	for range 10 {
		if g.frame(aFrame, false) {
			t.Fatal("a picture is drawn though nothing changed")
		}
	}
	if !g.frame(aFrame, true) {
		t.Error("a change is not drawn")
	}
}

// An enlarged window must not wait for a slow picture: until that is drawn, the previous one is
// stretched.
func TestSurfaceStretchesASlowPicture(t *testing.T) {
	g := newGlass(t)
	g.frame(aFrame, true)
	g.frame(200*time.Millisecond, false) // the time the drawing took
	waited := time.Duration(0)
	for i := range 10 { // a drag
		g.resize(700+10*i, 400)
		if g.frame(aFrame, true) {
			t.Fatalf("the picture is drawn after %v of a drag", waited)
		}
		if g.painted != g.now {
			t.Fatal("the window with a new size is not painted")
		}
		waited += aFrame
	}
	if g.frame(sizeSettled/2, true) || !g.frame(sizeSettled/2, true) {
		t.Error("the picture is not drawn when the size has settled")
	}
	if last := g.drawn[len(g.drawn)-1]; last != image.Pt(790, 400) {
		t.Errorf("the picture is drawn in the size %v", last)
	}
	g.frame(200*time.Millisecond, false)
	for start := g.now; ; { // an endless drag
		g.resize(800+int(g.now.Sub(start)/aFrame), 400)
		if g.frame(aFrame, true) {
			break
		}
		if g.now.Sub(start) > time.Second {
			t.Fatal("in a long drag nothing is drawn")
		}
	}
}

func TestSurfaceFollowsADragIfItIsQuick(t *testing.T) {
	g := newGlass(t)
	g.frame(aFrame, true)
	for i := range 10 {
		g.resize(700+10*i, 400)
		if !g.frame(aFrame, true) {
			t.Fatal("a quick picture is not drawn in the new size")
		}
	}
}

func TestSurfaceRestsAndWakes(t *testing.T) {
	g := newGlass(t)
	g.frame(aFrame, true)
	takes := func(after time.Duration) time.Duration {
		start := time.Now()
		g.frame(after, false)
		return time.Since(start)
	}
	if d := takes(quietAfter / 2); d >= rest {
		t.Errorf("it rests for %v though something happened just now", d)
	}
	if d := takes(quietAfter); d < rest {
		t.Errorf("it rests only %v", d)
	}
	g.attend(&kit.Input{}, g.now)
	if d := takes(aFrame); d < rest {
		t.Errorf("without input it rests only %v", d)
	}
	g.attend(&kit.Input{CursorMoved: true}, g.now)
	if d := takes(aFrame); d >= rest {
		t.Errorf("after input it rests for %v", d)
	}
}

// The pixels that another window has covered are repainted.
func TestSurfaceIsPaintedAgain(t *testing.T) {
	g := newGlass(t)
	g.frame(aFrame, true)
	g.focused = !g.focused
	g.frame(aFrame, false)
	if g.painted != g.now {
		t.Error("a window that gets the focus is not painted again")
	}
	g.inside = false
	g.frame(aFrame, false)
	if g.painted != g.now {
		t.Error("a window that the pointer enters is not painted again")
	}
	for goos, want := range map[string]bool{"linux": true, "freebsd": true, "windows": false, "darwin": false, "js": false} {
		if forgetful(goos) != want {
			t.Errorf("windows of %s lose their pixels: %v", goos, !want)
		}
	}
}
