package record

import (
	"bytes"
	"context"
	"database/sql"
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

	"mancala/glicko"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/record/sqlitefile"
	"mancala/spelling"
	"mancala/tools/need"
)

// filled returns a record with the games
//
//	1 ann bob, 2 bob cat, 3 cat ann, 4 ann bob, 5 dan cat
//
// of players whose names begin with those words, but for dan, who has left.
func filled(t *testing.T) *Record {
	t.Helper()
	r := open(t, t.TempDir())
	for i, p := range [][2]string{{"ann", "bob"}, {"bob", "cat"}, {"cat", "ann"}, {"ann", "bob"}, {"dan", "cat"}} {
		apply(t, r, item(t, i+1, game(t, i+1, p[0], p[1])))
	}
	set(t, r, member("ann", "Ann Ämter", 1700, 80), member("bob", "Bob", 1500, 90), member("cat", "Catänn", 1600, 200))
	return r
}

func TestGames(t *testing.T) {
	r := filled(t)
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
	} {
		if got := ids(t, r, tt.q); got != tt.want {
			t.Errorf("%+v: games %q, want %q", tt.q, got, tt.want)
		}
	}
	if _, err := r.Games(t.Context(), lobby.GamesOf{Before: "table-9"}); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if _, err := r.Games(t.Context(), lobby.GamesOf{Limit: -1}); !errors.Is(err, ErrQuery) {
		t.Error(err)
	}
}

// Both ways to find games by name find the same ones, and all pages together are the whole list.
func TestNamedWays(t *testing.T) {
	r := open(t, t.TempDir())
	rng := rand.New(rand.NewPCG(3, 4))
	var items []Item
	for i := range 400 {
		south := rng.IntN(30) * rng.IntN(2)
		items = append(items, item(t, i+1, game(t, i+1, fmt.Sprint("p", south), fmt.Sprint("p", 31+rng.IntN(40)*(i/200)))))
	}
	apply(t, r, items...)
	for i := range 71 {
		set(t, r, member(fmt.Sprint("p", i), fmt.Sprintf("Player %d", i), 1500, 100))
	}
	for _, name := range []string{"player", "1", "5", "31", "r 7"} {
		whole := strings.Fields(ids(t, r, lobby.GamesOf{Name: name, Limit: 1000}))
		var paged []string
		for q := (lobby.GamesOf{Name: name, Limit: 7}); ; {
			page := strings.Fields(ids(t, r, q))
			more := len(page) == 8
			page = page[:min(len(page), 7)]
			paged = append(paged, page...)
			if !more {
				break
			}
			q.Before = "table-" + page[6]
		}
		if !slices.Equal(whole, paged) {
			t.Errorf("%s: %v in pages, %v at once", name, paged, whole)
		}
		if merged := merged(t, r, name); !slices.Equal(whole, merged) {
			t.Errorf("%s: %v merged, %v at once", name, merged, whole)
		}
	}
}

// merged finds games by merging the players' games, even if the other way would be faster.
func merged(t *testing.T, r *Record, name string) (list []string) {
	t.Helper()
	need.NoError(t, r.view(t.Context(), func(tx *sql.Tx) error {
		way := search{ctx: t.Context(), tx: tx, before: math.MaxInt64, limit: 1000, name: spelling.Find(name)}
		numbers, err := way.merged()
		for _, n := range numbers {
			list = append(list, fmt.Sprint(n))
		}
		return err
	}))
	return list
}

func TestGame(t *testing.T) {
	r := filled(t)
	e := need.Must(r.Game(t.Context(), "table-5"))(t)
	g := game(t, 5, "dan", "cat")
	want := g.Entry
	want.Members = [2]lobby.Member{{Rating: 1500, Deviation: 350}, {ID: "cat", Name: "Catänn", Rating: 1612, Deviation: 81}}
	if e.Entry != want || e.Game.String() != g.Game.String() {
		t.Errorf("got  %+v\nwant %+v", e, want)
	}
	if _, err := r.Game(t.Context(), "table-6"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}

// An item counts once, however often it comes, and so does a game that was appended twice.
func TestIdempotent(t *testing.T) {
	r := open(t, t.TempDir())
	one, two := item(t, 1, game(t, 1, "ann", "bob")), item(t, 2, game(t, 2, "bob", "ann"))
	apply(t, r, one)
	apply(t, r, one, two, Item{3, one.Data})
	if got := ids(t, r, lobby.GamesOf{Limit: 9}); got != "2 1" {
		t.Errorf("games %q", got)
	}
	if at, err := r.Position(t.Context(), "log"); at != 3 || err != nil {
		t.Errorf("position %d, %v", at, err)
	}
	// The log was lost, and its successor has new games under old numbers.
	need.NoError(t, r.Apply(t.Context(), "successor", []Item{{1, two.Data}, item(t, 2, game(t, 3, "ann", "bob"))}))
	if got := ids(t, r, lobby.GamesOf{Limit: 9, Member: "ann"}); got != "3 2 1" {
		t.Errorf("games %q", got)
	}
}

// An item that cannot be right is put aside, and an item of a newer hub stops the record there.
func TestBadItems(t *testing.T) {
	r := open(t, t.TempDir())
	good := item(t, 3, game(t, 1, "ann", "bob"))
	two := []byte(`{"v":1,"games":[{"id":"x"},` + strings.TrimPrefix(string(good.Data), `{"v":1,"game":`)[:len(good.Data)-len(`{"v":1,"game":`)-1] + `]}`)
	apply(t, r, Item{1, []byte("garbage")}, Item{2, []byte(`{"v":1}`)}, Item{3, two})
	newer := Item{4, []byte(`{"v":2,"whatever":1}`)}
	err := r.Apply(t.Context(), "log", []Item{newer, item(t, 5, game(t, 2, "ann", "bob"))})
	if !errors.Is(err, ErrNewer) {
		t.Errorf("a newer item: %v", err)
	}
	if got := ids(t, r, lobby.GamesOf{Limit: 9}); got != "1" {
		t.Errorf("games %q", got)
	}
	if at, err := r.Position(t.Context(), "log"); at != 3 || err != nil {
		t.Errorf("position %d, %v", at, err)
	}
	var refused int
	if err := r.file.read.QueryRow("SELECT count(*) FROM refused").Scan(&refused); refused != 3 || err != nil {
		t.Errorf("%d refused, %v", refused, err)
	}
}

func TestEncodeRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*lobby.Game){
		"no id":            func(g *lobby.Game) { g.Entry.ID = "" },
		"an odd id":        func(g *lobby.Game) { g.Entry.ID = "a b" },
		"one player twice": func(g *lobby.Game) { g.Entry.Members[1].ID = g.Entry.Members[0].ID },
		"no player":        func(g *lobby.Game) { g.Entry.Members[1].ID = "" },
		"an illegal ply":   func(g *lobby.Game) { g.Game.Plies[0] = 99 },
		"one that goes on": func(g *lobby.Game) { g.Entry.Result.Ending = match.Running },
		"too few plies":    func(g *lobby.Game) { g.Game.Plies = g.Game.Plies[:5] },
		"the wrong winner": func(g *lobby.Game) {
			g.Entry.Result = match.ResultOf(match.Finished, (g.Entry.Result.WinnerNumber()+1)%3, [2]int{})
		},
		"no clock":           func(g *lobby.Game) { g.Entry.Time.Base = 0 },
		"ended before":       func(g *lobby.Game) { g.Entry.Ended = g.Entry.Began.Add(-time.Second) },
		"no time":            func(g *lobby.Game) { g.Entry.Began = time.Time{} },
		"a huge rating":      func(g *lobby.Game) { g.Entry.Members[0].Rating = 1 << 40 },
		"resigned when over": func(g *lobby.Game) { g.Entry.Result.Ending = match.Resigned },
	} {
		g := game(t, 1, "ann", "bob")
		g.Game.Plies = slices.Clone(g.Game.Plies)
		spoil(&g)
		if _, err := Encode(g); err == nil {
			t.Errorf("%s is encoded", name)
		}
	}
}

func FuzzDecode(f *testing.F) {
	data := need.Must(Encode(game(f, 1, "ann", "bob")))(f)
	f.Add(data)
	f.Add([]byte(`{"v":1,"game":{"id":"a-1","players":["a","b"],"base_ms":-1,"text":"kalah(6,4)"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		games, err := decode(data)
		if err != nil {
			return
		}
		for _, e := range games {
			g, err := e.game()
			if err != nil {
				continue
			}
			if _, err := check(g); err != nil {
				continue
			}
			again := need.Must(Encode(g))(t)
			if back, err := decode(again); err != nil || len(back) != 1 || back[0].Text != g.Game.String() || back[0].ID != g.Entry.ID {
				t.Fatalf("%v, %v", back, err)
			}
		}
	})
}

// TestSpellings: a member's games are found by every spelling of the name, also in a record of a
// version that compared letters only.
func TestSpellings(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	apply(t, r, item(t, 1, game(t, 1, "ann", "bob")), item(t, 2, game(t, 2, "bob", "ann")))
	set(t, r, member("ann", "José", 1500, 90), member("bob", "Anna", 1500, 90))
	for range 2 {
		for _, name := range []string{"José", "Jose\u0301", "josé", "Аnna", "ANN"} {
			if got := ids(t, r, lobby.GamesOf{Name: name, Limit: 9}); got != "2 1" {
				t.Errorf("%q finds %s", name, got)
			}
			if got := ids(t, r, lobby.GamesOf{Member: "ann", Name: name, Limit: 9}); (got == "2 1") != (name == "Аnna" || name == "ANN") {
				t.Errorf("%q finds %s against José", name, got)
			}
		}
		need.NoError(t, r.change(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE players SET search = 'JOSÉ'; PRAGMA user_version = 3")
			return err
		}))
		need.NoError(t, r.Close())
		r = open(t, dir)
	}
}

// TestRatingFromAWrongClock: a rating from a day in the future is sure for as long as one of today.
func TestRatingFromAWrongClock(t *testing.T) {
	ahead, today := member("ann", "Ann", 1900, 100), member("bob", "Bob", 1800, 100)
	for name, r := range ahead.Ratings {
		r.At = day.AddDate(0, 0, 2000)
		ahead.Ratings[name] = r
	}
	now := day
	r := open(t, t.TempDir())
	r.cfg.Now = func() time.Time { return now }
	set(t, r, ahead, today)
	for _, want := range []int{2, 0} {
		s := need.Must(r.Standings(t.Context(), lobby.StandingsOf{Discipline: "kalah", Limit: 9}))(t)
		if s.Total != want || s.UnsureTotal != 2-want {
			t.Errorf("on %v %d ratings are sure, %d are not", now, s.Total, s.UnsureTotal)
		}
		now = now.AddDate(0, 0, 1500)
	}
}

func TestStandings(t *testing.T) {
	r := filled(t)
	unlisted, fresh := member("eve", "Eve", 2500, 60), member("flo", "Flo", 2500, 60)
	unlisted.Unlisted, fresh.Ratings = true, nil
	// Among unsure ratings, one win of one game ranks below four wins of five.
	set(t, r, unlisted, fresh, member("gus", "Gus", 1550, 109), member("hal", "Hal", 1662, 290), member("ida", "Ida", 1640, 190), member("jim", "Jim", 1338, 290))
	bob := member("bob", "Bob", 1500, 90)
	bob.Ratings["oware"], bob.Ratings["togyz"] = rated(1900, 80), rated(1400, 200)
	onlyOware := member("kim", "Kim", 0, 0)
	onlyOware.Ratings = map[string]Rating{"oware": rated(1950, 80)}
	set(t, r, bob, onlyOware)
	discipline := "kalah"
	standings := func(skip, limit int) string {
		s := need.Must(r.Standings(t.Context(), lobby.StandingsOf{Discipline: discipline, Skip: skip, Limit: limit}))(t)
		words := []string{fmt.Sprint(s.Total)}
		for _, p := range s.Members {
			words = append(words, fmt.Sprint(p.ID, p.Rating))
		}
		words = append(words, "|", fmt.Sprint(s.UnsureTotal))
		for _, p := range s.Unsure {
			if p.Deviation <= glicko.SureDeviation {
				t.Errorf("%s has a deviation of %d, and is not sure", p.ID, p.Deviation)
			}
			words = append(words, fmt.Sprint(p.ID, p.Rating))
		}
		return strings.Join(words, " ")
	}
	for _, tt := range []struct {
		skip, limit int
		want        string
	}{
		{0, 9, "3 ann1700 gus1550 bob1500 | 4 ida1640 cat1600 hal1662 jim1338"},
		{1, 1, "3 gus1550 | 4"},
		{2, 2, "3 bob1500 | 4 ida1640"},
		{3, 1, "3 | 4 ida1640"},
		{5, 9, "3 | 4 hal1662 jim1338"},
		{9, 9, "3 | 4"},
	} {
		if got := standings(tt.skip, tt.limit); got != tt.want {
			t.Errorf("standings %q, want %q", got, tt.want)
		}
	}
	for name, want := range map[string]string{"oware": "2 kim1950 bob1900 | 0", "togyz": "0 | 1 bob1400", "mangala": "0 | 0"} {
		discipline = name
		if got := standings(0, 9); got != want {
			t.Errorf("standings of %s %q, want %q", name, got, want)
		}
	}
	discipline = "kalah"
	// Gus's rating is not sure for much longer.
	r.cfg.Now = func() time.Time { return day.Add(60 * 24 * time.Hour) }
	if got := standings(0, 3); got != "2 ann1700 bob1500 | 5 ida1640" {
		t.Errorf("standings two months later %q", got)
	}
	delete(bob.Ratings, "oware")
	set(t, r, bob, Member{ID: "kim", Deleted: true})
	discipline = "oware"
	if got := standings(0, 9); got != "0 | 0" {
		t.Errorf("standings of oware without those who had ratings %q", got)
	}
	if _, err := r.Standings(t.Context(), lobby.StandingsOf{Discipline: "kalah", Skip: -1, Limit: 3}); !errors.Is(err, ErrQuery) {
		t.Error(err)
	}
}

// A renamed member has the new name in old games, and one who leaves has none.
func TestRenameAndForget(t *testing.T) {
	r := filled(t)
	set(t, r, Member{ID: "ann", Revision: 5, Name: "Between"}, Member{ID: "ann", Revision: 6, Name: "Zoë"})
	if e, err := r.Game(t.Context(), "table-1"); err != nil || e.Entry.Members[0].Name != "Zoë" {
		t.Errorf("%+v, %v", e, err)
	}
	set(t, r, Member{ID: "new", Revision: 1, Name: "Without games"}, Member{ID: "ann", Deleted: true}, Member{ID: "new", Deleted: true})
	if e, err := r.Game(t.Context(), "table-1"); err != nil || e.Entry.Members[0] != (lobby.Member{Rating: 1500, Deviation: 350}) {
		t.Errorf("%+v, %v", e, err)
	}
	if got := ids(t, r, lobby.GamesOf{Limit: 9, Name: "zoë"}); got != "" {
		t.Errorf("games by the deleted name %q", got)
	}
	if revisions, err := r.Revisions(t.Context()); err != nil || fmt.Sprint(revisions) != "map[bob:1 cat:1]" {
		t.Errorf("%v, %v", revisions, err)
	}
	need.Must(r.file.write.Exec("PRAGMA wal_checkpoint(TRUNCATE)"))(t)
	data := need.Must(os.ReadFile(r.cfg.path()))(t)
	for _, name := range []string{"Zoë", "Without games", "Ann Ämter", "Between"} {
		if bytes.Contains(data, []byte(name)) {
			t.Errorf("%q still stands in the file", name)
		}
	}
	if err := r.SetMembers(t.Context(), []Member{{ID: "x", Name: ""}}); err == nil {
		t.Error("a member without a name is taken over")
	}
}

// A damaged file is set aside, and a new one made.
func TestDamaged(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, path string){
		"garbage": func(t *testing.T, path string) { write(t, path, bytes.Repeat([]byte("garbage "), 1000)) },
		"foreign": func(t *testing.T, path string) {
			write(t, path, nil)
			r := open(t, t.TempDir())
			need.Must(r.file.write.Exec("ATTACH ? AS other; CREATE TABLE other.strange (x)", path))(t)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			damage(t, filepath.Join(dir, FileName))
			r := open(t, dir)
			apply(t, r, item(t, 1, game(t, 1, "ann", "bob")))
			if aside, err := filepath.Glob(filepath.Join(dir, "record.damaged-*.db")); err != nil || len(aside) != 1 {
				t.Errorf("set aside: %v, %v", aside, err)
			}
		})
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	need.NoError(t, os.WriteFile(path, data, 0o600))
}

// Damage while the record is open ends one call, and the record begins anew.
func TestDamagedWhileOpen(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	for i := range 300 {
		apply(t, r, item(t, i+1, game(t, i+1, "ann", "bob")))
	}
	need.Must(r.file.write.Exec("PRAGMA wal_checkpoint(TRUNCATE)"))(t)
	info := need.Must(os.Stat(r.cfg.path()))(t)
	write(t, r.cfg.path(), bytes.Repeat([]byte{0xa5}, int(info.Size())))
	// The pages in SQLite's memory may be enough for a call or two.
	var err error
	for n := 301; err == nil && n < 310; n++ {
		err = errors.Join(r.Apply(t.Context(), "log", []Item{item(t, n, game(t, n, "ann", "bob"))}), readAll(t, r))
	}
	if err == nil {
		t.Error("a damaged record takes games")
	}
	at, err := r.Position(t.Context(), "log")
	if at != 0 || err != nil {
		t.Fatalf("position %d, %v", at, err)
	}
	apply(t, r, item(t, 1, game(t, 1, "ann", "bob")))
	if got := ids(t, r, lobby.GamesOf{Limit: 9}); got != "1" {
		t.Errorf("games %q", got)
	}
}

func readAll(t *testing.T, r *Record) error {
	_, err := r.Games(t.Context(), lobby.GamesOf{Limit: 1000})
	return err
}

func TestNewerFileIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	need.Must(r.file.write.Exec("PRAGMA user_version = 77"))(t)
	need.NoError(t, r.Close())
	_, err := Open(t.Context(), Config{Dir: dir})
	if !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "upgrade") {
		t.Errorf("Open: %v", err)
	}
}

func TestClosed(t *testing.T) {
	r := open(t, t.TempDir())
	need.NoError(t, r.Close(), r.Close())
	if _, err := r.Game(context.Background(), "x"); err == nil || errors.Is(err, ErrNotFound) {
		t.Errorf("Game after Close: %v", err)
	}
}

// The files of a folder that everyone may enter, such as a restored backup, are this user's only.
func TestFilesThatOthersCouldRead(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	apply(t, r, item(t, 1, game(t, 1, "ann", "bob")))
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(paths) != 3 {
		t.Fatalf("%v, %v", paths, err)
	}
	for _, path := range paths {
		need.NoError(t, os.Chmod(path, 0o644))
	}
	open(t, dir)
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

// TestOneRatingForAll opens the record of a club with one rating for all games: it becomes the
// rating in Kalah. Members without a rating get none.
func TestOneRatingForAll(t *testing.T) {
	cfg := Config{Dir: t.TempDir(), Now: func() time.Time { return day }}
	old := sqlitefile.Schema{Steps: schema.Steps[:2]}
	need.NoError(t, sqlitefile.Create(cfg.path()))
	db := need.Must(sqlitefile.Connect(cfg.path(), "rwc"))(t)
	_, err := db.Exec("PRAGMA journal_mode = WAL")
	err = errors.Join(err, old.Migrate(t.Context(), db))
	for _, values := range []string{
		fmt.Sprintf("('ann', 3, 'Ann', 1700, 80, %d)", day.Add(time.Hour).UnixMilli()),
		fmt.Sprintf("('bob', 4, 'Bob', 1600, 200, %d)", day.UnixMilli()), "('cat', 5, 'Cat', 1500, 350, 0)",
	} {
		_, wrong := db.Exec("INSERT INTO players (id, revision, name, rating, deviation, sure_ms) VALUES " + values)
		err = errors.Join(err, wrong)
	}
	need.NoError(t, err, db.Close())
	r := need.Must(Open(t.Context(), cfg))(t)
	defer r.Close()
	s, err := r.Standings(t.Context(), lobby.StandingsOf{Discipline: "kalah", Limit: 9})
	if err != nil || len(s.Members) != 1 || s.Members[0].ID != "ann" || s.Members[0].Rating != 1700 || len(s.Unsure) != 1 || s.Unsure[0].ID != "bob" {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := r.Standings(t.Context(), lobby.StandingsOf{Discipline: "oware", Limit: 9}); err != nil || s.Total+s.UnsureTotal != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if revisions, err := r.Revisions(t.Context()); err != nil || revisions["ann"] != 3 || revisions["cat"] != 5 {
		t.Errorf("%v, %v", revisions, err)
	}
}
