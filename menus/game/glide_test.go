package game

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/settings"
	"mancala/motion"
	"mancala/render"
	"mancala/rules/rulestest"
)

// look draws the screen in a window, and returns where its board was drawn.
func look(b *menustest.Bench, width, height int) render.Rect {
	b.LayOut(width, height)
	b.Overhear(func(render.Lettering) {})
	return screenOf(b).glide.seen.board
}

// pass lets a time pass on the screen as it is laid out.
func pass(b *menustest.Bench, span time.Duration) {
	for ; span > 0; span -= menustest.Tick {
		b.Top().Update(&kit.Input{})
	}
}

// When the log or the end comes, the board glides to its new place; clicks find it there at once,
// and any key ends the motion.
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
