//go:build !js

package record

import (
	"bytes"
	"fmt"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"
	"mancala/rules"
	"mancala/tools/need"
)

// versionOne is a database as the first schema had it, written out here because released schemas do
// not change.
var versionOne = []string{
	`CREATE TABLE scores (
		game_id   TEXT PRIMARY KEY CHECK (length(game_id) BETWEEN 1 AND 100),
		variant   TEXT NOT NULL CHECK (length(variant) BETWEEN 1 AND 400),
		name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
		opponent  TEXT NOT NULL CHECK (length(opponent) BETWEEN 1 AND 64),
		seeds     INTEGER NOT NULL CHECK (seeds BETWEEN 0 AND 200),
		margin    INTEGER NOT NULL CHECK (margin BETWEEN -200 AND 200),
		turns     INTEGER NOT NULL CHECK (turns >= 0),
		played_ms INTEGER NOT NULL
	) STRICT, WITHOUT ROWID`,
	"CREATE INDEX scores_by_rank ON scores (variant, seeds DESC, turns, played_ms, game_id)",
	"INSERT INTO scores VALUES ('old', 'kalah(6,4)', 'Ann', 'Bob', 30, 12, 7, 1773500966535)",
	"PRAGMA user_version = 1",
}

func TestMigrations(t *testing.T) {
	tests := []struct {
		name       string
		statements []string
		want       string
	}{
		{"version 1", versionOne, "old"},
		{"version 1, log on", append([]string{"PRAGMA journal_mode = WAL"}, versionOne...), "old"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			rawSQL(t, dir, tt.statements...)
			l := open(t, dir)
			list := mustTop(t, l, score("", 25, 1).Variant, 5)
			if got := ids(list); got != tt.want {
				t.Errorf("Top = %q, want %q", got, tt.want)
			}
			if len(list) > 0 && (!list[0].Date.Equal(day) || list[0].Turns != 7 || list[0].Margin != 12) {
				t.Errorf("the old score came back as %+v", list[0])
			}
			need.NoError(t, l.SetSetting(t.Context(), "k", "v"))
			if version, err := sqlitefile.UserVersion(t.Context(), l.book.(*file).db); err != nil || version != len(migrations) {
				t.Errorf("version %d, %v", version, err)
			}
		})
	}
}

// A migration that fails leaves the version before it, and all its rows.
func TestMigrationIsWhole(t *testing.T) {
	dir := t.TempDir()
	rawSQL(t, dir, append(versionOne, "CREATE TABLE settings (other TEXT)")...)
	db := need.Must(sqlitefile.Connect(filepath.Join(dir, fileName), "rw"))(t)
	defer func() { _ = db.Close() }()
	if err := schema.Migrate(t.Context(), db); err == nil {
		t.Fatal("migrate past an obstacle succeeds")
	}
	version, err := sqlitefile.UserVersion(t.Context(), db)
	if err != nil || version != 1 {
		t.Errorf("version %d, %v; want 1", version, err)
	}
	if list, err := sqlitefile.Column(t.Context(), db, "SELECT game_id FROM scores"); len(list) != 1 || err != nil {
		t.Errorf("rows %v, %v", list, err)
	}
}

// Names that were kept before spellings were compared are found by all of them, and so are those of
// a browser, which keeps nothing to search in.
func TestSpellingsOfEarlierVersions(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	spelled(t, l)
	need.NoError(t, l.Close())
	rawSQL(t, dir, "UPDATE shelves SET search = 'JOS' || char(0x49) || char(10)", "PRAGMA user_version = 9") // as version 9 had it, or not
	list, total, err := open(t, dir).Games(t.Context(), match.GameQuery{Name: "jose\u0301"})
	if got := gameIDs(list); got != "wide nfd nfc" || total != 3 || err != nil {
		t.Errorf("%q, %d, %v", got, total, err)
	}
}

func TestPragmas(t *testing.T) {
	l := open(t, t.TempDir())
	for name, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "user_version": fmt.Sprint(len(migrations)),
	} {
		got, err := sqlitefile.Column(t.Context(), l.book.(*file).db, "PRAGMA "+name)
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s = %v, %v; want %s", name, got, err, want)
		}
	}
}

func TestNewerVersionIsLeftAlone(t *testing.T) {
	for _, mode := range []string{"DELETE", "WAL"} {
		t.Run(mode, func(t *testing.T) {
			dir := t.TempDir()
			rawSQL(t, dir, "PRAGMA journal_mode = "+mode, "CREATE TABLE future (x)", "PRAGMA user_version = 77")
			path := filepath.Join(dir, fileName)
			before := readFile(t, path)
			l := Open(t.Context(), Config{Dir: dir})
			n := l.Notices()
			if len(n) != 1 || !strings.Contains(n[0].String(), "record.newer") || !strings.Contains(n[0].String(), strconv.Quote(dir)) {
				t.Fatalf("notices: %v", n)
			}
			mustAdd(t, l, score("g", 30, 10))
			if got := ids(mustTop(t, l, score("", 25, 1).Variant, 5)); got != "g" {
				t.Errorf("Top = %q", got)
			}
			need.NoError(t, l.Close())
			if !bytes.Equal(readFile(t, path), before) {
				t.Error("the database of a newer version was changed")
			}
			if aside, _ := filepath.Glob(filepath.Join(dir, "*damaged*")); len(aside) > 0 {
				t.Errorf("set aside: %v", aside)
			}
		})
	}
}

// A version 4 database, from before games could end on time, keeps its games and accepts others.
func TestVersionFour(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	clocked(l)
	mustSave(t, l, resigned(game(t, "old", "kalah(6,4) 3 6"), rules.North), game(t, "older", wonBySouth))
	before, _, err := l.Games(t.Context(), match.GameQuery{})
	if err != nil || l.Close() != nil {
		t.Fatal(err)
	}
	rawSQL(t, dir, "ALTER TABLE games RENAME TO later", "DROP INDEX games_by_time", "DROP INDEX games_by_shelf",
		gamesOfVersionFour, "INSERT INTO games SELECT * FROM later", "DROP TABLE later",
		"CREATE INDEX games_by_time ON games (ended_ms, game_id, shelf)",
		"CREATE INDEX games_by_shelf ON games (shelf, ended_ms, game_id)", "DROP TABLE closings", "DROP TABLE leases", "DROP TABLE exercises",
		"DROP TABLE lines", "PRAGMA user_version = 4")
	l = open(t, dir)
	list, total, err := l.Games(t.Context(), match.GameQuery{})
	if err != nil || total != 2 || !reflect.DeepEqual(list, before) {
		t.Errorf("the games came back as %+v, %d, %v", list, total, err)
	}
	mustSave(t, l, late(game(t, "late", "kalah(6,4) 3 6"), rules.North))
	if g, found, err := l.Game(t.Context(), "late"); !found || err != nil || g.Result.Ending != match.TimedOut {
		t.Errorf("a game that was lost on time came back as %+v, %v", g, err)
	}
}

// gamesOfVersionFour is the table of games as the schema of that version had it.
const gamesOfVersionFour = `CREATE TABLE games (
		game_id     TEXT PRIMARY KEY NOT NULL CHECK (length(game_id) BETWEEN 1 AND 100),
		shelf       INTEGER NOT NULL,
		game        TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 65536),
		starter     TEXT NOT NULL CHECK (starter IN ('host', 'guest')),
		host_wins   INTEGER NOT NULL CHECK (host_wins >= 0),
		guest_wins  INTEGER NOT NULL CHECK (guest_wins >= 0),
		draws       INTEGER NOT NULL CHECK (draws >= 0),
		ending      TEXT NOT NULL CHECK (ending IN ('running', 'finished', 'resigned', 'abandoned', 'desynced')),
		outcome     TEXT NOT NULL CHECK (outcome IN ('undecided', 'south', 'north', 'draw')),
		south_store INTEGER NOT NULL CHECK (south_store BETWEEN 0 AND 200),
		north_store INTEGER NOT NULL CHECK (north_store BETWEEN 0 AND 200),
		started_ms  INTEGER NOT NULL,
		ended_ms    INTEGER NOT NULL
	) STRICT`

// A newer program that has the database open, with commits that are only in its log, keeps all of
// it.
func TestNewerVersionInUse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	db := need.Must(sqlitefile.Connect(path, "rwc"))(t)
	defer func() { _ = db.Close() }()
	for _, s := range []string{"PRAGMA journal_mode = WAL", "CREATE TABLE future (x)", "PRAGMA user_version = 77"} {
		need.Must(db.ExecContext(t.Context(), s))(t)
	}
	l := Open(t.Context(), Config{Dir: dir})
	if n := l.Notices(); len(n) != 1 || !strings.Contains(n[0].String(), "record.newer") {
		t.Fatalf("notices: %v", n)
	}
	need.Must(db.ExecContext(t.Context(), "INSERT INTO future VALUES (1)"))(t)
	if got, err := sqlitefile.Column(t.Context(), db, "SELECT x FROM future"); len(got) != 1 || err != nil {
		t.Errorf("rows %v, %v", got, err)
	}
}

// A version 2 database, written by the program before there was an archive: testdata/version2.db
// has a score old-N, each an hour after the last, for each of these rules. Some rules are the same
// game.
func TestVersionTwo(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, fileName), readFile(t, filepath.Join("testdata", "version2.db")))
	l := open(t, dir)
	want := map[string]string{
		"kalah(6,4)": "old-0", "kalah(6,4)+pie": "old-1", "bowls(6,4)": "old-9 old-2", "video(3,2)": "old-3",
		"custom(6,4,store=sow,extra=no,capture=never,empty=no,take=both,end=either,majority=no,sweep=none)":            "old-5 old-4",
		"custom(6,4,store=skip,extra=yes,capture=own,empty=no,take=opposite,end=either,majority=no,sweep=owner)":       "old-6",
		"custom(6,4,store=skip,extra=yes,capture=own,empty=no,take=opposite,end=mover,majority=yes,sweep=owner)+pie":   "old-7",
		"custom(10,10,store=sow,extra=no,capture=either,empty=no,take=opposite,end=mover,majority=yes,sweep=none)+pie": "old-8",
	}
	list, err := l.Variants(t.Context())
	if err != nil || len(list) != len(want) {
		t.Errorf("Variants = %v, %v; want %d", list, err, len(want))
	}
	for _, v := range list {
		top := mustTop(t, l, v, 5)
		if got := ids(top); got != want[v.String()] {
			t.Errorf("Top(%v) = %q, want %q", v, got, want[v.String()])
		}
		for _, s := range top {
			var n int
			need.Must(fmt.Sscanf(s.GameID, "old-%d", &n))(t)
			was := match.Score{GameID: s.GameID, Variant: v, Name: "Ann", Opponent: "Bob", Seeds: 5 + n, Margin: 4, Turns: 3, Date: day.Add(time.Duration(n) * time.Hour)}
			if s != was {
				t.Errorf("the score came back as %+v, want %+v", s, was)
			}
		}
	}
	if got, err := l.Setting(t.Context(), "name"); got != "Ann" || err != nil {
		t.Errorf("Setting = %q, %v", got, err)
	}
	mustSave(t, l, game(t, "new", wonBySouth))
}

// A database of an older version that cannot be written is still shown completely.
func TestOlderVersionOnlyRead(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, fileName), readFile(t, filepath.Join("testdata", "version2.db")))
	l := Open(t.Context(), Config{Dir: dir, pragmas: []string{"query_only(1)"}})
	defer func() { _ = l.Close() }()
	checkOnlyMemory(t, l, "record.not-writable")
	if got := ids(mustTop(t, l, variant(t, "bowls(6,4)"), 5)); got != "old-9 old-2" {
		t.Errorf("Top = %q", got)
	}
}
