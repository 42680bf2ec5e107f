package store

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/glicko"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/spelling"
	"mancala/rules"
	"mancala/tools/need"
)

var day = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

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

// put keeps games.
func put(t testing.TB, s *Store, games ...lobby.Game) {
	t.Helper()
	need.NoError(t, s.change(t.Context(), func(x *tx) error {
		for _, g := range games {
			if err := x.putGame(g); err != nil {
				return err
			}
		}
		return nil
	}))
}

// join makes members, by their ids and names.
func join(t testing.TB, s *Store, pairs ...string) {
	t.Helper()
	for p := range slices.Chunk(pairs, 2) {
		need.Must(s.Enter(t.Context(), Member{ID: p[0], Name: p[1]}, []string{p[0]}, p[0]+"'s key"))(t)
	}
}

// rated gives a member a rating, after a game that was a while ago.
func rated(t testing.TB, s *Store, member, discipline string, rating, deviation float64, ago time.Duration) {
	t.Helper()
	need.NoError(t, s.change(t.Context(), func(x *tx) error {
		return x.setStanding(member, discipline, Standing{Rating: glicko.Rating{Value: rating, Deviation: deviation, Volatility: 0.06}, RatedAt: s.Now().Add(-ago), RatedGames: 1})
	}))
}

// filled returns a node of a club with the games
//
//	1 ann bob, 2 bob cat, 3 cat ann, 4 ann bob, 5 dan cat
//
// of players whose names begin with those words, but for dan, who has left.
func filled(c *club) *Store {
	s := c.node("a")
	join(c.t, s, "ann", "Ann Ämter", "bob", "Bob", "cat", "Catänn", "dan", "Dan")
	for i, p := range [][2]string{{"ann", "bob"}, {"bob", "cat"}, {"cat", "ann"}, {"ann", "bob"}, {"dan", "cat"}} {
		put(c.t, s, game(c.t, i+1, p[0], p[1]))
	}
	need.NoError(c.t, s.Forget(c.t.Context(), "dan"))
	return s
}

// ids returns the numbers of the games that match a query, as in "3 2 1", with a "+" if there are
// more.
func ids(t testing.TB, s *Store, q lobby.GamesOf) string {
	t.Helper()
	games := need.Must(ArchiveOf(s).Games(t.Context(), q))(t)
	var words []string
	for _, e := range games.List {
		words = append(words, strings.TrimPrefix(e.ID, "table-"))
	}
	if games.More {
		words = append(words, "+")
	}
	return strings.Join(words, " ")
}

func testGames(c *club) {
	s := filled(c)
	for _, tt := range []struct {
		q    lobby.GamesOf
		want string
	}{
		{lobby.GamesOf{Limit: 50}, "5 4 3 2 1"},
		{lobby.GamesOf{Limit: 2}, "5 4 +"},
		{lobby.GamesOf{Limit: 5}, "5 4 3 2 1"},
		{lobby.GamesOf{Limit: 2, Before: "table-4"}, "3 2 +"},
		{lobby.GamesOf{Limit: 0}, "+"},
		{lobby.GamesOf{Limit: 9, Member: "ann"}, "4 3 1"},
		{lobby.GamesOf{Limit: 1, Member: "ann", Before: "table-4"}, "3 +"},
		{lobby.GamesOf{Limit: 9, Member: "dan"}, "5"},
		{lobby.GamesOf{Limit: 9, Member: "ann", Name: "BOB"}, "4 1"},
		{lobby.GamesOf{Limit: 9, Member: "ann", Name: "ann"}, ""},
		{lobby.GamesOf{Limit: 9, Member: "ann", Name: "cat"}, "3"},
		{lobby.GamesOf{Limit: 9, Name: "bob"}, "4 2 1"},
		{lobby.GamesOf{Limit: 2, Name: "bob", Before: "table-4"}, "2 1"},
		{lobby.GamesOf{Limit: 9, Name: "ÄN"}, "5 3 2"},
		{lobby.GamesOf{Limit: 9, Name: "nobody"}, ""},
		{lobby.GamesOf{Limit: 9, Member: "eve"}, ""},
		{lobby.GamesOf{Limit: 9, Member: "e\x00"}, ""},
		{lobby.GamesOf{Limit: 9, Name: "bo\x00"}, "4 2 1"},
		{lobby.GamesOf{Limit: 9, Name: "%' OR 1 --"}, ""},
	} {
		if got := ids(c.t, s, tt.q); got != tt.want {
			c.t.Errorf("%+v: games %q, want %q", tt.q, got, tt.want)
		}
	}
	for _, before := range []string{"table-9", "\x00"} {
		if _, err := ArchiveOf(s).Games(c.t.Context(), lobby.GamesOf{Before: before}); !errors.Is(err, ErrNotFound) {
			c.t.Error(err)
		}
		if _, err := ArchiveOf(s).Game(c.t.Context(), before); !errors.Is(err, ErrNotFound) {
			c.t.Error(err)
		}
	}
	if _, err := ArchiveOf(s).Games(c.t.Context(), lobby.GamesOf{Limit: -1}); !errors.Is(err, ErrQuery) {
		c.t.Error(err)
	}
	e := need.Must(ArchiveOf(s).Game(c.t.Context(), "table-5"))(c.t)
	g := game(c.t, 5, "dan", "cat")
	g.Entry.Members = [2]lobby.Member{{Rating: 1500, Deviation: 350}, {ID: "cat", Name: "Catänn", Rating: 1612, Deviation: 81}}
	if e.Entry != g.Entry || e.Game.String() != g.Game.String() {
		c.t.Errorf("got  %+v\nwant %+v", e, g)
	}
}

// testNamedWays: both ways to find games by name find the same ones, and all pages together are the
// whole list.
func testNamedWays(c *club) {
	s := c.node("a")
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 71 {
		join(c.t, s, fmt.Sprint("p", i), fmt.Sprintf("Player %d", i))
	}
	var games []lobby.Game
	for i := range 400 {
		south := rng.IntN(30) * rng.IntN(2)
		games = append(games, game(c.t, i+1, fmt.Sprint("p", south), fmt.Sprint("p", 31+rng.IntN(40)*(i/200))))
	}
	put(c.t, s, games...)
	for _, name := range []string{"player", "1", "5", "31", "r 7"} {
		whole := strings.Fields(ids(c.t, s, lobby.GamesOf{Name: name, Limit: 1000}))
		var paged []string
		for q := (lobby.GamesOf{Name: name, Limit: 7}); ; {
			page := strings.Fields(ids(c.t, s, q))
			more := len(page) == 8
			page = page[:min(len(page), 7)]
			paged = append(paged, page...)
			if !more {
				break
			}
			q.Before = "table-" + page[6]
		}
		if !slices.Equal(whole, paged) {
			c.t.Errorf("%s: %v in pages, %v at once", name, paged, whole)
		}
		find := search{ctx: c.t.Context(), store: s, before: math.MaxInt64, limit: 1000, name: spelling.Find(name)}
		players := need.Must(find.namesakes())(c.t)
		for way, numbers := range map[string][]int64{"merged": need.Must(find.merged(players))(c.t), "scanned": need.Must(find.scanned(math.MaxInt64))(c.t)} {
			if got := strings.Fields(strings.Trim(fmt.Sprint(numbers), "[]")); !slices.Equal(whole, got) {
				c.t.Errorf("%s: %v %s, %v at once", name, got, way, whole)
			}
		}
	}
}

// testSpellings: members and their games are found by every spelling of the name.
func testSpellings(c *club) {
	s := c.node("a")
	join(c.t, s, "ann", "José", "bob", "Anna")
	put(c.t, s, game(c.t, 1, "ann", "bob"), game(c.t, 2, "bob", "ann"))
	for _, name := range []string{"José", "Jose\u0301", "josé", "Аnna", "ANN"} {
		if got := ids(c.t, s, lobby.GamesOf{Name: name, Limit: 9}); got != "2 1" {
			c.t.Errorf("%q finds %s", name, got)
		}
		other := name == "Аnna" || name == "ANN"
		if got := ids(c.t, s, lobby.GamesOf{Member: "ann", Name: name, Limit: 9}); (got == "2 1") != other {
			c.t.Errorf("%q finds %s against José", name, got)
		}
		if found := need.Must(s.Find(c.t.Context(), spelling.Find(name), 9))(c.t); len(found) != 1 || (found[0].ID == "bob") != other {
			c.t.Errorf("%q finds %+v", name, found)
		}
	}
	if found := need.Must(s.Find(c.t.Context(), spelling.Find(""), 1))(c.t); len(found) != 1 || found[0].Name != "Anna" {
		c.t.Errorf("the first member is %+v", found)
	}
}

func testStandings(c *club) {
	s := filled(c)
	const hour = time.Hour
	join(c.t, s, "eve", "Eve", "flo", "Flo", "gus", "Gus", "hal", "Hal", "ida", "Ida", "jim", "Jim", "kim", "Kim")
	for _, r := range []struct {
		member, discipline string
		rating, deviation  float64
	}{
		{"ann", "kalah", 1700, 80},
		{"bob", "kalah", 1500, 90},
		{"cat", "kalah", 1600, 200},
		{"eve", "kalah", 2500, 60},
		// Among unsure ratings, one win of one game ranks below four wins of five.
		{"gus", "kalah", 1550, 109},
		{"hal", "kalah", 1662, 290},
		{"ida", "kalah", 1640, 190},
		{"jim", "kalah", 1338, 290},
		{"bob", "oware", 1900, 80},
		{"bob", "togyz", 1400, 200},
		{"kim", "oware", 1950, 80},
	} {
		rated(c.t, s, r.member, r.discipline, r.rating, r.deviation, hour)
	}
	ctx := c.t.Context()
	need.NoError(c.t, s.Bar(ctx, "eve", true))
	rated(c.t, s, "eve", "oware", 2500, 60, hour) // a game that ends after that
	// Flo has played, but no rated game.
	need.NoError(c.t, s.change(ctx, func(x *tx) error {
		return x.setStanding("flo", "kalah", Standing{Rating: glicko.Default.Start, Won: 1})
	}))
	standings := func(discipline string, skip, limit int) string {
		list := need.Must(ArchiveOf(s).Standings(ctx, lobby.StandingsOf{Discipline: discipline, Skip: skip, Limit: limit}))(c.t)
		words := []string{fmt.Sprint(list.Total)}
		for _, p := range list.Members {
			words = append(words, fmt.Sprint(p.ID, p.Rating))
		}
		words = append(words, "|", fmt.Sprint(list.UnsureTotal))
		for _, p := range list.Unsure {
			if p.Deviation <= glicko.SureDeviation {
				c.t.Errorf("%s has a deviation of %d, and is not sure", p.ID, p.Deviation)
			}
			words = append(words, fmt.Sprint(p.ID, p.Rating))
		}
		return strings.Join(words, " ")
	}
	for _, tt := range []struct {
		discipline  string
		skip, limit int
		want        string
	}{
		{"kalah", 0, 9, "3 ann1700 gus1550 bob1500 | 4 ida1640 cat1600 hal1662 jim1338"},
		{"kalah", 1, 1, "3 gus1550 | 4"},
		{"kalah", 2, 2, "3 bob1500 | 4 ida1640"},
		{"kalah", 3, 1, "3 | 4 ida1640"},
		{"kalah", 5, 9, "3 | 4 hal1662 jim1338"},
		{"kalah", 9, 9, "3 | 4"},
		{"oware", 0, 9, "2 kim1950 bob1900 | 0"},
		{"togyz", 0, 9, "0 | 1 bob1400"},
		{"mangala", 0, 9, "0 | 0"},
		{"\x00", 0, 9, "0 | 0"},
	} {
		if got := standings(tt.discipline, tt.skip, tt.limit); got != tt.want {
			c.t.Errorf("standings of %s from %d: %q, want %q", tt.discipline, tt.skip, got, tt.want)
		}
	}
	// Gus's rating is not sure for much longer.
	rated(c.t, s, "gus", "kalah", 1550, 109, 60*24*hour)
	if got := standings("kalah", 0, 3); got != "2 ann1700 bob1500 | 5 ida1640" {
		c.t.Errorf("standings two months later %q", got)
	}
	need.NoError(c.t, s.Bar(ctx, "eve", false), s.Forget(ctx, "kim"))
	if got := standings("oware", 0, 9); got != "2 eve2500 bob1900 | 0" {
		c.t.Errorf("standings with one who is back, without one who has left: %q", got)
	}
	if _, err := ArchiveOf(s).Standings(ctx, lobby.StandingsOf{Discipline: "kalah", Skip: -1, Limit: 3}); !errors.Is(err, ErrQuery) {
		c.t.Error(err)
	}
}

// testRenameAndForget: a renamed member has the new name in old games, and one who leaves has none.
func testRenameAndForget(c *club) {
	s := filled(c)
	ctx := c.t.Context()
	need.NoError(c.t, s.Rename(ctx, "ann", "Between", []string{"between"}), s.Rename(ctx, "ann", "Zoë", []string{"zoë"}))
	if e, err := ArchiveOf(s).Game(ctx, "table-1"); err != nil || e.Entry.Members[0].Name != "Zoë" {
		c.t.Errorf("%+v, %v", e, err)
	}
	need.NoError(c.t, s.Forget(ctx, "ann"))
	if e, err := ArchiveOf(s).Game(ctx, "table-1"); err != nil || e.Entry.Members[0] != (lobby.Member{Rating: 1500, Deviation: 350}) {
		c.t.Errorf("%+v, %v", e, err)
	}
	if got := ids(c.t, s, lobby.GamesOf{Limit: 9, Name: "zoë"}); got != "" {
		c.t.Errorf("games by the deleted name %q", got)
	}
	if c.file == nil {
		return
	}
	need.Must(s.writing.Exec("PRAGMA wal_checkpoint(TRUNCATE)"))(c.t)
	data := need.Must(os.ReadFile(filepath.Join(c.file.cfg.Dir, FileName)))(c.t)
	for _, name := range []string{"Zoë", "zoë", "Ann Ämter", "Between", "Dan", "ann's key"} {
		if bytes.Contains(data, []byte(name)) {
			c.t.Errorf("%q still stands in the file", name)
		}
	}
	if !bytes.Contains(data, []byte("Bob")) {
		c.t.Error("the test reads another file")
	}
}
