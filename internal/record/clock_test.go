package record

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/tools/need"
)

// A game that was saved while the clock was 200 days ahead is older than those that were saved
// after it, and newer than those before. Its own time stays.
func TestGamesOfAWrongClock(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		now := day
		l.now = func() time.Time { return now }
		save := func(id string, at time.Time) {
			now = at
			mustSave(t, l, game(t, id, "kalah(6,4) 3 6"))
		}
		order := func(at time.Time, want string) {
			t.Helper()
			now = at
			list, _ := need.Must2(l.Games(t.Context(), match.GameQuery{Name: "ann"}))(t)
			all, _ := need.Must2(l.Games(t.Context(), match.GameQuery{}))(t)
			newest, found, err := l.Unfinished(t.Context())
			if gameIDs(list) != want || gameIDs(all) != want || !found || err != nil || newest.ID != list[0].ID {
				t.Errorf("on %v: %q, %q, and %s is the newest; want %q", at, gameIDs(list), gameIDs(all), newest.ID, want)
			}
		}
		save("before", day)
		save("ahead-1", day.AddDate(0, 0, 200))
		save("ahead-2", day.AddDate(0, 0, 201))
		order(day.Add(time.Hour), "ahead-2 ahead-1 before")
		save("after", day.Add(time.Hour))
		order(day.Add(time.Hour), "after ahead-2 ahead-1 before")
		order(day.AddDate(0, 0, 1), "after ahead-2 ahead-1 before")
		save("last", day.AddDate(0, 0, 2))
		order(day.AddDate(0, 0, 3), "last after ahead-2 ahead-1 before")
		order(time.UnixMilli(1000), "last after ahead-2 ahead-1 before") // a dead battery loses nothing
		if g, _, err := l.Game(t.Context(), "ahead-1"); !g.Ended.Equal(day.AddDate(0, 0, 200)) || err != nil {
			t.Errorf("the game ended %v, %v", g.Ended, err)
		}
	})
}

// A game that was left while the clock was ahead does not hide a series that was left after it, nor
// the other way round.
func TestLeftByAWrongClock(t *testing.T) {
	here := game(t, "here", "kalah(6,4) 3")
	net := game(t, match.GameID("s", 3), "kalah(6,4) 3 6")
	net.Kinds[1] = match.KindRemote
	for _, first := range []match.Record{here, net} {
		everyBook(t, func(t *testing.T, l *Ledger) {
			now := day.AddDate(0, 0, 200)
			l.now = func() time.Time { return now }
			second, want := net, "s"
			if first.ID == net.ID {
				second, want = here, "here"
			}
			save := func(g match.Record) {
				if mustSave(t, l, g); g.ID == net.ID {
					need.NoError(t, l.SaveBookmark(t.Context(), bookmark(t, "s")))
				}
			}
			save(first)
			now = day
			save(second)
			now = day.Add(time.Hour)
			left := need.Must(l.Left(t.Context()))(t)
			got := left.Record.ID
			if left.Bookmark != nil {
				got = left.Bookmark.Series
			} else if !left.Record.Ended.Equal(day) {
				t.Errorf("the game ended %v", left.Record.Ended)
			}
			if got != want {
				t.Errorf("%s goes on, want %s", got, want)
			}
		})
	}
}
