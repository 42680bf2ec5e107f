package store

import (
	"crypto/rand"
	"fmt"
	"testing"

	"mancala/tools/need"
)

// TestLogBeginsAnew: SQLite's log is moved into the file when it has become large, and begins anew.
func TestLogBeginsAnew(t *testing.T) {
	s := need.Must(Open(t.Context(), Config{Dir: t.TempDir(), Rand: rand.Reader}))(t)
	defer s.Close()
	before := s.journal.pages.Load()
	need.NoError(t, s.SetNotice(t.Context(), "announcement", "Hi"))
	if s.journal.pages.Load() <= before {
		t.Error("what is written is not counted")
	}
	need.NoError(t, s.change(t.Context(), func(x *tx) error {
		x.wrote = maxLog
		for i := range 500 {
			if err := x.create("", "", fmt.Sprint(i), nil, make([]byte, 4000)); err != nil {
				return err
			}
		}
		return nil
	}))
	need.Until(t, "the log is small", func() bool {
		need.NoError(t, s.SetNotice(t.Context(), "announcement", "Hello"))
		var busy, pages, moved int
		need.NoError(t, s.reading.QueryRow("PRAGMA wal_checkpoint(NOOP)").Scan(&busy, &pages, &moved))
		return pages < 50
	})
}
