package menus

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/menustest"
	"mancala/menus/ports"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// The command line watches a game, from the wait for a guest to the second game. It stores nothing
// and needs no input.
func TestTheCommandLineWatches(t *testing.T) {
	var dialled []ports.JoinRequest
	link := &tabletest.Link{}
	b := newBench(t, menustest.Shelf{}, func(cfg *Config) {
		cfg.Watch = "ann:7000"
		cfg.Dial = func(r ports.JoinRequest) table.Link {
			dialled = append(dialled, r)
			return link
		}
	})
	b.start()
	if len(dialled) != 1 || !dialled[0].Watch || dialled[0].Addr != "ann:7000" {
		t.Fatalf("dialled: %+v", dialled)
	}
	kalah := rulestest.Variant(t, "kalah", 1, 1)
	shows := func(screen string, events ...table.News) {
		t.Helper()
		link.Push(events...)
		b.Pass(4 * time.Second)
		if b.Top().Name() != screen {
			t.Fatalf("after %v the screen is %q", events, b.Top().Name())
		}
	}
	shows("join", table.Connecting{Addr: "ann:7000"}, table.Watched{Names: [2]string{"Ann", ""}, Variant: kalah})
	shows("join", table.Paused{Note: rules.NewNote("netplay.watch-dropped", "Ann")})
	shows("game", table.Resumed{}, table.Watched{Names: [2]string{"Ann", "Bo"}, Variant: kalah}, table.GameStarted{ID: "1"})
	for _, id := range []string{"game.undo", "game.hint", "game.talk"} {
		for _, c := range b.outside.picture(b.unit()).Controls {
			if c.ID == id {
				t.Errorf("one who watches has %s", id)
			}
		}
	}
	series, err := match.NewSeries(kalah, match.Host)
	matchtest.Check(t, err)
	link.Series = series
	matchtest.Check(t, link.PlayFor(match.Host, 1))
	shows("end of game")
	matchtest.Check(t, series.Next())
	shows("game", table.GameStarted{ID: "2"})
	if why := b.Scene().Press(rules.Pit{House: 1}); why == "" || b.Scene().Match().Plies() != 0 {
		t.Errorf("a press says %q", why)
	}
	b.leave()
	if b.Scene() != nil || len(b.Cabinet.List) > 0 || b.Shows("Continue") {
		t.Errorf("after the watching %d games are kept", len(b.Cabinet.List))
	}
}
