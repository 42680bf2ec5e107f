package record

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/notation"
	"mancala/rules"
	"mancala/tools/need"
)

// smallGame is a game that was given up after two plies.
func smallGame(t *testing.T) lobby.Game {
	t.Helper()
	small := need.Must(rules.ParseGame("kalah(6,4) 3 6"))(t)
	return lobby.Game{Game: small, Entry: lobby.GameEntry{
		ID: "small-1", Members: [2]lobby.Member{{ID: "bob", Rating: 1500, Deviation: 90}, {ID: "dan", Rating: 1480, Deviation: 200}},
		Result: match.ResultOf(match.Resigned, 2, [2]int{}), Began: day, Ended: day.Add(90 * time.Second),
	}}
}

func TestExportText(t *testing.T) {
	r := filled(t)
	apply(t, r, item(t, 6, smallGame(t)))
	var all, small strings.Builder
	if n, err := r.Export(t.Context(), &all, Text, ""); n != 6 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
	for n, block := range strings.SplitAfter(strings.TrimSpace(all.String()), "\n\n") {
		g, _, err := notation.NewReader(strings.NewReader(block), notation.Asked{}).Nth(1)
		if want := game(t, n+1, "x", "y").Game.String(); err != nil || n < 5 && g.Game.String() != want {
			t.Errorf("game %d: %v, %v", n+1, g.Game, err)
		}
	}
	if n, err := r.Export(t.Context(), io.Discard, Text, "nina"); n != 0 || !errors.Is(err, ErrNotFound) {
		t.Errorf("the games of one who is not known: %d, %v", n, err)
	}
	if n, err := r.Export(t.Context(), &small, Text, "dan"); n != 2 || err != nil {
		t.Errorf("%d games of Dan, %v", n, err)
	}
	const want = `kalah(6,4) 3 6
# Game small-1, 2026-11-22T12:00:00Z
# South: Bob, 1500 ± 180
# North: a member who has left, 1480 ± 400
# North won, 2 to 0 (resigned)
# Check: pylo-pqxj-h6tn-cp5d

`
	if !strings.HasSuffix(small.String(), want) {
		t.Errorf("got\n%s", small.String())
	}
	if !strings.Contains(all.String(), "# Clock: 5m0s and 3s for each ply\n") || !strings.Contains(all.String(), "(finished, rated)") {
		t.Error(all.String())
	}
}

func TestExportJSON(t *testing.T) {
	r := filled(t)
	apply(t, r, item(t, 6, smallGame(t)))
	var out strings.Builder
	if n, err := r.Export(t.Context(), &out, JSON, ""); n != 6 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	const want = `{"id":"small-1","south":{"id":"bob","name":"Bob","rating":1500,"deviation":90},"north":{"rating":1480,"deviation":200},` +
		`"game":"kalah(6,4) 3 6","check":"pylo-pqxj-h6tn-cp5d","discipline":"kalah","rated":false,"ending":"resigned","winner":"north","stores":[2,0],` +
		`"began":"2026-11-22T12:00:00Z","ended":"2026-11-22T12:01:30Z"}`
	if got := lines[5]; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var first Exported
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || first.Clock.BaseSeconds != 300 || first.South.Name != "Ann Ämter" {
		t.Errorf("%+v, %v", first, err)
	}
	if _, err := ParseForm("xml"); err == nil {
		t.Error("games are exported as xml")
	}
}

// A backup that is made while games are written is a whole record of that moment.
func TestBackup(t *testing.T) {
	r, path := filled(t), filepath.Join(t.TempDir(), FileName)
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for n := 6; ; n++ {
			select {
			case <-stop:
				return
			default:
				apply(t, r, item(t, n, game(t, n, "ann", "bob")))
			}
		}
	}()
	err := r.Backup(t.Context(), path)
	close(stop)
	<-done
	need.NoError(t, err)
	for _, file := range []string{path, r.cfg.path(), r.cfg.path() + "-wal"} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", file, info.Mode(), err)
		}
	}
	copied := open(t, filepath.Dir(path))
	at, err := copied.Position(t.Context(), "log")
	kept, err2 := copied.Games(t.Context(), lobby.GamesOf{Limit: 1e6})
	if err := errors.Join(err, err2); err != nil || at < 5 || len(kept.List) != int(at) {
		t.Errorf("position %d, %d games, %v", at, len(kept.List), err)
	}
	if err := r.Backup(t.Context(), path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a backup over another one: %v", err)
	}
}

// A record can be read beside the hub that writes it, and by no other way is it touched.
func TestView(t *testing.T) {
	r := filled(t)
	v := need.Must(View(t.Context(), r.cfg.Dir))(t)
	defer func() { _ = v.Close() }()
	apply(t, r, item(t, 6, smallGame(t)))
	var out strings.Builder
	if n, err := v.Export(t.Context(), &out, JSON, ""); n != 6 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
	if err := v.SetMembers(t.Context(), []Member{member("eve", "Eve", 1500, 100)}); err == nil {
		t.Error("a record that is viewed can be written")
	}
	empty := t.TempDir()
	if _, err := View(t.Context(), empty); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	write(t, filepath.Join(empty, FileName), []byte(strings.Repeat("garbage ", 1000)))
	if _, err := View(t.Context(), empty); err == nil {
		t.Error("garbage is viewed")
	}
	if entries, err := os.ReadDir(empty); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// Items are as long as the bus allows, and together have all games.
func TestPack(t *testing.T) {
	var games []row
	for n := range 1000 {
		g := game(t, n, "ann", "bob")
		games = append(games, row{g.Entry, g.Game.String()})
	}
	r, count := open(t, t.TempDir()), 0
	for number := 1; len(games) > 0; number++ {
		data, n, err := pack(games)
		if err != nil || n == 0 || len(data) > maxEvent || n < len(games) && len(data) < maxEvent/2 {
			t.Fatalf("%d games in %d bytes, %v", n, len(data), err)
		}
		apply(t, r, Item{uint64(number), data})
		games, count = games[n:], number
	}
	kept, err := r.Games(t.Context(), lobby.GamesOf{Limit: 2000})
	if err != nil || len(kept.List) != 1000 || kept.List[0].ID != "table-999" || count > 12 {
		t.Errorf("%d games in %d items, %v", len(kept.List), count, err)
	}
}

// A log that is made from a record makes the same record, with players who have left.
func TestEvents(t *testing.T) {
	r, again := filled(t), open(t, t.TempDir())
	apply(t, r, item(t, 6, smallGame(t)))
	number := 0
	err := r.Events(t.Context(), func(data []byte, games int) error {
		if number++; games != 6*(number-1) || len(data) > maxEvent {
			t.Errorf("item %d has %d bytes, games up to %d", number, len(data), games)
		}
		return again.Apply(t.Context(), "log", []Item{{uint64(number), data}})
	})
	need.NoError(t, err)
	set(t, again, member("ann", "Ann Ämter", 1700, 80), member("bob", "Bob", 1500, 90), member("cat", "Catänn", 1600, 200))
	var want, got strings.Builder
	_, err = r.Export(t.Context(), &want, JSON, "")
	_, err2 := again.Export(t.Context(), &got, JSON, "")
	if err := errors.Join(err, err2); err != nil || got.String() != want.String() {
		t.Errorf("%v, got\n%swant\n%s", err, got.String(), want.String())
	}
	if got := ids(t, again, lobby.GamesOf{Member: "dan", Limit: 9}); got != "small-1 5" {
		t.Errorf("games of one who has left: %q", got)
	}
}
