package menus

import (
	"image"
	"math"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/menus/kit"
	"mancala/menus/page"
)

// glass is a surface with its own clock and a record of its drawings.
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
	done := g.update(g.canvas, g.canvas.Bounds().Size(), changed, g.now, func(m *ebiten.Image) { g.drawn = append(g.drawn, m.Bounds().Size()) })
	if done != (len(g.drawn) > before) {
		g.t.Fatalf("update says %v, drawn are %v", done, g.drawn)
	}
	return done
}

const aFrame = time.Second / 60

// Memory returns once, a while after each change of the screen or the size.
func TestSurfaceGivesMemoryBack(t *testing.T) {
	g := newGlass(t)
	times := 0
	g.tidy = func() { times++ }
	for i, change := range []func(){
		func() {},
		func() { g.resize(800, 480) },
		func() { g.cross(state{turns: 1}, g.now, true) },
	} {
		change()
		for _, step := range []struct {
			after time.Duration
			want  int
		}{{aFrame, i}, {tidyAfter - 2*aFrame, i}, {2 * aFrame, i + 1}, {2 * tidyAfter, i + 1}} {
			if g.frame(step.after, true); times != step.want {
				t.Errorf("change %d, %v later: memory was given back %d times, want %d", i, step.after, times, step.want)
			}
		}
	}
}

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

// An enlarged window must not wait for a slow picture: it stretches the previous one until then.
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

// The surface repaints pixels that another window has covered.
func TestSurfaceIsPaintedAgain(t *testing.T) {
	g := newGlass(t)
	g.frame(aFrame, true)
	g.see(false, false, g.now)
	for _, c := range []struct {
		what            string
		focused, inside bool
	}{{"gets the focus", true, false}, {"the pointer enters", true, true}, {"loses the focus", false, true}} {
		g.lost = false
		if g.see(c.focused, c.inside, g.now); !g.lost {
			t.Errorf("a window that %s keeps its pixels", c.what)
		}
	}
	g.frame(aFrame, false)
	if g.painted != g.now {
		t.Error("a window that has lost its pixels is not painted again")
	}
	for goos, want := range map[string]bool{"linux": true, "freebsd": true, "windows": false, "darwin": false, "js": false} {
		if forgetful(goos) != want {
			t.Errorf("windows of %s lose their pixels: %v", goos, !want)
		}
	}
}

// A screen fades into the next one in a time by the clock, and a press ends the fade. There is no
// fade if the user wants less motion or has just opened the window.
func TestSurfaceFades(t *testing.T) {
	pages := [2]page.Screen{&page.Card{}, &page.Card{}}
	g := newGlass(t)
	turn := 0
	show := func(still bool) bool {
		turn++
		g.cross(state{screen: pages[turn%2]}, g.now, still)
		g.frame(aFrame, true)
		return g.before != nil
	}
	if show(false) {
		t.Error("the first screen fades in")
	}
	if show(true) {
		t.Error("a screen fades though the user wants less motion")
	}
	if !show(false) {
		t.Fatal("a screen does not fade")
	}
	old := len(g.drawn)
	frames, last := 0, 1.0
	for ; g.before != nil; frames++ {
		if g.frame(aFrame, false); g.painted != g.now || g.fade.Left() >= last {
			t.Fatal("a step of the fade is not painted")
		}
		last = g.fade.Left()
	}
	if want := int(motion.FadeTime / aFrame); frames < want-2 || frames > want+2 {
		t.Errorf("the fade takes %d frames", frames)
	}
	if len(g.drawn) != old {
		t.Error("the screen is drawn for each step of the fade")
	}
	show(false)
	for range 2 { // slow frames
		g.frame(motion.FadeTime*3/5, false)
	}
	if g.before != nil {
		t.Error("slow frames make the fade longer")
	}
	for name, in := range map[string]kit.Input{
		"a press": {Pressed: true}, "a key": {Keys: []kit.KeyPress{{}}}, "the wheel": {Wheel: 60}, "a letter": {Text: "x"},
	} {
		show(false)
		if g.attend(&in, g.now); g.frame(aFrame, false) || g.before != nil {
			t.Errorf("%s does not end the fade", name)
		}
	}
	g.cross(state{g.of.screen, 1}, g.now, false)
	if g.frame(aFrame, true); g.before == nil {
		t.Error("another state of a screen does not fade in")
	}
	show(false)
	if g.resize(800, 500); g.frame(aFrame, true) && g.before != nil {
		t.Error("the picture of another size is kept")
	}
}

// A picture of another size keeps its proportions.
func TestStretchedPicturesKeepTheirProportions(t *testing.T) {
	for _, window := range []image.Point{{1280, 360}, {320, 360}, {640, 360}, {1280, 720}} {
		m := fitted(image.Pt(640, 360), window)
		x0, y0 := m.Apply(0, 0)
		x1, y1 := m.Apply(640, 360)
		if w, h := x1-x0, y1-y0; math.Abs(w/h-640.0/360) > 1e-9 || x0 < 0 || y0 < 0 || x1 > float64(window.X) || y1 > float64(window.Y) {
			t.Errorf("in a window of %v it is at %v, %v to %v, %v", window, x0, y0, x1, y1)
		}
	}
}
