package game

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// newBench returns a program that shows the board of the game in progress.
func newBench(t *testing.T, texts menustest.Shelf, changes func(*ports.Ports)) *menustest.Bench {
	t.Helper()
	b := menustest.New(t, texts, changes)
	b.Follow = func() { Follow(b, screenOf(b)) }
	return b
}

// screenOf returns the topmost game screen, or nil.
func screenOf(b *menustest.Bench) *Screen {
	for _, s := range slices.Backward(b.Stack.Screens) {
		if g, ok := s.(*Screen); ok {
			return g
		}
	}
	return nil
}

// persons is the setup of a local game of two people.
func persons(v rules.Variant) settings.Setup { return settings.Setup{Variant: v, Seats: twoPersons} }

func TestTheSwapButtonStandsThereUnderThePieRuleAlone(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
	if b.Shows("#game.swap") {
		t.Error("plain Kalah has a swap button")
	}
	v := rulestest.Variant(t, "kalah", 6, 4)
	v.Pie = true
	b.Play(settings.Setup{Variant: v, Seats: [2]string{match.KindPerson, match.KindPerson}})
	b.Pass(menustest.Tick)
	if b.Info("#game.swap").Enabled {
		t.Error("before the first turn is over, the sides can be swapped")
	}
	scenetest.Press(t, b.Scene(), 1)
	b.Scene().Settle()
	b.Pass(menustest.Tick)
	b.Enter("#game.swap")
	b.Scene().Advance(0)
	if m := b.Scene().Match(); m.Plies() != 2 || m.Game().Plies[1] != rules.Swap {
		t.Errorf("%d plies, the last one %v", m.Plies(), m.Game().Plies[m.Plies()-1])
	}
}

// Only the confirmation of the name enters a top score. An undo after the end reopens the game
// without one.
func TestUndoAfterTheEndEntersNoScore(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Play(settings.Setup{Variant: rulestest.Variant(t, "kalah", 1, 3), Seats: [2]string{match.KindPerson, match.KindPerson}})
	b.LayOut(1280, 720)
	scenetest.Press(t, b.Scene(), 1)
	b.Scene().Settle()
	if b.Scene().Stage() != table.StageOver {
		t.Fatalf("Kalah(1,3) is at stage %v after one ply", b.Scene().Stage())
	}
	g := screenOf(b)
	ended(t, b)
	b.Top().Update(&kit.Input{Keys: []kit.KeyPress{{Key: ebiten.KeyZ, Ctrl: true}}})
	b.Scene().Advance(0)
	b.Follow()
	if b.Top() != page.Screen(g) || b.Scene().Stage() != table.StageGame || b.Scene().Match().Plies() != 0 {
		t.Errorf("after undo the screen is %q, stage %v, %d plies", b.Top().Name(), b.Scene().Stage(), b.Scene().Match().Plies())
	}
}
