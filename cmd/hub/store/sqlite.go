package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	sqlite3 "modernc.org/sqlite/lib"

	"mancala/internal/record/sqlitefile"
)

// FileName is the name of SQLite's database in the folder of a hub.
const FileName = "club.db"

// readers is how many queries SQLite works on at the same time.
const readers = 4

// sqliteNow is the time by the database's clock in milliseconds.
const sqliteNow = "CAST(unixepoch('subsec') * 1000 AS INTEGER)"

// sqliteWords makes statements of SQLite, with that expression for the time. A parameter such as $1
// is a name there, so it becomes ?1.
func sqliteWords(now string) *strings.Replacer {
	return strings.NewReplacer("$", "?", "{int}", "INTEGER", "{real}", "REAL", "{blob}", "BLOB", "{strict}", " STRICT", "{rowless}", ", WITHOUT ROWID",
		"{room}", "", "{now}", now, "{lock}", "", "{free}", "", "{values}", "(SELECT value FROM json_each(?1))", "{numbers}", "(SELECT value FROM json_each(?1))",
		"{instr}", "instr", "{bytes}", "")
}

// openSQLite opens the database of a folder, which only one process at a time may use.
func openSQLite(ctx context.Context, dir string, log *slog.Logger) (e engine, err error) {
	dir, err = filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return e, err
	}
	path := filepath.Join(dir, FileName)
	held, err := sqlitefile.Lock(ctx, dir)
	if err != nil {
		return e, fmt.Errorf("%s: %w", dir, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(explain(err, path), held.Close())
		}
	}()
	if err := sqlitefile.Create(path); err != nil {
		return e, err
	}
	writing, err := sqlitefile.Connect(path, "rwc", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)", "secure_delete(ON)", "cache_size(-65536)",
		"wal_autocheckpoint(0)", fmt.Sprintf("journal_size_limit(%d)", 4*maxLog*pageSize)) // see logSize
	if err != nil {
		return e, err
	}
	if err := sqlitefile.Writable(ctx, writing); err != nil {
		return e, errors.Join(err, writing.Close())
	}
	_, _ = sqlitefile.Private(path)
	reading, err := sqlitefile.Connect(path, "ro", "cache_size(-16384)")
	if err != nil {
		return e, errors.Join(err, writing.Close())
	}
	reading.SetMaxOpenConns(readers)
	reading.SetMaxIdleConns(readers)
	moving, err := sqlitefile.Connect(path, "rw", "synchronous(FULL)")
	if err != nil {
		return e, errors.Join(err, reading.Close(), writing.Close())
	}
	e = sqliteEngine(writing, reading, sqliteNow)
	e.file = path
	if info, err := os.Stat(path + "-wal"); err == nil {
		e.journal.add(int(info.Size() / pageSize)) // of a hub that was killed
	}
	e.tend = func(ctx context.Context) { e.journal.keepSmall(ctx, log, moving, writing) }
	// The writing connection last: it moves SQLite's log into the file.
	e.close = func() error { return errors.Join(moving.Close(), reading.Close(), writing.Close(), held.Close()) }
	return e, nil
}

// maxLog is at about how many pages SQLite's log is moved into the file: 10 MiB. With a longer one
// fewer pages are moved, since one that was written several times is moved once, but a hub that was
// killed reads all of it when it starts again.
const maxLog = 2500

// pageSize is about that of a page in the log, in bytes.
const pageSize = 4096

// logSize is about how large SQLite's log is. SQLite itself would move it in the middle of a
// commit, under load several times a second: all plies wait meanwhile.
type logSize struct {
	pages atomic.Int64
	full  chan struct{} // gets something when it is time to move the log
}

// add counts pages that a commit has written.
func (l *logSize) add(pages int) {
	if l != nil && l.pages.Add(int64(pages)) >= maxLog {
		select {
		case l.full <- struct{}{}:
		default:
		}
	}
}

// keepSmall moves the log whenever it is large, until ctx ends. Nearly all of it is moved while
// others write. The rest, which is little, is moved by the connection that writes, so that no one
// writes meanwhile, and the log begins anew unless someone reads in it just then. In that case it
// tries again soon. So the connections are one of its own, and then the one that writes.
func (l *logSize) keepSmall(ctx context.Context, log *slog.Logger, moving ...*sql.DB) {
	failed := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.full:
		}
		if l.pages.Load() < maxLog { // it has been moved meanwhile
			continue
		}
		var busy, logged, moved int
		var err error
		for _, db := range moving { // what fails is done the next time
			err = errors.Join(err, db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &logged, &moved))
		}
		if err != nil && !failed && ctx.Err() == nil {
			log.Warn("SQLite's log could not be moved into the database, and grows until it can.", "err", err)
		}
		failed = err != nil
		if l.pages.Store(0); logged > 2*maxLog {
			l.pages.Store(maxLog * 3 / 4)
		}
	}
}

// sqliteEngine returns the engine for connections to one database.
func sqliteEngine(writing, reading *sql.DB, now string) engine {
	e := engine{
		name: "SQLite", words: sqliteWords(now), writing: writing, reading: reading, texts: &sync.Map{}, kept: &keptStatements{}, commit: (*sql.Tx).Commit,
		journal: &logSize{full: make(chan struct{}, 1)},
		passing: func(err error) bool {
			switch sqlitefile.Code(err) {
			case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT:
				return true
			}
			unknown := (*unknownError)(nil)
			return errors.As(err, &unknown) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, sql.ErrTxDone)
		},
	}
	e.appendAll = func(ctx context.Context, run string, batch []*job) (map[string]bool, error) {
		t, err := e.begin(ctx)
		if err != nil {
			return nil, err
		}
		defer t.keep()
		moved, err := moveAll(t, run, batch)
		if err != nil {
			return nil, errors.Join(err, t.tx.Rollback())
		}
		return moved, t.commit()
	}
	return e
}

func moveAll(t *tx, run string, batch []*job) (moved map[string]bool, err error) {
	moved = map[string]bool{}
	for _, j := range batch {
		n, err := t.exec(moveTab, j.tab, j.place, run)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		if moved[j.tab] = true; j.body == nil {
			continue
		}
		if _, err := t.exec(putRecord, j.tab, j.place, j.body); err != nil {
			return nil, err
		}
	}
	return moved, nil
}

// keptStatements are prepared statements, by their text.
type keptStatements struct{ reading, writing sync.Map }

// prepared returns a statement of a database that is kept, and prepares it if it is not.
func prepared(ctx context.Context, db *sql.DB, kept *sync.Map, text string) (*sql.Stmt, error) {
	if s, ok := kept.Load(text); ok {
		return s.(*sql.Stmt), nil
	}
	s, err := db.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	if first, there := kept.LoadOrStore(text, s); there {
		return first.(*sql.Stmt), s.Close()
	}
	return s, nil
}

// explain adds advice to an error in using the database at path.
func explain(err error, path string) error {
	switch code := sqlitefile.Code(err); {
	case sqlitefile.IsDamaged(err):
		return fmt.Errorf("%s is damaged; restore a backup into an empty folder (HUB.md): %w", path, err)
	case code == sqlite3.SQLITE_FULL:
		return fmt.Errorf("the disk of %s is full; make room, and start the hub again: %w", path, err)
	case errors.Is(err, sqlitefile.ErrReadOnly), code == sqlite3.SQLITE_READONLY, code == sqlite3.SQLITE_CANTOPEN, code == sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s cannot be written; check who owns it and its folder: %w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}
