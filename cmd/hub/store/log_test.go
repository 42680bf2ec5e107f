package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"mancala/internal/record/sqlitefile"
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

// TestLogStays: an operator hears once that SQLite's log cannot be moved.
func TestLogStays(t *testing.T) {
	db := need.Must(sqlitefile.Connect(filepath.Join(t.TempDir(), "db"), "rwc", "journal_mode(WAL)"))(t)
	need.NoError(t, db.Close())
	synctest.Test(t, func(t *testing.T) {
		var said strings.Builder
		ctx, stop := context.WithCancel(t.Context())
		l := &logSize{full: make(chan struct{}, 1)}
		go l.keepSmall(ctx, slog.New(slog.NewTextHandler(&said, nil)), db)
		for range 3 {
			l.add(maxLog)
			synctest.Wait()
		}
		stop()
		synctest.Wait()
		if n := strings.Count(said.String(), "SQLite's log could not be moved"); n != 1 {
			t.Errorf("%d warnings in %s", n, &said)
		}
	})
}
