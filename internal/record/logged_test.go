//go:build !js

package record

import (
	"fmt"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"
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

// hasten makes the move of the log due.
func (f *file) hasten() {
	if !f.unmoved.IsZero() {
		f.unmoved = time.Now().Add(-movePause)
	}
}

// While programs run, the file has every change without its log two seconds later. A change made
// meanwhile does not delay that, and each row of a steady stream is there in time.
func TestMainFileAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		k := Start(Config{Dir: dir}, func(n Notice) { t.Error(n) })
		pass(time.Minute)
		k.SetSetting("name", "Ann", nil)
		k.Add(score("scored", 30, 10), nil)
		k.SaveBookmark(bookmark(t, "s"))
		k.SaveExercises([]match.Exercise{exercise(match.ExerciseTry, "e", 0, "tried")}, nil)
		for i := range 50 {
			id := fmt.Sprint("g-", i)
			k.SaveGame(game(t, id, "kalah(6,4) 3 6"))
			pass(movePause / 10)
			if late := fmt.Sprint("g-", i-10); i >= 10 && copied(t, dir).archive[late].ID == "" {
				t.Errorf("%s is not in the file", late)
			}
		}
		m := copied(t, dir)
		if m.settings["name"] != "Ann" || len(m.scores) != 1 || len(m.marks) != 1 || len(m.drills) != 1 {
			t.Errorf("the file has %v, %v, %v, %v", m.settings, m.scores, m.marks, m.drills)
		}
		k.SaveGame(game(t, "last", "kalah(6,4) 3"))
		pass(movePause)
		if copied(t, dir).archive["last"].ID == "" {
			t.Error("the last game is not in the file")
		}
		need.NoError(t, k.Close())
	})
}

// A program that ends moves its changes, though another one that stays has the database open.
func TestClosingMoves(t *testing.T) {
	dir := t.TempDir()
	stays := open(t, dir)
	mustTop(t, stays, score("", 25, 1).Variant, 5)
	l := open(t, dir)
	mustSave(t, l, game(t, "g-1", "kalah(6,4) 3 6"))
	need.NoError(t, l.Close())
	if copied(t, dir).archive["g-1"].ID == "" {
		t.Error("the game is not in the file")
	}
}

// A program that finds changes of a killed one in the log moves them.
func TestNextOneMoves(t *testing.T) {
	dir := t.TempDir()
	killed := open(t, dir)
	mustSave(t, killed, game(t, "g-1", "kalah(6,4) 3 6"))
	next := open(t, dir)
	if again(t, next) > 0 || copied(t, dir).archive["g-1"].ID == "" {
		t.Error("the game is not in the file")
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
	if again(t, l) == 0 {
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
