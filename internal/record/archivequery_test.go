package record

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

func TestGameQueries(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		clocked(l)
		with := func(r match.Record, names, kinds [2]string) match.Record {
			r.Names, r.Kinds = names, kinds
			return r
		}
		person, remote := match.KindPerson, match.KindRemote
		mustSave(
			t, l,
			game(t, "won", wonBySouth), game(t, "lost", wonByNorth), game(t, "drawn", drawn), game(t, "running", "video(6,3) 1"),
			with(game(t, "two", wonBySouth), [2]string{"Zoë", "ÅSA_50%"}, [2]string{person, person}),
			with(game(t, "net", wonBySouth), [2]string{"Bo", "Ann"}, [2]string{remote, person}),
			with(game(t, "bots", wonBySouth), [2]string{"Greedy", "Random"}, [2]string{"greedy", "random"}),
			ended(game(t, "left", "kalah(6,4)+pie 1"), match.Abandoned),
		)
		kalah := rules.Presets()[0].Variant
		tests := []struct {
			q    match.GameQuery
			want string
		}{
			{match.GameQuery{Name: "ann"}, "left net running drawn lost won"},
			{match.GameQuery{Name: "ANN"}, "left net running drawn lost won"},
			{match.GameQuery{Name: "reed"}, "left bots running drawn lost won"},
			{match.GameQuery{Name: "å"}, "two"},
			{match.GameQuery{Name: "zOË"}, "two"},
			{match.GameQuery{Name: "_50%"}, "two"},
			{match.GameQuery{Name: "%"}, "two"},
			{match.GameQuery{Name: "'; --"}, ""},
			{match.GameQuery{Opponent: "greedy"}, "left bots running drawn lost won"},
			{match.GameQuery{Opponent: "random"}, "bots"},
			{match.GameQuery{Opponent: person}, "two"},
			{match.GameQuery{Opponent: remote}, "net"},
			{match.GameQuery{Variant: variant(t, "kalah(3,1)")}, "bots net two drawn lost won"},
			{match.GameQuery{Variant: variant(t, "kalah(6,4)+pie")}, "left"},
			{match.GameQuery{Variant: kalah}, ""},
			{match.GameQuery{Standing: match.StandingRunning}, "running"},
			{match.GameQuery{Standing: match.StandingWon}, "won"},
			{match.GameQuery{Standing: match.StandingLost}, "net lost"},
			{match.GameQuery{Standing: match.StandingDrawn}, "drawn"},
			{match.GameQuery{Name: "bo", Opponent: remote, Variant: variant(t, "kalah(3,1)"), Standing: match.StandingLost}, "net"},
		}
		for _, tt := range tests {
			list, total, err := l.Games(t.Context(), tt.q)
			if got := gameIDs(list); got != tt.want || total != len(list) || err != nil {
				t.Errorf("Games(%+v) = %q, %d, %v; want %q", tt.q, got, total, err, tt.want)
			}
		}
		for _, q := range []match.GameQuery{{Offset: -1}, {Limit: -1}, {Name: "\xff"}, {Name: "a\x00"}, {Name: "n\nG"}, {Standing: 9}, {Variant: rules.Variant{Houses: 99}}} {
			if _, _, err := l.Games(t.Context(), q); err == nil {
				t.Errorf("Games(%+v) is no error", q)
			}
		}
	})
}

func TestGamePages(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		l.now = func() time.Time { return day } // the ids decide
		var all []string
		for i := range 120 {
			all = append(all, fmt.Sprintf("g%03d", 119-i))
			mustSave(t, l, game(t, fmt.Sprintf("g%03d", i), "kalah(6,4) 1"))
		}
		for _, page := range []struct{ offset, limit, from, to int }{{0, 0, 0, 100}, {100, 0, 100, 120}, {5, 3, 5, 8}, {120, 5, 120, 120}, {500, 5, 120, 120}} {
			list, total, err := l.Games(t.Context(), match.GameQuery{Offset: page.offset, Limit: page.limit})
			if want := strings.Join(all[page.from:page.to], " "); gameIDs(list) != want || total != 120 || err != nil {
				t.Errorf("page %+v = %s, %d, %v", page, gameIDs(list), total, err)
			}
		}
	})
}

// A ledger returns the same as a plain list of games, for saves, deletions and queries in any
// order.
func TestArchiveIsANaiveList(t *testing.T) {
	run := 0
	everyBook(t, func(t *testing.T, l *Ledger) {
		rapid.Check(t, func(r *rapid.T) {
			run++
			clocked(l)
			names := []string{"Ann", "ann", "Bo", "Zoë", "ZOE"}
			kinds := []string{match.KindPerson, match.KindPerson, "greedy", match.KindRemote}
			var all []match.Record // newest last
			word := fmt.Sprint("run", run, " ")
			for range rapid.IntRange(1, 12).Draw(r, "steps") {
				id := fmt.Sprintf("r%d-%d", run, rapid.IntRange(1, 5).Draw(r, "id"))
				at := slices.IndexFunc(all, func(g match.Record) bool { return g.ID == id })
				if rapid.IntRange(0, 4).Draw(r, "delete") == 0 {
					need.NoError(r, l.DeleteGame(context.Background(), id))
					all = slices.DeleteFunc(all, func(g match.Record) bool { return g.ID == id })
					continue
				}
				g := game(t, id, rapid.SampledFrom([]string{wonBySouth, wonByNorth, drawn, "kalah(6,4) 3", "kalah(6,4) 3 6"}).Draw(r, "game"))
				for side := range g.Names {
					g.Names[side] = word + rapid.SampledFrom(names).Draw(r, "name")
				}
				g.Kinds = [2]string{rapid.SampledFrom(kinds[:3]).Draw(r, "south"), rapid.SampledFrom(kinds).Draw(r, "north")}
				mustSave(t, l, g)
				if at >= 0 {
					old := all[at]
					reopened := !g.Local() && g.Result.Ending == match.Running && old.Result.Ending != match.Running
					if reopened {
						g.Game, g.Result = old.Game, old.Result
					}
					if g.Kinds[1] == match.KindRemote {
						g.Kinds[1] = old.Kinds[1]
					}
					if sameRecord(g, old) {
						continue
					}
					all = slices.Delete(all, at, at+1)
				}
				all = append(all, g)
			}
			q := match.GameQuery{
				Name:     word + rapid.SampledFrom([]string{"", "a", "zO", "bo"}).Draw(r, "query"),
				Opponent: rapid.SampledFrom(append(kinds, "")).Draw(r, "kind"),
				Standing: match.Standing(rapid.IntRange(0, 4).Draw(r, "standing")),
			}
			var want []match.Record
			for _, g := range slices.Backward(all) {
				if matches(q, g) {
					want = append(want, g)
				}
			}
			list, total, err := l.Games(context.Background(), q)
			if gameIDs(list) != gameIDs(want) || total != len(want) || err != nil {
				r.Fatalf("Games(%+v) = %s, %d, %v; want %s", q, gameIDs(list), total, err, gameIDs(want))
			}
		})
	})
}

func TestFindGames(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		for _, id := range []string{"aa11-1", "aa11-10", "aa11-2", "aa22-1", "bb-1", "plain", "a_c-1"} {
			mustSave(t, l, game(t, id, "kalah(6,4) 3"))
		}
		for short, want := range map[string]string{
			"aa11-1": "aa11-1", "aa11-": "aa11-1 aa11-10 aa11-2", "aa1-2": "aa11-2", "aa-1": "aa11-1 aa22-1", "b": "bb-1", "b-1": "bb-1",
			"plain": "plain", "p": "plain", "a": "a_c-1 aa11-1 aa11-10 aa11-2 aa22-1", "x": "", "": "", "%": "", "aa__": "", "aa11-10": "aa11-10",
			"bb-2": "", "\xff": "", "aa11-1 ": "",
		} {
			if ids, err := l.FindGames(t.Context(), short); strings.Join(ids, " ") != want || err != nil {
				t.Errorf("FindGames(%q) = %v, %v; want %s", short, ids, err, want)
			}
		}
	})
}
