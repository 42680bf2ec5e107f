package record

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// TestImportGames imports games twice, with times of the past, the future and none.
func TestImportGames(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	past := time.Date(1988, 1, 2, 12, 0, 0, 0, time.UTC)
	games := func() (list []match.Record) {
		for n, ended := range []time.Time{past, now.Add(time.Hour), {}, past.AddDate(-60, 0, 0)} {
			g := need.Must(rules.ParseGame("kalah(6,4) 3 6"))(t)
			list = append(list, match.Record{
				ID: match.GameID("abc", n+1), Game: g, Names: [2]string{"Ann", ""}, Kinds: [2]string{match.KindPerson, match.KindPerson}, Opened: true, Ended: ended,
				Result: match.Result{Ending: match.Resigned, Outcome: rules.SouthWins, Stores: [2]int{2, 0}},
			})
		}
		return list
	}
	everyBook(t, func(t *testing.T, l *Ledger) {
		l.now = func() time.Time { return now }
		for n, want := range []int{4, 0} {
			if added, err := l.ImportGames(t.Context(), games()); added != want || err != nil {
				t.Errorf("import %d adds %d games, %v", n+1, added, err)
			}
		}
		list, total, err := l.Games(t.Context(), match.GameQuery{})
		if err != nil || total != 4 || len(list) != 4 {
			t.Fatalf("%d of %d games, %v", len(list), total, err)
		}
		for i, want := range []time.Time{now, now, past, time.Date(1970, 1, 2, 12, 0, 0, 0, time.UTC)} {
			if g := list[i]; !g.Ended.Equal(want) || g.Names != [2]string{"Ann", "North"} {
				t.Errorf("game %d is %+v, want the time %v", i, g, want)
			}
		}
		if figures, err := l.Figures(t.Context()); err != nil || figures.Total.Played != 0 {
			t.Errorf("imported games count: %+v, %v", figures, err)
		}
		wrong := games()
		wrong[1].Result.Stores[0]++
		for i := range wrong {
			wrong[i].ID = match.GameID("xyz", i+1)
		}
		if added, err := l.ImportGames(t.Context(), wrong); added != 0 || err == nil {
			t.Errorf("a wrong game is imported: %d, %v", added, err)
		}
		need.NoError(t, l.DeleteGame(t.Context(), match.GameID("abc", 1)))
		if _, total, _ := l.Games(t.Context(), match.GameQuery{}); total != 3 {
			t.Errorf("%d games after a wrong import", total)
		}
	})
}
