package game

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// winOverTheNet lets the user win a game against Bo, and returns its link.
func winOverTheNet(t *testing.T, b *menustest.Bench) *tabletest.Link {
	t.Helper()
	sc, link := scenetest.Start(t, rulestest.Variant(t, "kalah", 1, 3), match.Host, match.Host)
	b.Begin(sc)
	b.Follow()
	matchtest.Check(t, link.PlayFor(match.Host, 1))
	sc.Advance(0)
	sc.Settle()
	return link
}

// wonOverTheNet returns a program at the prompt for a name, after the user has won a game against
// Bo.
func wonOverTheNet(t *testing.T) (*menustest.Bench, *tabletest.Link, *menustest.Ledger) {
	t.Helper()
	kept := menustest.NewLedger()
	b := newBench(t, menustest.Shelf{}, func(c *ports.Ports) { c.Scores = kept })
	link := winOverTheNet(t, b)
	if ended(t, b); !b.Shows("#end.name") {
		t.Fatal("the winner is not asked for a name")
	}
	return b, link, kept
}

// A guest who leaves while the winner types a name, and the next guest, disturb nothing: the link
// admits the next guest only after the user's consent.
func TestTheNamePromptSurvivesAGuestWhoLeaves(t *testing.T) {
	b, link, kept := wonOverTheNet(t)
	link.Push(table.PeerLeft{Note: rules.NewNote("netplay.left", "Bo"), Reason: table.ReasonQuit}, table.Listening{})
	link.Next = []table.News{
		table.Connected{Peer: "Cleo", Self: match.Host, Variant: rulestest.Variant(t, "kalah", 1, 3)},
		table.GameStarted{ID: "h-1", Self: rules.South},
	}
	b.Pass((liveAfter + 5) * menustest.Tick)
	if !b.Shows("#end.name") || b.Top().Name() != "end of game" {
		t.Fatalf("after the guest has left the screen is %q", b.Top().Name())
	}
	b.Write("#end.name", "Zoe")
	b.Press(ebiten.KeyEnter)
	if len(kept.Kept) != 1 || kept.Kept[0].Name != "Zoe" || kept.Kept[0].Opponent != "Bo" {
		t.Fatalf("kept is %+v", kept.Kept)
	}
	b.Click("Wait for another guest")
	if _, ok := b.Route().(page.ToNextPeer); !ok {
		t.Fatalf("the route is %T", b.Route())
	}
	b.Scene().WaitAgain()
	b.Pass(2 * menustest.Tick)
	if b.Scene().Stage() != table.StageGame || b.Scene().Peer() != "Cleo" || b.Top().Name() != "game" {
		t.Errorf("stage %v, against %s, on the screen %q", b.Scene().Stage(), b.Scene().Peer(), b.Top().Name())
	}
}

// The peer's win is entered here, too, once, under the name given there.
func TestThePeersWinIsKept(t *testing.T) {
	kept := menustest.NewLedger()
	b := newBench(t, menustest.Shelf{}, func(c *ports.Ports) { c.Scores = kept })
	sc, link := scenetest.Start(t, rulestest.Variant(t, "kalah", 1, 3), match.Host, match.Guest)
	b.Begin(sc)
	b.Follow()
	matchtest.Check(t, link.PlayFor(match.Guest, 1))
	link.Push(table.WinnerNamed{GameID: "g-1", Name: "Boris"}, table.WinnerNamed{GameID: "g-1", Name: "Mallory"})
	sc.Advance(time.Minute)
	sc.Advance(0)
	if len(kept.Kept) != 1 || kept.Kept[0].Name != "Boris" || kept.Kept[0].Opponent != "Ann" {
		t.Errorf("kept is %+v", kept.Kept)
	}
}

// A win that is not among the best here may be so at the other end, which enters only named ones.
func TestTheOtherEndIsToldOfAWinBelowTheBest(t *testing.T) {
	for name, want := range map[string][]string{"Zoe": {"winner Zoe"}, "": nil} {
		b := newBench(t, menustest.Shelf{}, nil)
		b.Shared().Settings.SetName(name)
		link := winOverTheNet(t, b)
		if ended(t, b); b.Shows("#end.name") || !slices.Equal(link.Said, want) {
			t.Errorf("the other end of %q is told %q", name, link.Said)
		}
	}
}

// A win already in the table takes no other place there.
func TestAPlaceIsClaimedOnlyForANewRow(t *testing.T) {
	b, _, kept := wonOverTheNet(t)
	kept.Kept = append(kept.Kept, match.Score{GameID: "g-1", Name: "Ann"})
	b.Pass((liveAfter + 1) * menustest.Tick)
	b.Write("#end.name", "Ann")
	b.Press(ebiten.KeyEnter)
	if got := b.Said(); got != "This win is already in the top scores." {
		t.Errorf("the window says %q", got)
	}
}

// Every game is stored from its first ply on, with everything needed to continue it.
func TestGamesAreKeptFromTheFirstPly(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Play(settings.Setup{Variant: rulestest.Variant(t, "kalah", 6, 4), Starter: match.Guest, Names: [2]string{"Ann", ""}, Seats: [2]string{match.KindPerson, "low"}})
	b.LayOut(1280, 720)
	if len(b.Cabinet.List) != 0 {
		t.Fatal("a game without a ply is kept")
	}
	matchtest.Check(t, b.Scene().Link().Wish(match.Guest, table.KindPly, 3, ""))
	b.Scene().Advance(0)
	if len(b.Cabinet.List) != 1 {
		t.Fatalf("%d games are kept", len(b.Cabinet.List))
	}
	g := b.Cabinet.List[0]
	if g.Game.String() != "kalah(6,4) 3" || g.Names != [2]string{"Low", "Ann"} || g.Kinds != [2]string{"low", match.KindPerson} ||
		g.Starter != match.Guest || g.Result.Ending != match.Running {
		t.Errorf("kept is %+v", g)
	}
}

// If the connection drops after the game, the end stays: a host can wait for others, and a guest
// reconnects automatically.
func TestTheLineDropsAfterTheGame(t *testing.T) {
	b, link, _ := wonOverTheNet(t)
	link.Push(table.Paused{Note: rules.NewNote("netplay.dropped-after", "Bo"), Wait: 60})
	b.Pass(2 * time.Second)
	b.Press(ebiten.KeyEscape) // no name
	if b.LayOut(1280, 720); !strings.Contains(b.Text(), "Bo's connection dropped - reconnecting, 0:5") {
		t.Errorf("the screen says\n%s", b.Text())
	}
	b.Click("Wait for another guest")
	if _, ok := b.Route().(page.ToNextPeer); !ok {
		t.Errorf("the route is %T", b.Route())
	}
}

// wonAtOneMachine returns a program at the prompt for a name, after Player 1 has won against Player
// 2. names are the players' given names.
func wonAtOneMachine(t *testing.T, names [2]string) *menustest.Bench {
	t.Helper()
	b := newBench(t, menustest.Shelf{}, func(c *ports.Ports) { c.Scores = menustest.NewLedger() })
	setup := persons(rulestest.Variant(t, "kalah", 1, 3))
	setup.Names = names
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Setup = setup })
	b.Play(setup)
	b.LayOut(1280, 720)
	scenetest.Press(t, b.Scene(), 1)
	b.Scene().Settle()
	if ended(t, b); !b.Shows("#end.name") {
		t.Fatal("the winner is not asked for a name")
	}
	return b
}

// A winner's name is on the plate and in the headline, and the next game has it. A named win gets
// no other name after an undo.
func TestANameIsSaidOnce(t *testing.T) {
	b := wonAtOneMachine(t, [2]string{})
	if got := b.Info("#end.name").Value; got != "" {
		t.Errorf("somebody without a name is proposed %q", got)
	}
	b.Write("#end.name", "Ann")
	b.Click("Save")
	if sc := b.Scene(); sc.SideName(rules.South) != "Ann" || !strings.Contains(sc.Verdict(), "Ann") {
		t.Errorf("the plate says %q, the headline %q", sc.SideName(rules.South), sc.Verdict())
	}
	now := b.Shared().Settings.Now()
	if now.Name != "Ann" || now.Setup.Names != [2]string{"Ann", ""} {
		t.Errorf("the next game has the names %q, and mine is %q", now.Setup.Names, now.Name)
	}
	matchtest.Check(t, b.Scene().Undo())
	b.Pass(2 * menustest.Tick)
	scenetest.Press(t, b.Scene(), 1)
	b.Scene().Settle()
	if ended(t, b); b.Shows("#end.name") {
		t.Error("the winner of a game that has its name in the top scores is asked again")
	}
}

// Neither a default name nor the name of a guest at this machine becomes the user's.
func TestOnlyTheirOwnNameIsTheUsers(t *testing.T) {
	for typed, mine := range map[string]string{"Player 1": "", "Player 2": "", "Eve": "Ann"} {
		b := wonAtOneMachine(t, [2]string{mine, ""})
		b.Shared().Settings.SetName(mine)
		b.Write("#end.name", typed)
		b.Click("Save")
		if got := b.Shared().Settings.Now().Name; got != mine {
			t.Errorf("after %q won, my name is %q instead of %q", typed, got, mine)
		}
	}
}

// Digits for the board do not go into the name field.
func TestTheNameFieldIsDeafAtFirst(t *testing.T) {
	b, _, _ := wonOverTheNet(t)
	end := screenOf(b).end
	end.name.SetText("")
	end.ask(true)
	typing := func(ticks int, down bool) {
		for range ticks {
			b.Top().Update(&kit.Input{Text: "6", KeyDown: down})
		}
	}
	for range 3 { // houses are still played
		typing(deafFor-2, false)
		b.Press(ebiten.KeyDigit6)
	}
	typing(deafFor, true) // a key is held
	typing(5, true)
	typing(1, false)
	if got := b.Info("#end.name").Value; got != "" || b.Top().Field() == nil {
		t.Fatalf("%q was typed before the field listens", got)
	}
	typing(1, true)
	if got := b.Info("#end.name").Value; got != "6" {
		t.Errorf("later %q is typed", got)
	}
}

// When the name field begins to listen, it gets the focus, but not from a button that the user has
// chosen meanwhile: that would end the press of it.
func TestTheNameFieldLeavesAButtonItsFocus(t *testing.T) {
	b, _, _ := wonOverTheNet(t)
	g := screenOf(b)
	for chosen, want := range map[string]string{"game.board": "end.name", "end.save": "end.save", "end.dont-save": "end.dont-save"} {
		g.end.ask(true)
		g.Controls.Focus(b.Control("#" + chosen))
		if b.Pass((deafFor + 1) * menustest.Tick); b.Focused() != want {
			t.Errorf("after %q the focus is on %q", chosen, b.Focused())
		}
	}
}
