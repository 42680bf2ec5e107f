package game

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules/rulestest"
)

// look draws the screen in a window, and returns the drawn place of its board.
func look(b *menustest.Bench, width, height int) render.Rect {
	b.LayOut(width, height)
	b.Overhear(func(render.Lettering) {})
	return screenOf(b).glide.seen.board
}

// pass lets a time pass on the screen in its present layout.
func pass(b *menustest.Bench, span time.Duration) {
	for ; span > 0; span -= menustest.Tick {
		b.Top().Update(&kit.Input{})
	}
}

// The board glides to its new place beside the log or the end. Clicks find it there at once, and
// any key ends the motion.
func TestTheBoardGlides(t *testing.T) {
	for name, stir := range map[string]func(b *menustest.Bench){
		"the log": func(b *menustest.Bench) { b.Press(ebiten.KeyL) },
		"the end": func(b *menustest.Bench) { ended(t, b) },
	} {
		for _, size := range [][2]int{{1280, 720}, {600, 1000}} {
			if name == "the end" && size[0] < size[1] {
				continue // the board turns
			}
			b := newBench(t, menustest.Shelf{}, nil)
			b.Play(persons(rulestest.Variant(t, "kalah", 1, 3)), 1)
			g := screenOf(b)
			before := look(b, size[0], size[1])
			stir(b)
			if got := look(b, size[0], size[1]); got != before {
				t.Errorf("%s at %v: the board jumps from %v to %v", name, size, before, got)
			}
			final := g.board.area
			if final == before {
				t.Fatalf("%s at %v: the board stays where it is", name, size)
			}
			pass(b, motion.SlideTime/2)
			if got := look(b, size[0], size[1]); got == before || got == final || g.board.area != final {
				t.Errorf("%s at %v: halfway the board is at %v, and found at %v", name, size, got, g.board.area)
			}
			pass(b, motion.SlideTime)
			if got := look(b, size[0], size[1]); got != final {
				t.Errorf("%s at %v: the board arrives at %v instead of %v", name, size, got, final)
			}
		}
	}
}

func TestGlidingEndsAtOnce(t *testing.T) {
	open := func(still bool) (*menustest.Bench, render.Rect) {
		b := newBench(t, menustest.Shelf{}, nil)
		b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
		b.Shared().Settings.Change(func(s *settings.Settings) { s.Still = still })
		before := look(b, 1280, 720)
		b.Press(ebiten.KeyL)
		return b, before
	}
	b, before := open(false)
	look(b, 1280, 720)
	b.Top().Update(&kit.Input{Pressed: true})
	if got := look(b, 1280, 720); got == before || got != screenOf(b).board.area {
		t.Error("a press does not end the motion")
	}
	b, _ = open(false)
	if got := look(b, 1200, 720); got != screenOf(b).board.area {
		t.Error("in a window of another size the board is on its way")
	}
	b, _ = open(true)
	if got := look(b, 1280, 720); got != screenOf(b).board.area {
		t.Error("the board glides though the user wants less motion")
	}
}

// drawnAt returns the place of a text on the screen, and whether the text is there.
func drawnAt(b *menustest.Bench, text string, size [2]int) (at render.Point, drawn bool) {
	b.LayOut(size[0], size[1])
	b.Overhear(func(l render.Lettering) {
		if l.Paragraph == text && !drawn {
			at, drawn = render.Point{X: l.Place.X, Y: l.Place.Y}, true
		}
	})
	return at, drawn
}

// The log glides out of the window to the right or, in a tall window, down. It disappears at once
// if the user does anything or wants less motion.
func TestTheLogGlidesOut(t *testing.T) {
	const text = "The moves of the game are listed here, newest first."
	for _, size := range [][2]int{{1280, 720}, {600, 1000}} {
		for _, still := range []bool{false, true} {
			b := newBench(t, menustest.Shelf{}, nil)
			b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
			b.Shared().Settings.Change(func(s *settings.Settings) { s.Still = still })
			b.LayOut(size[0], size[1])
			b.Press(ebiten.KeyL)
			drawnAt(b, text, size)
			pass(b, 2*motion.SlideTime)
			from, drawn := drawnAt(b, text, size)
			if !drawn {
				t.Fatalf("at %v the log is not drawn", size)
			}
			b.Press(ebiten.KeyL)
			if _, drawn = drawnAt(b, text, size); drawn == still {
				t.Fatalf("at %v, less motion %v: the closed log is drawn: %v", size, still, drawn)
			}
			if still {
				continue
			}
			pass(b, motion.SlideTime/4)
			way, drawn := drawnAt(b, text, size)
			if way = way.Sub(from); !drawn || (size[0] > size[1]) != (way.X > 0) || (size[0] < size[1]) != (way.Y > 0) {
				t.Errorf("at %v the log has glided %v", size, way)
			}
			b.Top().Update(&kit.Input{Wheel: 60})
			if _, drawn = drawnAt(b, text, size); drawn {
				t.Errorf("at %v the wheel does not end the motion", size)
			}
		}
	}
}

// A board that turns at the end cannot glide: the picture fades into the new one.
func TestTheEndOfATallBoardFadesIn(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Play(persons(rulestest.Variant(t, "kalah", 1, 3)), 1)
	before, turns := look(b, 600, 1000), screenOf(b).Turns()
	ended(t, b)
	after := look(b, 600, 1000)
	if turned := (before.H > before.W) != (after.H > after.W); !turned {
		t.Fatalf("the board stays upright: from %v to %v", before, after)
	}
	if screenOf(b).Turns() == turns {
		t.Error("the board jumps")
	}
}
