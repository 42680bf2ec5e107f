package wiring

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/rules"
	"mancala/tools/need"
)

// TestWhereTablesAreKept has a file of an earlier version.
func TestWhereTablesAreKept(t *testing.T) {
	data, cache := t.TempDir(), t.TempDir()
	for name, dir := range map[string]string{"XDG_DATA_HOME": data, "LOCALAPPDATA": data, "HOME": cache, "XDG_CACHE_HOME": cache} {
		t.Setenv(name, dir)
	}
	oware, err := rules.Preset("oware")
	need.NoError(t, err)
	name := TableFile(oware)
	if again := TableFile(oware); again != name || filepath.Base(name) != "endgame-oware-6-1" {
		t.Errorf("tables are kept in %q, and then in %q", name, again)
	}
	folder, err := os.UserCacheDir()
	need.NoError(t, err)
	if dir, err := record.DefaultDir(); err != nil || filepath.Dir(name) != dir {
		t.Errorf("tables are kept in %q, data in %q (%v)", name, dir, err)
	}
	old := filepath.Join(folder, "mancala", "endgame-oware-6-1")
	need.NoError(t, os.MkdirAll(filepath.Dir(old), 0o755))
	need.NoError(t, os.WriteFile(old, nil, 0o644))
	if got := TableFile(oware); got != old {
		t.Errorf("with a file in %q tables are kept in %q", old, got)
	}
}

// gameOfPlies plays random games of Kalah(6,4) and returns the first one with that many plies. A
// level plays South, and North plays any house.
func gameOfPlies(b *testing.B, plies int, rng *rand.Rand) *match.Match {
	b.Helper()
	v, err := rules.Preset("kalah")
	for ; ; rng.Uint64() {
		m, newErr := match.New(v)
		if err != nil || newErr != nil {
			b.Fatal(err, newErr)
		}
		var seats [2]*engine.Player
		for i, name := range [...]string{"casual", "random"} {
			if seats[i], err = engine.NewPlayer(name, rng, nil); err != nil {
				b.Fatal(err)
			}
		}
		for !m.Position().Over() {
			p := m.Position()
			h, err := seats[p.ToMove()].Choose(b.Context(), p)
			if err == nil {
				_, err = m.Play(p.ToMove(), h)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		if m.Plies() == plies {
			return m
		}
	}
}

// BenchmarkReview asks a window's judge about whole games of 40 plies, each time without any
// earlier results in memory or on disk. It reports the longest time, and the share of positions
// with an exact value.
func BenchmarkReview(b *testing.B) {
	const patience = time.Second // as in a review
	for threads := 1; threads <= 2; threads++ {
		b.Run(fmt.Sprint(threads, " threads"), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(4, 14))
			config := func(rules.Variant) engine.SolverConfig {
				return engine.SolverConfig{Memory: ThinkingMemory, Threads: threads}
			}
			worst, exact, all := time.Duration(0), 0.0, 0.0
			for b.Loop() {
				r := match.NewReview(gameOfPlies(b, 40, rng))
				began := time.Now()
				askAll(b, r, judge{engine.NewAnalysts(config, 1), patience})
				worst = max(worst, time.Since(began))
				for n := range r.Plies() {
					all++
					if v, _ := r.Verdict(n); v.Exact {
						exact++
					}
				}
			}
			b.ReportMetric(worst.Seconds(), "s-worst")
			b.ReportMetric(exact/all, "exact")
		})
	}
}

// askAll asks a judge about all positions of a review.
func askAll(b *testing.B, r *match.Review, j match.Judge) {
	for n, more := r.Next(); more; n, more = r.Next() {
		v := need.Must(j.Judge(context.Background(), r.Past(n), nil))(b)
		r.Judged(n, v, true)
	}
}
