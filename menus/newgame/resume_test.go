package newgame

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/rules"
)

// The menu offers the last unfinished game, whether local or across a network.
func TestContinueTakesTheNewerGame(t *testing.T) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	local := match.Record{
		ID: "l-1", Names: [2]string{"Ann", "Cleo"}, Kinds: [2]string{match.KindPerson, match.KindPerson},
		Game: rules.Game{Variant: rules.Presets()[0].Variant, Plies: []rules.House{3}}, Ended: day,
	}
	series := menustest.Bookmark(match.Host, ":7000")
	for _, c := range []struct {
		later  time.Duration
		ending match.Ending
		want   string
	}{
		{time.Hour, match.Running, "Going on with the game against Bo, 1 to 0."},
		{-time.Hour, match.Running, "Going on with the game of Ann against Cleo, 1 to 0."},
		{time.Hour, match.Resigned, "Going on with the game of Ann against Cleo, 1 to 0."},
	} {
		b := menustest.New(t, menustest.Shelf{}, nil)
		remote := match.Record{
			ID: match.GameID(series.Series, 1), Kinds: [2]string{match.KindPerson, match.KindRemote}, Game: series.Game,
			Result: match.Result{Ending: c.ending}, Ended: day.Add(c.later),
		}
		b.Cabinet.List, b.Cabinet.Marks = []match.Record{remote, local}, []match.Bookmark{series}
		m := NewMenu(b, noneDue)
		if m.kept == nil || m.kept.Said() != c.want {
			t.Errorf("%v later, %v: the menu offers %+v, want %q", c.later, c.ending, m.kept, c.want)
		}
	}
}

// The series of a game is resumed once more, if it is kept.
func TestTryAgain(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	TryAgain(b, "g-1")
	if got := b.Said(); got != "This game cannot be continued. You can find it in My games." || len(b.Routes) != 0 {
		t.Errorf("without a bookmark the window says %q", got)
	}
	mark := menustest.Bookmark(match.Host, ":7000")
	mark.Series = "g"
	b.Cabinet.Marks = []match.Bookmark{mark}
	TryAgain(b, "g-1")
	if r, ok := b.Route().(page.ToHost); !ok || r.Addr != ":7000" || r.Series == nil || r.Series.Series != "g" {
		t.Errorf("the route is %+v", b.Route())
	}
}

// The program asks before it opens a game of another window: the user watches, continues a copy, or
// takes it over.
func TestAGameThatIsOpenElsewhere(t *testing.T) {
	kept := match.Record{
		ID: "l-1", Names: [2]string{"Ann", "Cleo"}, Kinds: [2]string{match.KindPerson, match.KindPerson},
		Game: rules.Game{Variant: rules.Presets()[0].Variant, Plies: []rules.House{3}},
	}
	open := func() *menustest.Bench {
		b := menustest.New(t, menustest.Shelf{}, nil)
		b.Cabinet.List, b.Cabinet.Elsewhere = []match.Record{kept}, []string{"l-1"}
		b.Push(NewMenu(b, noneDue))
		b.LayOut(1280, 720)
		b.Click("Continue")
		if b.Top().Name() != "elsewhere" || b.Scene() != nil {
			t.Fatalf("Continue leads to %q", b.Top().Name())
		}
		return b
	}
	b := open()
	b.Click("Look on")
	if r, ok := b.Route().(page.ToReplay); !ok || r.Game.ID != "l-1" || b.Scene() != nil {
		t.Errorf("looking on leads to %+v", b.Route())
	}
	b = open()
	b.Click("Go on in a copy")
	if sc := b.Scene(); sc == nil || sc.GameID() == "l-1" || sc.Match().Plies() != 1 || len(b.Cabinet.Elsewhere) == 0 {
		t.Error("the copy is not a game of its own")
	}
	b = open()
	later := kept
	later.Game.Plies = []rules.House{3, 1}
	b.Cabinet.List = []match.Record{later} // the other window has continued since the menu looked
	b.Click("Take it over")
	if sc := b.Scene(); sc == nil || sc.GameID() != "l-1" || sc.Match().Plies() != 2 || len(b.Cabinet.Elsewhere) > 0 {
		t.Error("the game is not taken over as it is now")
	}
}
