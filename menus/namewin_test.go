package menus

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/scene/scenetest"
)

// ledger has the first place for every score and keeps those that are added; a game has one.
type ledger struct {
	eager
	kept []ports.Score
}

func (l *ledger) Add(s ports.Score, done func(bool, error)) {
	for _, old := range l.kept {
		if old.GameID == s.GameID {
			done(false, nil)
			return
		}
	}
	l.kept = append(l.kept, s)
	done(true, nil)
}

// wonOverTheNet returns a program whose person has just won a game against Bo and is asked for a
// name.
func wonOverTheNet(t *testing.T) (*bench, *matchtest.Link, *ledger) {
	t.Helper()
	kept := &ledger{eager: eager{Shelf: menustest.Shelf{}}}
	b := newBench(t, menustest.Shelf{}, func(c *Config) { c.Scores = kept })
	sc, link := scenetest.Start(t, rulestest.Variant(t, "kalah", 1, 3), match.Host, match.Host)
	h := newHostScreen(b.App)
	h.scene = b.Begin(sc)
	b.Push(h)
	b.follow()
	matchtest.Check(t, link.PlayFor(match.Host, 1))
	sc.Advance(0)
	sc.Settle()
	if ended(t, b); !b.gameScreen().end.naming {
		t.Fatal("the winner is not asked for a name")
	}
	return b, link, kept
}

// A guest who leaves while the winner types a name, and the next one who knocks, take nothing away:
// the link lets the next one in only when the person wants that.
func TestTheNamePromptSurvivesAGuestWhoLeaves(t *testing.T) {
	b, link, kept := wonOverTheNet(t)
	link.Push(match.PeerLeft{Note: rules.NewNote("netplay.left", "Bo"), Reason: match.ReasonQuit}, match.Listening{})
	link.Next = []match.Event{
		match.Connected{Peer: "Cleo", Self: match.Host, Variant: rulestest.Variant(t, "kalah", 1, 3)},
		match.GameStarted{ID: "h-1", Number: 1, Starter: match.Host, Self: rules.South},
	}
	b.Pass((liveAfter + 5) * menustest.Tick)
	end := b.gameScreen().end
	if end == nil || !end.naming || b.Top() != page.Screen(end) {
		t.Fatalf("after the guest has left the screen is %q", b.Top().Name())
	}
	end.name.SetText("Zoe")
	b.Press(ebiten.KeyEnter)
	if len(kept.kept) != 1 || kept.kept[0].Name != "Zoe" || kept.kept[0].Opponent != "Bo" || kept.kept[0].Date.IsZero() {
		t.Fatalf("kept is %+v", kept.kept)
	}
	b.Click("Wait for another guest")
	b.Pass(2 * menustest.Tick)
	if b.Scene().Stage() != match.StageGame || b.Scene().Peer() != "Cleo" || b.gameScreen().end != nil {
		t.Errorf("stage %v, against %s, end card %v", b.Scene().Stage(), b.Scene().Peer(), b.gameScreen().end)
	}
}

// The win of the other end is entered here too, once, under the name given there.
func TestThePeersWinIsKept(t *testing.T) {
	kept := &ledger{eager: eager{Shelf: menustest.Shelf{}}}
	b := newBench(t, menustest.Shelf{}, func(c *Config) { c.Scores = kept })
	sc, link := scenetest.Start(t, rulestest.Variant(t, "kalah", 1, 3), match.Host, match.Guest)
	b.Begin(sc)
	b.follow()
	matchtest.Check(t, link.PlayFor(match.Guest, 1))
	link.Push(match.WinnerNamed{GameID: "g-1", Name: "Boris"}, match.WinnerNamed{GameID: "g-1", Name: "Mallory"})
	sc.Advance(time.Minute)
	sc.Advance(0)
	if len(kept.kept) != 1 || kept.kept[0].Name != "Boris" || kept.kept[0].Opponent != "Ann" {
		t.Errorf("kept is %+v", kept.kept)
	}
}

// A win that stands in the table already takes no other place there.
func TestAPlaceIsClaimedOnlyForANewRow(t *testing.T) {
	b, _, kept := wonOverTheNet(t)
	kept.kept = append(kept.kept, ports.Score{Score: match.Score{GameID: "g-1", Name: "Ann"}})
	b.Pass((liveAfter + 1) * menustest.Tick)
	b.gameScreen().end.name.SetText("Ann")
	b.Press(ebiten.KeyEnter)
	if got := b.toast.Text(); got != "This win stands in the top scores already, and stays as it is." {
		t.Errorf("the window says %q", got)
	}
}

// Every game is kept from its first ply on, with all that it takes to go on with it.
func TestGamesAreKeptFromTheFirstPly(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	startLocal(b.App, settings.Setup{Variant: rulestest.Variant(t, "kalah", 6, 4), Starter: match.Guest, Names: [2]string{"Ann", ""}, Seats: [2]string{match.KindPerson, "low"}})
	b.LayOut(1280, 720)
	if len(b.Cabinet.List) != 0 {
		t.Fatal("a game without a ply is kept")
	}
	matchtest.Check(t, b.Scene().Link().Play(3))
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

// The keys that leave the program or the game ask before a win without a name would be lost.
func TestAWinWithoutANameIsAskedAbout(t *testing.T) {
	for _, key := range []ebiten.Key{ebiten.KeyQ, ebiten.KeyN} {
		b, link, _ := wonOverTheNet(t)
		b.Pass((liveAfter + 1) * menustest.Tick)
		b.ctrl(key)
		if b.Top().Name() != "question" || b.quit || len(link.Said) != 0 {
			t.Fatalf("%v shows %q", key, b.Top().Name())
		}
		b.Press(ebiten.KeyEscape)
		if !b.naming() {
			t.Errorf("after Escape the screen is %q", b.Top().Name())
		}
	}
}

// A connection that drops after the game leaves the card: a host may wait for others, a guest is
// connected again by itself.
func TestTheLineDropsAfterTheGame(t *testing.T) {
	b, link, _ := wonOverTheNet(t)
	link.Push(match.Paused{Note: rules.NewNote("netplay.dropped-after", "Bo"), Wait: 60})
	b.Pass(2 * time.Second)
	b.Press(ebiten.KeyEscape) // no name
	end := b.gameScreen().end
	if got := end.text(); !strings.HasPrefix(got, "Bo's connection dropped - reconnecting, 0:5") {
		t.Errorf("the card says %q", got)
	}
	b.Click("Wait for another guest")
	if b.Top().Name() != "host" || link.Said[len(link.Said)-1] != "wait again" {
		t.Errorf("the screen is %q, the link heard %q", b.Top().Name(), link.Said)
	}
}

// A window that is closed while the winner types a name keeps the win under the name that stands
// there.
func TestClosingTheWindowKeepsTheWin(t *testing.T) {
	for typed, want := range map[string]string{"Ann the Great": "Ann the Great", "": "Ann"} {
		b, link, kept := wonOverTheNet(t)
		b.gameScreen().end.name.SetText(typed)
		b.Shutdown()
		if len(kept.kept) != 1 || kept.kept[0].Name != want || kept.kept[0].Seeds == 0 {
			t.Errorf("with %q typed the scores are %+v", typed, kept.kept)
		}
		if !slices.Contains(link.Said, "winner "+want) {
			t.Errorf("the link was told %q", link.Said)
		}
	}
}
