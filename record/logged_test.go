//go:build !js

package record

import (
	"path/filepath"
	"testing"
	"time"

	"mancala/match"
	"mancala/record/sqlitefile"
	"mancala/tools/need"
)

// copied returns the rows in a copy of a folder's main file, without its log. A copy made in the
// middle of a change has no rows.
func copied(t *testing.T, dir string) *memory {
	t.Helper()
	path := filepath.Join(t.TempDir(), fileName)
	writeFile(t, path, readFile(t, filepath.Join(dir, fileName)))
	db := need.Must(sqlitefile.Connect(path, sqlitefile.Immutable))(t)
	defer func() { _ = db.Close() }()
	m := newMemory()
	version, err := inspect(t.Context(), db, true)
	if err == nil {
		err = load(t.Context(), db, version, m)
	}
	if err != nil {
		return newMemory()
	}
	return m
}

// While programs run, the file has every finished game and score without its log.
func TestMainFileAloneHasFinishedGames(t *testing.T) {
	dir := t.TempDir()
	other := open(t, dir)
	k := Start(Config{Dir: dir}, func(n Notice) { t.Error(n) })
	defer func() { _ = k.Close() }()
	for _, id := range []string{"s-1", "s-2"} {
		k.SaveGame(game(t, id, "kalah(6,4) 3 6"))
		k.SaveGame(game(t, id, wonBySouth))
		k.Add(score(id, 30, 10), nil)
		mustSave(t, other, game(t, "other-"+id, "kalah(6,4) 3"))
		for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
			m := copied(t, dir)
			if _, scored := m.scores[id]; scored && m.archive[id].Result.Ending == match.Finished {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%s is not in the file: %v", id, m.archive)
			}
		}
	}
}

// A log that another process is reading is moved once that has read it.
func TestReaderDelaysTheMove(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	mustSave(t, l, game(t, "a", "kalah(6,4) 3"))
	reader := need.Must(sqlitefile.Connect(filepath.Join(dir, fileName), "rw"))(t)
	defer func() { _ = reader.Close() }()
	conn := need.Must(reader.Conn(t.Context()))(t)
	defer func() { _ = conn.Close() }()
	for _, statement := range []string{"BEGIN", "SELECT count(*) FROM games"} {
		rows := need.Must(conn.QueryContext(t.Context(), statement))(t)
		for rows.Next() {
		}
		_ = rows.Close()
	}
	mustSave(t, l, game(t, "a", wonBySouth))
	if l.CatchUp(t.Context()) == 0 {
		t.Error("the log was moved below a reader")
	}
	need.Must(conn.ExecContext(t.Context(), "COMMIT"))(t)
	if again(t, l) > 0 || copied(t, dir).archive["a"].Result.Ending != match.Finished {
		t.Error("the finished game is not in the file")
	}
}

// The cost of a ply, and of a finished game with its move from the log.
func BenchmarkKeep(b *testing.B) {
	l := open(b, b.TempDir())
	clocked(l)
	for name, text := range map[string]string{"ply": "kalah(6,4) 3 6", "finished": wonBySouth} {
		b.Run(name, func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				mustSave(b, l, game(b, match.GameID(name, n+1), text))
				l.CatchUp(b.Context())
			}
		})
	}
}
