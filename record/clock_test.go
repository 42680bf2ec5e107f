package record

import (
	"testing"
	"time"

	"mancala/match"
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
