package menus

import (
	"strings"
	"testing"

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
	"mancala/rules/rulestest"
)

// An unfinished game comes back unchanged: seats, names, plies, number, and previous winners.
func TestContinueTakesALocalGameUpAsItWas(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Go(page.ToStart{Setup: settings.Setup{Variant: rulestest.Variant(t, "kalah", 6, 4), Starter: match.Guest, Names: [2]string{"Ann", ""}, Seats: [2]string{match.KindPerson, "low"}}})
	matchtest.Check(t, b.Scene().Link().Wish(match.Host, table.KindResign, 0, ""))
	b.Scene().Advance(0)
	matchtest.Check(t, b.Scene().Rematch())
	b.Scene().Advance(0)
	b.follow()
	b.LayOut(1280, 720)
	scenetest.Press(t, b.Scene(), 3)
	scenetest.Press(t, b.Scene(), 1)
	before, id := b.Scene().Match().Game().String(), b.Scene().GameID()
	b.leave()
	b.LayOut(1280, 720)
	if goOn := b.Control("Continue").(*kit.Button); goOn.Caption != "Kalah: You 1 - Low 0, Low to move" || b.Top().Form().Focused() != goOn {
		t.Fatalf("the menu offers %q", goOn.Caption)
	}
	b.Press(ebiten.KeyEnter)
	if b.Top().Name() != "game" {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
	sc := b.Scene()
	if sc.Match().Game().String() != before || sc.GameID() != id || sc.Number() != 2 || sc.Tally().Wins != [2]int{0, 1} ||
		sc.Name(match.Host) != "Ann" || sc.Name(match.Guest) != "Low" || b.Seats[len(b.Seats)-1] != "low" || sc.Opened() {
		t.Errorf("back is %s, game %s number %d, tally %v, %s against %s", sc.Match().Game(), sc.GameID(), sc.Number(), sc.Tally(),
			sc.Name(match.Host), sc.Name(match.Guest))
	}
	if got := b.said(); got != "Going on with the game against Low, 1 to 0." {
		t.Errorf("the window says %q", got)
	}
	matchtest.Check(t, sc.Undo())
	sc.Advance(0)
	if sc.Match().Plies() != 1 {
		t.Errorf("after undo there are %d plies", sc.Match().Plies())
	}
}

func TestThereIsNothingToContinueAfterAGameThatEnded(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	sc := twoHere(t, b)
	scenetest.Press(t, sc, 1)
	matchtest.Check(t, sc.Resign())
	b.leave()
	if b.Shows("Continue") || b.Top().Form().Focused() != b.Control("Play the computer") {
		t.Error("the menu offers to continue")
	}
}

// The command line resumes the selected series, or begins another one.
func TestTheCommandLineTakesASeriesUp(t *testing.T) {
	for _, c := range []struct {
		serve, join string
		self        match.Party
		resumed     bool
	}{
		{serve: ":7000", self: match.Host, resumed: true},
		{serve: ":7000", self: match.Host},
		{join: "ann:7000", self: match.Guest, resumed: true},
		{join: "ann:7000", self: match.Guest},
	} {
		var joined []ports.JoinRequest
		b := newBench(t, menustest.Shelf{}, func(cfg *Config) {
			cfg.Serve, cfg.Join = c.serve, c.join
			cfg.Archive = &menustest.Cabinet{Marks: []match.Bookmark{menustest.Bookmark(c.self, "there:7000")}}
			cfg.Resumes = func(list []match.Bookmark) (match.Bookmark, string, bool) { return list[0], "here:1", c.resumed }
			cfg.Dial = func(r ports.JoinRequest) table.Link {
				joined = append(joined, r)
				return &tabletest.Link{}
			}
		})
		b.start()
		var series *match.Bookmark
		addr := ""
		for _, r := range b.Hosted {
			series, addr = r.Resume, r.Addr
		}
		for _, r := range joined {
			series, addr = r.Resume, r.Addr
		}
		if len(b.Hosted)+len(joined) != 1 || (series != nil) != c.resumed || (addr == "here:1") != c.resumed {
			t.Errorf("%+v: %d hosted, %d joined, series %+v at %s", c, len(b.Hosted), len(joined), series, addr)
		}
		said := b.said()
		if want := "Going on with the game against Bo, "; c.resumed && !strings.HasPrefix(said, want) || !c.resumed && said != "" {
			t.Errorf("%+v: the window says %q", c, said)
		}
	}
}

func TestHostingAtOnceKeepsToTheFlags(t *testing.T) {
	v := rulestest.Variant(t, "video", 3, 2)
	b := newBench(t, menustest.Shelf{}, func(c *Config) {
		c.Variant, c.VariantChosen, c.Serve, c.First = v, true, "127.0.0.1:0", match.FirstGuest
	})
	if len(b.Hosted) != 0 || b.Started() {
		t.Errorf("before the window is open, hosted: %+v", b.Hosted)
	}
	if b.start(); len(b.Hosted) != 1 || !b.Started() || b.Hosted[0].Variant != v || b.Hosted[0].First != match.FirstGuest {
		t.Errorf("hosted: %+v", b.Hosted)
	}
	if b.Texts["setup"] != "" {
		t.Error("what only flags say is remembered")
	}
}
