//go:build !js

package record

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"

	"mancala/internal/record/sqlitefile"
	"mancala/rules"
)

// file is a book in a database.
type file struct {
	inTables
	db   *sql.DB
	cfg  Config
	path string
	// info describes the opened file. Another one may be at path by now.
	info os.FileInfo
	// unmoved is the time of the first change that is only in the log, or zero.
	unmoved time.Time
}

// change runs a transaction. SQLite itself moves a long log into the file after one.
func (f *file) change(ctx context.Context, change func(rows) error) error {
	wrote, ours := false, false
	err := sqlitefile.InTx(ctx, f.db, func(tx *sql.Tx) error {
		ours = sealed(f.cfg.Dir) // not before: while it waits for its turn another program may write
		return change(inTables{tx, f.marks, &wrote})
	})
	if err == nil && ours && !sealed(f.cfg.Dir) {
		seal(f.cfg.Dir)
	}
	if err == nil && wrote && f.unmoved.IsZero() {
		f.unmoved = time.Now()
	}
	return err
}

func (f *file) explain(err error) error {
	if n := (*rules.Note)(nil); errors.As(err, &n) {
		return err
	}
	return explain(err, f.cfg.Dir)
}

// after reopens the folder if the database was replaced or is damaged, and continues in memory
// while the database cannot be written.
func (f *file) after(err error) (book, []Notice) {
	switch {
	case err == nil && f.current():
		return nil, nil
	case err == nil || sqlitefile.IsDamaged(err):
		_ = f.close()
		f.cfg.doubted = err != nil
		// The caller may have little time left, but half an opening is useless.
		ctx, cancel := context.WithTimeout(context.Background(), openTimeout)
		defer cancel()
		return openBook(ctx, f.cfg)
	case isUnusable(err):
		ctx, cancel := context.WithTimeout(context.Background(), openTimeout)
		defer cancel()
		m := newMemory()
		if load(ctx, f.db, len(migrations), m) != nil {
			m = salvage(ctx, f.path)
		}
		_ = f.close()
		return detachFrom(f.cfg, m, err)
	}
	return nil, nil
}

// catchUp moves changes from the log into the file, [movePause] after the first of them.
func (f *file) catchUp(ctx context.Context) (book, []Notice, time.Duration) {
	if f.unmoved.IsZero() {
		return nil, nil, 0
	}
	if wait := time.Until(f.unmoved.Add(movePause)); wait > 0 {
		return nil, nil, wait
	}
	if f.move(ctx) {
		return nil, nil, 0
	}
	f.unmoved = time.Now()
	return nil, nil, movePause
}

// move moves changes from the log into the file, and reports whether all of them were moved. It
// waits for no other process, so it may leave some.
func (f *file) move(ctx context.Context) bool {
	var busy, logged, moved int
	err := keepSealed(f.cfg.Dir, func() error {
		return f.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &logged, &moved)
	})
	if err != nil || busy != 0 || moved < logged {
		return false
	}
	f.unmoved = time.Time{}
	return true
}

// current reports whether the open file is still the one at its path, which other processes open.
func (f *file) current() bool {
	info, err := os.Stat(f.path)
	return err == nil && os.SameFile(info, f.info)
}

// close moves what it can: another process that stays may have nothing to move itself.
func (f *file) close() error {
	if !f.unmoved.IsZero() {
		f.move(context.Background())
	}
	if !f.current() {
		return f.explain(f.db.Close())
	}
	return f.explain(keepSealed(f.cfg.Dir, f.db.Close))
}

// salvage returns the readable part, perhaps empty, of a database that cannot be written.
func salvage(ctx context.Context, path string) *memory {
	for _, mode := range []string{"ro", sqlitefile.Immutable} {
		db, err := sqlitefile.Connect(path, mode)
		if err != nil {
			continue
		}
		m := newMemory()
		version, err := inspect(ctx, db, true)
		if err == nil {
			err = load(ctx, db, version, m)
		}
		_ = db.Close()
		if err == nil {
			return m
		}
	}
	return newMemory()
}
