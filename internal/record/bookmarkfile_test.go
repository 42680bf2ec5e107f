//go:build !js

package record

import (
	"math/rand/v2"
	"testing"

	"mancala/internal/match"
	"mancala/tools/need"
)

// TestTwoProgramsSaveASeries has two programs take turns to save the same end of a series, and to
// restart: the log is always the one saved last.
func TestTwoProgramsSaveASeries(t *testing.T) {
	dir, random := t.TempDir(), rand.New(rand.NewPCG(3, 4))
	programs := [2]*Ledger{open(t, dir), open(t, dir)}
	marks := [2]match.Bookmark{logged(t, "a", 1, 3), logged(t, "b", 1, 3)}
	for range 200 {
		i := random.IntN(2)
		if random.IntN(10) == 0 {
			need.NoError(t, programs[i].Close())
			programs[i] = open(t, dir)
		}
		marks[i] = grown(marks[i], random)
		need.NoError(t, programs[i].SaveBookmark(t.Context(), marks[i]))
		oneMark(t, programs[1-i], marks[i])
	}
}

// TestOnlyNewLinesAreWritten counts the lines that a save writes.
func TestOnlyNewLinesAreWritten(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	clocked(l)
	b := logged(t, "a", 1, 100)
	save := func(written int) {
		t.Helper()
		before := changes(t, l)
		need.NoError(t, l.SaveBookmark(t.Context(), b))
		// The row of the series is replaced.
		if n := changes(t, l) - before - 2; n != written {
			t.Errorf("%d lines are written, want %d", n, written)
		}
	}
	need.NoError(t, l.SaveBookmark(t.Context(), b))
	save(0)
	b.Log = append(b.Log, []byte("next"))
	save(1)
	b.Log, b.First = append(b.Log[40:], []byte("next")), 41
	save(40 + 1)
}

// changes returns how many rows a database has written and deleted.
func changes(t *testing.T, l *Ledger) (n int) {
	t.Helper()
	need.NoError(t, l.book.(*file).db.QueryRowContext(t.Context(), "SELECT total_changes()").Scan(&n))
	return n
}

// TestSeriesOfVersionEight opens a database that keeps the log of a series in its state.
func TestSeriesOfVersionEight(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	closing := bookmark(t, "closing")
	closing.Closing = true
	need.NoError(t, l.SaveBookmark(t.Context(), bookmark(t, "s")), l.SaveBookmark(t.Context(), closing), l.Close())
	rawSQL(t, dir, "DROP TABLE lines", "PRAGMA user_version = 8")
	l = open(t, dir)
	oneMark(t, l, bookmark(t, "s"))
	if list, err := l.Closing(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("Closing = %+v, %v", list, err)
	}
	need.NoError(t, l.SaveBookmark(t.Context(), logged(t, "a", 7, 9)))
	oneMark(t, l, logged(t, "a", 7, 9))
}
