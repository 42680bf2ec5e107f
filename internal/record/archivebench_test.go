//go:build !js

package record

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"
	"mancala/rules"
	"mancala/tools/need"
)

// manyGames is the number of games in the benchmarks' archive.
const manyGames = 100_000

// playedOut returns a game of random plies from its start to its end.
func playedOut(b testing.TB, rng *rand.Rand, v rules.Variant) *match.Match {
	b.Helper()
	m := need.Must(match.New(v))(b)
	for m.Running() {
		var plies []rules.House
		for h := range m.Position().Plies() {
			plies = append(plies, h)
		}
		need.Must(m.Play(m.Position().ToMove(), plies[rng.IntN(len(plies))]))(b)
	}
	return m
}

// fullArchive returns a ledger with manyGames games: Ann against 300 people and some computer
// players, by several rules.
func fullArchive(b *testing.B) *Ledger {
	b.Helper()
	l := open(b, b.TempDir())
	rng := rand.New(rand.NewPCG(1, 2))
	kinds := []string{match.KindRemote, match.KindRemote, match.KindPerson, "greedy", "perfect", "low"}
	var played []*match.Match
	for _, text := range []string{"kalah(6,4)", "kalah(6,4)", "kalah(6,4)", "kalah(6,3)", "video(6,4)", "kalah(6,4)+pie"} {
		for range 50 {
			played = append(played, playedOut(b, rng, variant(b, text)))
		}
	}
	need.NoError(b, sqlitefile.InTx(b.Context(), l.book.(*file).db, func(tx *sql.Tx) error {
		to := inTables{q: tx}
		for i := range manyGames {
			m := played[rng.IntN(len(played))]
			r := match.Record{
				ID: fmt.Sprintf("%032x-%d", rng.Uint64(), 1+i%9), Game: m.Game(), Result: m.Result(),
				Names: [2]string{"Ann", ""}, Kinds: [2]string{match.KindPerson, kinds[rng.IntN(len(kinds))]},
			}
			if r.Names[1] = r.Kinds[1]; r.Kinds[1] == match.KindRemote || r.Kinds[1] == match.KindPerson {
				r.Names[1] = fmt.Sprintf("Opponent Number %d", rng.IntN(300))
			}
			if i == manyGames/2 {
				r.Names[1] = "Zoë the only one"
			}
			at := day.Add(time.Duration(i) * time.Minute)
			r.Started, r.Ended = at, at.Add(5*time.Minute)
			if err := to.putGame(b.Context(), r); err != nil {
				return err
			}
		}
		return nil
	}))
	return l
}

// The queries of the screen of games, in an archive of 100,000.
func BenchmarkArchive(b *testing.B) {
	l := fullArchive(b)
	ctx := context.Background()
	for _, bm := range []struct {
		name string
		q    match.GameQuery
		want bool
	}{
		{"all", match.GameQuery{}, true},
		{"statistics", match.GameQuery{Limit: 1000}, true},
		{"statistics-of-rules", match.GameQuery{Variant: variant(b, "video(6,4)"), Limit: 1000}, true},
		{"last-page", match.GameQuery{Offset: manyGames - 100}, true},
		{"name-of-all", match.GameQuery{Name: "ann"}, true},
		{"name-of-some", match.GameQuery{Name: "number 77"}, true},
		{"name-of-one", match.GameQuery{Name: "zoë the"}, true},
		{"name-of-none", match.GameQuery{Name: "nobody of that name"}, false},
		{"letter", match.GameQuery{Name: "z"}, true},
		{"opponent", match.GameQuery{Opponent: "greedy"}, true},
		{"persons", match.GameQuery{Opponent: match.KindPerson}, true},
		{"rules", match.GameQuery{Variant: variant(b, "video(6,4)")}, true},
		{"lost", match.GameQuery{Standing: match.StandingLost}, true},
		{"running", match.GameQuery{Standing: match.StandingRunning}, false},
		{"everything", match.GameQuery{
			Name: "number", Opponent: match.KindRemote, Variant: variant(b, "kalah(6,4)"), Standing: match.StandingWon,
		}, true},
	} {
		b.Run("games/"+bm.name, func(b *testing.B) {
			for b.Loop() {
				if list, total, err := l.Games(ctx, bm.q); err != nil || (total > 0) != bm.want || (len(list) > 0) != bm.want {
					b.Fatal(len(list), total, err)
				}
			}
		})
	}
	b.Run("figures", func(b *testing.B) {
		for b.Loop() {
			if f, err := l.Figures(ctx); err != nil || f.Total.Played == 0 {
				b.Fatal(f, err)
			}
		}
	})
	b.Run("unfinished", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := l.Unfinished(ctx); err != nil {
				b.Fatal(err)
			}
		}
	})
	benchmarkOneGame(b, l)
}

// benchmarkOneGame opens, saves and deletes single games of a full archive.
func benchmarkOneGame(b *testing.B, l *Ledger) {
	ctx := context.Background()
	list, _, err := l.Games(ctx, match.GameQuery{Offset: manyGames / 3, Limit: 1})
	if err != nil || len(list) == 0 {
		b.Fatal(list, err)
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			if _, found, err := l.Game(ctx, list[0].ID); !found || err != nil {
				b.Fatal(found, err)
			}
		}
	})
	b.Run("save-and-delete", func(b *testing.B) {
		r := list[0]
		for n := 0; b.Loop(); n++ {
			r.ID = fmt.Sprint("new-", n)
			need.NoError(b, l.SaveGame(ctx, r))
			need.NoError(b, l.DeleteGame(ctx, r.ID))
		}
	})
	dir := l.book.(*file).cfg.Dir
	b.Run("start", func(b *testing.B) {
		for b.Loop() {
			need.NoError(b, Open(ctx, Config{Dir: dir}).Close())
		}
	})
}
