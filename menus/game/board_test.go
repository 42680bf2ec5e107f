package game

import (
	"testing"

	"mancala/internal/scene/scenetest"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

func TestPreviewAndTaps(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	sc := b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
	b.LayOut(1280, 720)
	board := screenOf(b).board
	house := board.Layout.Pit(rules.Pit{Side: rules.South, House: 2}).Center()
	tap := func() {
		b.Tap(kit.Touch, house)
		away := kit.Input{Source: kit.Touch, CursorMoved: true}
		away.Cursor.X = -1 << 20
		b.Top().Update(&away)
	}
	shown := func() bool { return board.View(kit.State{Focused: true}).Preview != nil }
	if tap(); sc.Match().Plies() != 0 || !shown() {
		t.Fatalf("after one tap there are %d plies, the preview is shown: %v", sc.Match().Plies(), shown())
	}
	tap()
	scenetest.Until(t, sc, func() bool { return sc.Match().Plies() == 1 })
	need.NoError(t, sc.Undo())
	sc.Advance(0)
	b.Shared().Settings.Change(func(s *settings.Settings) { s.TwoTaps = false })
	tap()
	scenetest.Until(t, sc, func() bool { return sc.Match().Plies() == 1 })
	need.NoError(t, sc.Undo())
	sc.Advance(0)
	b.Top().Update(&kit.Input{Cursor: house, CursorMoved: true})
	if !shown() {
		t.Error("a mouse over a house shows no preview")
	}
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Preview = false })
	if shown() {
		t.Error("the preview that was turned off is shown")
	}
}

// A house tapped once stays marked until another one is tapped.
func TestAnotherHouseIsAFirstTap(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	sc := b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
	b.LayOut(1280, 720)
	board := screenOf(b).board
	for _, house := range []rules.House{2, 3, 2} {
		b.Tap(kit.Touch, board.Layout.Pit(rules.Pit{Side: rules.South, House: house}).Center())
	}
	if sc.Advance(0); sc.Match().Plies() != 0 {
		t.Error("taps on different houses have played one")
	}
}
