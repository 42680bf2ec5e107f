package record

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/glicko"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
	"mancala/tools/need"
)

var day = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func now() time.Time { return day }

// childVar makes this test program a process that writes games until it is killed.
const childVar = "MANCALA_HUB_RECORD_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVar); dir != "" {
		os.Exit(writeGames(dir))
	}
	os.Exit(m.Run())
}

func open(t testing.TB, dir string) *Record {
	t.Helper()
	r := need.Must(Open(t.Context(), Config{Dir: dir, Now: now, Log: slog.New(slog.NewTextHandler(t.Output(), nil))}))(t)
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// playedOut returns a game of random plies from its start to its end.
func playedOut(t testing.TB, rng *rand.Rand, text string) lobby.Game {
	t.Helper()
	v := need.Must(rules.ParseVariant(text))(t)
	g := lobby.Game{Game: rules.Game{Variant: v}, Entry: lobby.GameEntry{
		Variant: v, Time: match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second}, Rated: true,
	}}
	for {
		p := need.Must(g.Game.Replay())(t)
		if p.Over() {
			g.Entry.Result = match.Result{Ending: match.Finished, Outcome: p.Outcome(), Stores: [2]int{p.Store(rules.South), p.Store(rules.North)}}
			g.Entry.Plies = len(g.Game.Plies)
			return g
		}
		var plies []rules.House
		for h := range p.Plies() {
			plies = append(plies, h)
		}
		g.Game.Plies = append(g.Game.Plies, plies[rng.IntN(len(plies))])
	}
}

// game returns game number n of a test, between two players.
func game(t testing.TB, n int, south, north string) lobby.Game {
	t.Helper()
	g := playedOut(t, rand.New(rand.NewPCG(1, uint64(n))), "kalah(6,4)")
	g.Entry.ID = fmt.Sprintf("table-%d", n)
	g.Entry.Members = [2]lobby.Member{{ID: south, Rating: 1500, Deviation: 350}, {ID: north, Rating: 1612, Deviation: 81}}
	g.Entry.Began = day.Add(time.Duration(n) * time.Minute)
	g.Entry.Ended = g.Entry.Began.Add(40 * time.Second)
	return g
}

func item(t testing.TB, number int, g lobby.Game) Item {
	t.Helper()
	data := need.Must(Encode(g))(t)
	return Item{uint64(number), data}
}

func apply(t testing.TB, r *Record, items ...Item) {
	t.Helper()
	need.NoError(t, r.Apply(t.Context(), "log", items))
}

func member(id, name string, rating, deviation float64) Member {
	return Member{ID: id, Revision: 1, Name: name, Ratings: map[string]Rating{"kalah": rated(rating, deviation)}}
}

func rated(rating, deviation float64) Rating {
	return Rating{glicko.Rating{Value: rating, Deviation: deviation, Volatility: 0.06}, day}
}

func set(t testing.TB, r *Record, members ...Member) {
	t.Helper()
	need.NoError(t, r.SetMembers(t.Context(), members))
}

// ids returns the numbers of the games that match a query, as in "3 2 1", with a "+" if there are
// more.
func ids(t testing.TB, r *Record, q lobby.GamesOf) string {
	t.Helper()
	games := need.Must(r.Games(t.Context(), q))(t)
	var words []string
	for _, e := range games.List {
		words = append(words, strings.TrimPrefix(e.ID, "table-"))
	}
	if games.More {
		words = append(words, "+")
	}
	return strings.Join(words, " ")
}

// writeGames applies one game after the other to the record in dir, and prints the number of each
// that is kept.
func writeGames(dir string) int {
	ctx := context.Background()
	r, err := Open(ctx, Config{Dir: dir})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	at, err := r.Position(ctx, "log")
	g := playedOut(&testing.B{}, rand.New(rand.NewPCG(1, 1)), "kalah(6,4)")
	g.Entry.Members, g.Entry.Began, g.Entry.Ended = [2]lobby.Member{{ID: "ann"}, {ID: "bob"}}, day, day
	for err == nil {
		at++
		g.Entry.ID = fmt.Sprintf("table-%d", at)
		var data []byte
		if data, err = Encode(g); err == nil {
			err = r.Apply(ctx, "log", []Item{{at, data}})
			fmt.Println(at)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// A process that is killed while it writes leaves an intact file with every game in it that it had
// reported as kept, once.
func TestKilledWhileWriting(t *testing.T) {
	dir, last := t.TempDir(), 0
	for round := range 6 {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), childVar+"="+dir)
		cmd.Stderr = os.Stderr
		need.Kill(t, cmd, 3+7*round, func(text string) {
			last = need.Must(strconv.Atoi(text))(t)
		})
	}
	r := open(t, dir)
	at, err := r.Position(t.Context(), "log")
	if err != nil || int(at) < last {
		t.Errorf("position %d, %v; want at least %d", at, err, last)
	}
	all, err := r.Games(t.Context(), lobby.GamesOf{Limit: 1e6})
	if err != nil || len(all.List) != int(at) {
		t.Errorf("%d games, %v; want %d", len(all.List), err, at)
	}
	var verdict string
	if err := r.file.write.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Error(verdict, err)
	}
}
