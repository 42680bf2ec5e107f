package menus

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/scene"
	"mancala/scene/scenetest"
)

// twoHere begins a game of two persons.
func twoHere(t *testing.T, b *bench) *scene.Scene {
	t.Helper()
	startLocal(b.App, settings.Setup{Variant: rulestest.Variant(t, "kalah", 6, 4), Seats: [2]string{match.KindPerson, match.KindPerson}})
	b.LayOut(1280, 720)
	if b.Top().Name() != "game" {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
	return b.Scene()
}

// A game at this machine is kept, so neither a new one nor the end of the program asks anything.
func TestLeavingALocalGameKeepsIt(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.ctrl(ebiten.KeyN)
	if b.Top().Name() != "new game" {
		t.Fatalf("without a game, Ctrl+N shows %q", b.Top().Name())
	}
	twoHere(t, b)
	b.ctrl(ebiten.KeyN)
	if b.Top().Name() != "new game" || b.Scene() != nil || b.toast.Text() != "" {
		t.Fatalf("before the first ply, Ctrl+N shows %q and says %q", b.Top().Name(), b.toast.Text())
	}
	sc := twoHere(t, b)
	scenetest.Press(t, sc, 1)
	b.ctrl(ebiten.KeyN)
	if b.Top().Name() != "new game" || b.toast.Text() != "The game is kept. Continue goes on with it." {
		t.Fatalf("in a game, Ctrl+N shows %q and says %q", b.Top().Name(), b.toast.Text())
	}
	sc = twoHere(t, b)
	if b.toast.Text() != "" {
		t.Errorf("over the new game stands %q, about the one before", b.toast.Text())
	}
	scenetest.Press(t, sc, 1)
	b.ctrl(ebiten.KeyQ)
	if !b.quit || len(b.Cabinet.List) != 1 {
		t.Errorf("Ctrl+Q ends the program: %v; %d games are kept", b.quit, len(b.Cabinet.List))
	}
}

// In a game with a peer, a new one and the end of the program ask first, and say that the game is
// kept.
func TestLeavingAPeerAsks(t *testing.T) {
	for _, key := range []ebiten.Key{ebiten.KeyN, ebiten.KeyQ} {
		b, link := overTheNet(t, rulestest.Variant(t, "kalah", 6, 4), 1)
		b.ctrl(key)
		if b.Top().Name() != "question" || b.quit {
			t.Fatalf("%v shows %q, and the program ends: %v", key, b.Top().Name(), b.quit)
		}
		b.Press(ebiten.KeyEscape)
		if b.Top().Name() != "game" || len(link.Said) != 0 {
			t.Errorf("after Escape the screen is %q, the peer heard %q", b.Top().Name(), link.Said)
		}
	}
	b, link := overTheNet(t, rulestest.Variant(t, "kalah", 6, 4), 1)
	b.Shutdown()
	if len(link.Said) == 0 || link.Said[0] != "leave for 2" {
		t.Errorf("the end of the program says %q", link.Said)
	}
}

func TestTheSwapButtonStandsThereUnderThePieRuleAlone(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	twoHere(t, b)
	g := b.gameScreen()
	if has(g.Controls, g.swap) {
		t.Error("plain Kalah has a swap button")
	}
	v := rulestest.Variant(t, "kalah", 6, 4)
	v.Pie = true
	startLocal(b.App, settings.Setup{Variant: v, Seats: [2]string{match.KindPerson, match.KindPerson}})
	b.LayOut(1280, 720)
	g = b.gameScreen()
	g.enable()
	if !has(g.Controls, g.swap) || !g.swap.Disabled {
		t.Errorf("before the first turn is over, the swap button is there: %v, disabled: %v", has(g.Controls, g.swap), g.swap.Disabled)
	}
	scenetest.Press(t, b.Scene(), 1)
	b.Scene().Settle()
	g.enable()
	if g.swap.Disabled {
		t.Fatal("after the first turn nobody can swap")
	}
	g.swap.Press()
	b.Scene().Advance(0)
	m := b.Scene().Match()
	if m.Plies() != 2 || m.Game().Plies[1] != rules.Swap || g.refusal != "" {
		t.Errorf("%d plies, the last one %v, refused with %q", m.Plies(), m.Game().Plies[m.Plies()-1], g.refusal)
	}
}

func has(f *kit.Form, w kit.Widget) bool {
	for _, other := range f.Widgets() {
		if other == w {
			return true
		}
	}
	return false
}

func TestSettingsAreRemembered(t *testing.T) {
	kept := menustest.Shelf{}
	b := newBench(t, kept, nil)
	sc := twoHere(t, b)
	scenetest.Press(t, sc, 1)
	sc.Settle()
	b.gameScreen().toggleLog()
	flipButton(b.App).Press()
	b.shared.Settings.SetName("Ann")
	if sc.Bottom() != rules.North {
		t.Error("the running game does not turn its board")
	}
	again := newBench(t, kept, nil)
	if again.shared.Settings.Now().Log || !again.shared.Settings.Now().FlipOnTurn || again.shared.Settings.Now().Name != "Ann" {
		t.Errorf("the next run shows the log: %v, turns the board: %v, calls the person %q", again.shared.Settings.Now().Log, again.shared.Settings.Now().FlipOnTurn, again.shared.Settings.Now().Name)
	}
}

// A top score is entered only when the name is confirmed, and an undo after the end reopens the game without one.
func TestUndoAfterTheEndEntersNoScore(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	startLocal(b.App, settings.Setup{Variant: rulestest.Variant(t, "kalah", 1, 3), Seats: [2]string{match.KindPerson, match.KindPerson}})
	b.LayOut(1280, 720)
	scenetest.Press(t, b.Scene(), 1)
	b.Scene().Settle()
	if b.Scene().Stage() != match.StageOver {
		t.Fatalf("Kalah(1,3) is at stage %v after one ply", b.Scene().Stage())
	}
	g := b.gameScreen()
	for range endAfter + 2 {
		g.Update(&kit.Input{})
	}
	if b.Top() != page.Screen(g.end) {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
	b.Top().Update(&kit.Input{Keys: []kit.KeyPress{{Key: ebiten.KeyZ, Ctrl: true}}})
	b.Scene().Advance(0)
	b.follow()
	if b.Top() != page.Screen(g) || b.Scene().Stage() != match.StageGame || b.Scene().Match().Plies() != 0 {
		t.Errorf("after undo the screen is %q, stage %v, %d plies", b.Top().Name(), b.Scene().Stage(), b.Scene().Match().Plies())
	}
}

// An unfinished game of the list can be gone on with, and looking at one keeps nothing.
func TestAnOldUnfinishedGameGoesOn(t *testing.T) {
	b, _ := gamesOf(t, menustest.Game("old-3", "Ann", "Low", 3, 1), menustest.Game("new-1", "Ann", "Low", 1))
	b.Press(ebiten.KeyEscape)
	b.Click("My games")
	b.Top().(*gamesScreen).table.Select(1)
	b.Click("Open")
	b.Click("Review")
	b.Press(ebiten.KeyEscape)
	if len(b.Cabinet.List) != 2 || b.Scene() != nil {
		t.Fatal("looking at a game keeps one")
	}
	b.Click("Continue")
	if b.Top().Name() != "game" || b.Scene().GameID() != "old-3" || b.Scene().Number() != 3 || b.Scene().Opened() {
		t.Errorf("the screen is %q", b.Top().Name())
	}
}

// While the connection is down the game can be looked back at, and the screen goes when the peer is
// back.
func TestLookingBackDuringAPause(t *testing.T) {
	b, link := farGame(t)
	link.Push(down)
	b.Pass(menustest.Tick)
	b.Press(ebiten.KeyEscape)
	if b.Shows("Review") {
		t.Error("a review tells the best moves of a game that goes on")
	}
	b.Click("Look back")
	if b.Top().Name() != "replay" {
		t.Fatalf("Look back shows %q", b.Top().Name())
	}
	b.Press(ebiten.KeyHome)
	link.Push(match.Resumed{})
	b.Pass(2 * menustest.Tick)
	if b.Top().Name() != "game" || b.Scene().Match().Plies() != 3 {
		t.Errorf("when the peer is back the screen is %q", b.Top().Name())
	}
}
