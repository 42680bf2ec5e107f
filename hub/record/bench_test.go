package record

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"mancala/match/lobby"
	"mancala/tools/need"
)

var (
	manyGames   = flag.Int("games", 1_000_000, "the number of games in the benchmarks' record")
	manyPlayers = flag.Int("players", 100_000, "the number of players in the benchmarks' record")
	bigDir      = flag.String("big", "", "the folder of the benchmarks' record, made if there is none; empty means a new one")
)

// source makes games of players of whom some play much more than others, as in a club.
type source struct {
	rng    *rand.Rand
	played []lobby.Game
	number int
}

func newSource(t testing.TB) *source {
	s := &source{rng: rand.New(rand.NewPCG(1, 2))}
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

// next returns the next item of the log.
func (s *source) next(t testing.TB) Item {
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
	return item(t, s.number, g)
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

// big returns the folder of a record of -games games and -players players, and the random source to
// continue with.
func big(b *testing.B) (string, *source) {
	b.Helper()
	dir := *bigDir
	if dir == "" {
		dir = b.TempDir()
	}
	r, s := open(b, dir), newSource(b)
	at := need.Must(r.Position(b.Context(), "log"))(b)
	if s.number = int(at); at > 0 {
		s.rng = rand.New(rand.NewPCG(at, at)) // the games are there
	}
	start := time.Now()
	for s.number < *manyGames {
		var items []Item
		for range min(1000, *manyGames-s.number) {
			items = append(items, s.next(b))
		}
		apply(b, r, items...)
	}
	if at == 0 {
		b.Logf("%d games taken over in %v", s.number, time.Since(start).Round(time.Second))
		start = time.Now()
		for members := range slices.Chunk(members(), 1000) {
			set(b, r, members...)
		}
		b.Logf("%d members in %v", *manyPlayers, time.Since(start).Round(time.Second))
	}
	need.NoError(b, r.Close())
	return dir, s
}

func members() (list []Member) {
	for n := range *manyPlayers {
		list = append(list, member(playerID(n), nameOf(n), 1000+float64(n*7919%1000), 60+float64(n%80)))
	}
	return list
}

// Opening, lists, searches and single games in a record of 1,000,000 games and 100,000 players,
// while games are written.
func BenchmarkBig(b *testing.B) {
	dir, s := big(b)
	ctx := context.Background()
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			r := open(b, dir)
			if games, err := r.Games(ctx, lobby.GamesOf{Limit: 50}); err != nil || len(games.List) != 50 {
				b.Fatal(len(games.List), err)
			}
			need.NoError(b, r.Close())
		}
	})
	r := open(b, dir)
	page := need.Must(r.Games(ctx, lobby.GamesOf{Limit: 50}))(b)
	old := oldest(b, r, *manyGames/10)
	stop := writing(b, r, s)
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
		b.Run(bm.name, func(b *testing.B) { timed(b, func() error { _, err := r.Games(ctx, bm.q); return err }) })
	}
	b.Run("game", func(b *testing.B) { timed(b, func() error { _, err := r.Game(ctx, page.List[25].ID); return err }) })
	b.Run("standings", func(b *testing.B) {
		timed(b, func() error {
			_, err := r.Standings(ctx, lobby.StandingsOf{Discipline: "kalah", Limit: 50})
			return err
		})
	})
	b.Run("standings-last", func(b *testing.B) {
		timed(b, func() error {
			_, err := r.Standings(ctx, lobby.StandingsOf{Discipline: "kalah", Skip: *manyPlayers / 2, Limit: 50})
			return err
		})
	})
}

// oldest returns the id of a game with about that many games before it.
func oldest(b *testing.B, r *Record, number int) (id string) {
	b.Helper()
	need.NoError(b, r.file.read.QueryRow("SELECT id FROM games WHERE game = ?", number).Scan(&id))
	return id
}

// writing takes ten games a second over, as a busy club does, until stop is called.
func writing(b *testing.B, r *Record, s *source) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		for tick := time.NewTicker(100 * time.Millisecond); ; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := r.Apply(ctx, "log", []Item{s.next(b)}); err != nil && ctx.Err() == nil {
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

// Taking over games from the log, as a new node does.
func BenchmarkApply(b *testing.B) {
	r, s := open(b, b.TempDir()), newSource(b)
	for b.Loop() {
		var items []Item
		for range 100 {
			items = append(items, s.next(b))
		}
		apply(b, r, items...)
	}
	b.ReportMetric(float64(100*b.N)/b.Elapsed().Seconds(), "games/s")
}
