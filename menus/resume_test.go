package menus

import (
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/menus/menustest"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/scene/scenetest"
)

// A game that was left comes back as it was: seats, names, plies, number, and who has won before.
func TestContinueTakesALocalGameUpAsItWas(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	startLocal(b.App, settings.Setup{Variant: rulestest.Variant(t, "kalah", 6, 4), Starter: match.Guest, Names: [2]string{"Ann", ""}, Seats: [2]string{match.KindPerson, "low"}})
	matchtest.Check(t, b.Scene().Link().Resign(match.Host))
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
	if m := b.Top().(*mainMenu); m.kept == nil || m.goOn.Caption != "against Low, 1 to 0" || m.Controls.Focused() != m.goOn {
		t.Fatalf("the menu offers %+v: %q", m.kept, m.goOn.Caption)
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
	if got := b.toast.Text(); got != "Going on with the game against Low, 1 to 0." {
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
	if m := b.Top().(*mainMenu); m.kept != nil || !m.computer.Primary {
		t.Errorf("the menu offers %+v", m.kept)
	}
}

// The menu offers the game that was left last, whether it was played here or across a network.
func TestContinueTakesTheNewerGame(t *testing.T) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	local := ports.Game{Ended: day, Record: match.Record{
		ID: "l-1", Names: [2]string{"Ann", "Cleo"}, Kinds: twoPersons,
		Game: rules.Game{Variant: rules.Presets()[0].Variant, Plies: []rules.House{3}},
	}}
	series := menustest.Bookmark(match.Host, ":7000")
	for _, c := range []struct {
		later  time.Duration
		ending match.Ending
		want   string
	}{
		{time.Hour, match.Running, "against Bo, 1 to 0"},
		{-time.Hour, match.Running, "Ann against Cleo, 1 to 0"},
		{time.Hour, match.Resigned, "Ann against Cleo, 1 to 0"},
	} {
		b := newBench(t, menustest.Shelf{}, nil)
		remote := ports.Game{Ended: day.Add(c.later), Record: match.Record{
			ID: match.GameID(series.Series, 1), Kinds: [2]string{match.KindPerson, match.KindRemote}, Game: series.Game,
			Result: match.Result{Ending: c.ending},
		}}
		b.Cabinet.List, b.Cabinet.Marks = []ports.Game{remote, local}, []match.Bookmark{series}
		m := b.Top().(*mainMenu)
		m.Returned()
		if m.kept == nil || m.kept.Words() != c.want {
			t.Errorf("%v later, %v: the menu offers %+v, want %q", c.later, c.ending, m.kept, c.want)
		}
	}
}

// The command line takes up the series that the caller chooses, or begins another one.
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
			cfg.Dial = func(r ports.JoinRequest) match.Link {
				joined = append(joined, r)
				return &matchtest.Link{}
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
		said := b.toast.Text()
		if want := "Going on with the game against Bo, "; c.resumed && !strings.HasPrefix(said, want) || !c.resumed && said != "" {
			t.Errorf("%+v: the window says %q", c, said)
		}
	}
}
