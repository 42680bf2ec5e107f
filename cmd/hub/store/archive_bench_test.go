package store

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	mathrand "math/rand/v2"
	"sync"
	"testing"
	"time"

	"mancala/cmd/hub/hubtest"
	"mancala/internal/glicko"
	"mancala/internal/match/lobby"
	"mancala/internal/spelling"
	"mancala/tools/need"
)

var (
	manyGames   = flag.Int("games", 1_000_000, "the number of games in the benchmarks' club")
	manyPlayers = flag.Int("players", 100_000, "the number of players in the benchmarks' club")
	bigDir      = flag.String("big", "", "the folder of the benchmarks' club with SQLite, made if there is none; empty means a new one")
)

// source makes games of players of whom some play much more than others, as in a club.
type source struct {
	rng    *mathrand.Rand
	played []lobby.Game
	number int
}

func newSource(t testing.TB) *source {
	s := &source{rng: mathrand.New(mathrand.NewPCG(1, 2))}
	for _, text := range []string{"kalah(6,4)", "kalah(6,4)", "kalah(6,3)", "video(6,4)", "kalah(6,4)+pie"} {
		for range 40 {
			s.played = append(s.played, playedOut(t, s.rng, text))
		}
	}
	return s
}

func (s *source) player() string {
	x := s.rng.Float64()
	return playerID(int(x * x * x * float64(*manyPlayers)))
}

func playerID(n int) string { return fmt.Sprintf("member%010d", n) }

// next returns the next game.
func (s *source) next() lobby.Game {
	g := s.played[s.rng.IntN(len(s.played))]
	s.number++
	g.Entry.ID = fmt.Sprintf("%016x-%d", s.rng.Uint64(), 1+s.number%9)
	south, north := s.player(), s.player()
	for south == north {
		north = s.player()
	}
	g.Entry.Members = [2]lobby.Member{
		{ID: south, Rating: 1400 + s.rng.IntN(300), Deviation: 80}, {ID: north, Rating: 1400 + s.rng.IntN(300), Deviation: 120},
	}
	g.Entry.Began = day.Add(time.Duration(s.number) * time.Minute)
	g.Entry.Ended = g.Entry.Began.Add(5 * time.Minute)
	return g
}

// syllables make names that share parts, as names do.
var syllables = []string{"an", "be", "cor", "da", "el", "fri", "ga", "hil", "jo", "ka", "lu", "mar", "nor", "pe", "sa", "ti"}

func nameOf(n int) string {
	name := ""
	for k := n; len(name) < 8; k /= len(syllables) {
		name += syllables[k%len(syllables)]
	}
	return fmt.Sprint(name, n)
}

// fill makes the members and games of a club that has none.
func (s *source) fill(b *testing.B, to *Store) {
	b.Helper()
	start := time.Now()
	const atOnce = 5000
	for n := 0; n < *manyPlayers; n += atOnce {
		need.NoError(b, to.change(b.Context(), func(x *tx) error {
			for i := n; i < min(n+atOnce, *manyPlayers); i++ {
				_, err := x.exec("INSERT INTO member (id, name, search, computer, created) VALUES ($1, $2, $3, 0, 0)", playerID(i), nameOf(i), spelling.Searchable(nameOf(i)))
				if err == nil {
					rating := glicko.Rating{Value: 1000 + float64(i*7919%1000), Deviation: 60 + float64(i%80), Volatility: 0.06}
					err = x.setStanding(playerID(i), "kalah", Standing{Rating: rating, RatedAt: time.Now(), RatedGames: 1})
				}
				if err != nil {
					return err
				}
			}
			return nil
		}))
	}
	b.Logf("%d members in %v", *manyPlayers, time.Since(start).Round(time.Second))
	start = time.Now()
	for s.number < *manyGames {
		var games []lobby.Game
		for range min(atOnce, *manyGames-s.number) {
			games = append(games, s.next())
		}
		put(b, to, games...)
	}
	b.Logf("%d games in %v", *manyGames, time.Since(start).Round(time.Second))
}

// big returns a club of -games games and -players players, and the random source to continue with.
func big(b *testing.B, cfg Config) (*Store, *source) {
	b.Helper()
	cfg.Node, cfg.Rand = "n", rand.Reader
	to := need.Must(Open(b.Context(), cfg))(b)
	b.Cleanup(func() { _ = to.Close() })
	s := newSource(b)
	var last int
	need.NoError(b, to.reading.QueryRow("SELECT value FROM counter WHERE name = 'game'").Scan(&last))
	if s.number = last; last == 0 {
		s.fill(b, to)
	} else {
		s.rng = mathrand.New(mathrand.NewPCG(uint64(last), 1)) // the games are there
	}
	if cfg.URL != "" { // as its autovacuum does sooner or later
		need.Must(to.writing.Exec("VACUUM ANALYZE"))(b)
	}
	return to, s
}

// BenchmarkBig asks a club of 1,000,000 games and 100,000 players for lists, searches and single
// games, while games end.
func BenchmarkBig(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) {
		dir := *bigDir
		if dir == "" {
			dir = b.TempDir()
		}
		benchmarkBig(b, Config{Dir: dir})
	})
	b.Run("PostgreSQL", func(b *testing.B) { benchmarkBig(b, Config{URL: hubtest.StartPostgres(b).Database()}) })
}

func benchmarkBig(b *testing.B, cfg Config) {
	ctx := context.Background()
	r, s := big(b, cfg)
	page := need.Must(ArchiveOf(r).Games(ctx, lobby.GamesOf{Limit: 50}))(b)
	old := oldest(b, r, *manyGames/10)
	stop := ending(b, r, s)
	defer stop()
	for _, bm := range []struct {
		name string
		q    lobby.GamesOf
	}{
		{"newest", lobby.GamesOf{}},
		{"old", lobby.GamesOf{Before: old}},
		{"busy-player", lobby.GamesOf{Member: playerID(0)}},
		{"busy-player-old", lobby.GamesOf{Member: playerID(0), Before: old}},
		{"rare-player", lobby.GamesOf{Member: playerID(*manyPlayers - 1)}},
		{"two-players", lobby.GamesOf{Member: playerID(0), Name: nameOf(7)}},
		{"name-of-many", lobby.GamesOf{Name: "ka"}},
		{"name-of-many-old", lobby.GamesOf{Name: "ka", Before: old}},
		{"name-of-some", lobby.GamesOf{Name: "belukacor"}},
		{"name-of-some-old", lobby.GamesOf{Name: "belukacor", Before: old}},
		{"name-of-one", lobby.GamesOf{Name: nameOf(*manyPlayers - 1)}},
		{"name-of-none", lobby.GamesOf{Name: "nobody of that name"}},
		{"digit", lobby.GamesOf{Name: "9"}},
	} {
		bm.q.Limit = 50
		b.Run(bm.name, func(b *testing.B) { timed(b, func() error { _, err := ArchiveOf(r).Games(ctx, bm.q); return err }) })
	}
	b.Run("game", func(b *testing.B) {
		timed(b, func() error { _, err := ArchiveOf(r).Game(ctx, page.List[25].ID); return err })
	})
	b.Run("standings", func(b *testing.B) {
		timed(b, func() error {
			_, err := ArchiveOf(r).Standings(ctx, lobby.StandingsOf{Discipline: "kalah", Limit: 50})
			return err
		})
	})
	b.Run("standings-last", func(b *testing.B) {
		timed(b, func() error {
			_, err := ArchiveOf(r).Standings(ctx, lobby.StandingsOf{Discipline: "kalah", Skip: *manyPlayers / 2, Limit: 50})
			return err
		})
	})
}

// oldest returns the id of a game with about that many games before it.
func oldest(b *testing.B, s *Store, number int) string {
	b.Helper()
	return need.Must(ArchiveOf(s).numbered(context.Background(), []int64{int64(number)}, "ASC"))(b)[0].ID
}

// ending has ten games a second end, as in a busy club, until stop is called.
func ending(b *testing.B, r *Store, s *source) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		for tick := time.NewTicker(100 * time.Millisecond); ; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				g := s.next()
				tab, err := r.Create(ctx, g.Entry.ID, nil, []byte("0"))
				if err == nil {
					err = tab.Finish(ctx, Finish{Record: []byte("end"), Game: &g, Rate: rate})
				}
				if err != nil && ctx.Err() == nil {
					b.Error(err)
				}
			}
		}
	})
	return func() { cancel(); done.Wait() }
}

// timed runs a benchmark and adds the longest time of one call.
func timed(b *testing.B, call func() error) {
	var most time.Duration
	for b.Loop() {
		start := time.Now()
		need.NoError(b, call())
		most = max(most, time.Since(start))
	}
	b.ReportMetric(float64(most.Microseconds())/1000, "ms-longest")
}
