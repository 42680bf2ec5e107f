// Package record keeps a club's permanent data: its games, and the players for lists of games and
// the standings. Each node has it in one SQLite file.
//
// The file is a copy. The games are in the bus's log "record", which [Record.Apply] follows, and
// the players in its bucket "players", which [Record.SetMembers] follows. So each node answers from
// its disk, a new node copies the others' data, and a damaged file is set aside and made again. One
// transaction stores an item's changes and its number in the log.
//
// No event has a name: a game refers to its players by id. So a member who leaves disappears from
// the record permanently, and the games stay.
package record

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"mancala/match/lobby"
	"mancala/record/sqlitefile"
)

// FileName is the name of the database in its folder.
const FileName = "record.db"

// readers is how many queries are worked on at the same time.
const readers = 4

// Errors that callers tell apart with errors.Is.
var (
	// ErrNotFound means that the game or the player is unknown.
	ErrNotFound error = lobby.Refuse(lobby.ReasonUnknown)
	// ErrNewer means that a newer hub has written an event or the file.
	ErrNewer = sqlitefile.ErrNewer
	// ErrQuery means that a query asks for something that does not exist, such as a negative number
	// of games.
	ErrQuery = errors.New("that cannot be asked for")
)

// Config says where a record is kept.
type Config struct {
	Dir string           // is made if it is missing
	Now func() time.Time // nil: the real clock
	Log *slog.Logger     // for warnings of damage; nil: slog.Default()
}

// Record is an open record. It is safe for concurrent use: readers do not wait for writers.
type Record struct {
	cfg    Config
	viewed bool // only read, maybe beside a hub

	mu     sync.RWMutex // held for reading by every use of file, for writing to replace it
	file   *file
	closed bool
}

// file is an open database: one connection that writes, and some that read beside it.
type file struct{ write, read *sql.DB }

// View opens the record of a folder to read it, as beside a hub that runs. It makes, changes and
// sets aside nothing.
func View(ctx context.Context, dir string) (*Record, error) {
	cfg, err := Config{Dir: dir}.filled()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(cfg.path()); err != nil {
		return nil, fmt.Errorf("there is no record in %s; --data names the folder of a hub: %w", cfg.Dir, err)
	}
	db, err := sqlitefile.Connect(cfg.path(), "rw", "query_only(1)")
	if err != nil {
		return nil, err
	}
	version, err := schema.Version(ctx, db)
	if err == nil && version != len(schema.Steps) {
		err = fmt.Errorf("the record %s is of an older hub; start this hub once, which upgrades it", cfg.path())
	}
	if err != nil {
		return nil, errors.Join(explain(err, cfg.path()), db.Close())
	}
	return &Record{cfg: cfg, viewed: true, file: &file{db, db}}, nil
}

// Open opens the record in a folder, and makes it if it is missing. It sets a damaged one aside,
// with a warning in the log, and makes a new one, which fills from the bus. The error names a
// remedy.
func Open(ctx context.Context, cfg Config) (*Record, error) {
	cfg, err := cfg.filled()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of the record cannot be made: %w", err)
	}
	f, err := openSound(ctx, cfg)
	if err != nil {
		return nil, explain(err, cfg.path())
	}
	return &Record{cfg: cfg, file: f}, nil
}

// filled returns the configuration with its defaults.
func (c Config) filled() (Config, error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	dir, err := filepath.Abs(c.Dir)
	c.Dir = dir
	return c, err
}

func (c Config) path() string { return filepath.Join(c.Dir, FileName) }

// openSound opens the database of a folder, and sets a damaged one aside first.
func openSound(ctx context.Context, cfg Config) (*file, error) {
	f, err := openFile(ctx, cfg.path())
	if sqlitefile.IsDamaged(err) {
		return openAnew(ctx, cfg, err)
	}
	if open, failed := sqlitefile.Private(cfg.path()); open && err == nil {
		cfg.Log.Warn("Other users of this computer had permission to read the record. This was changed, unless there is an error.",
			"file", cfg.path(), "err", failed)
	}
	return f, err
}

// openAnew sets a damaged database aside, and makes another one.
func openAnew(ctx context.Context, cfg Config, damage error) (*file, error) {
	stem := filepath.Join(cfg.Dir, "record.damaged-"+cfg.Now().UTC().Format("20060102T150405Z"))
	aside, err := sqlitefile.SetAside(cfg.path(), stem)
	if err != nil {
		return nil, errors.Join(damage, err)
	}
	cfg.Log.Warn("The record is damaged. It was set aside, and is made again from the bus.", "file", aside, "damage", damage)
	return openFile(ctx, cfg.path())
}

// openFile opens a database, or makes one, and migrates it to the current version.
func openFile(ctx context.Context, path string) (*file, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: it is not a file", sqlitefile.ErrDamaged)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := sqlitefile.Create(path); err != nil {
		return nil, err
	}
	// A power failure loses only rows that the log still has, so no write waits for the disk. Names
	// that are deleted are overwritten.
	write, err := sqlitefile.Connect(path, "rwc", "synchronous(NORMAL)", "secure_delete(ON)", "cache_size(-65536)")
	if err != nil {
		return nil, err
	}
	if err := prepare(ctx, write); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read, err := sqlitefile.Connect(path, "rw", "query_only(1)", "cache_size(-16384)")
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	return &file{write, read}, nil
}

// prepare checks and migrates a database.
func prepare(ctx context.Context, db *sql.DB) error {
	version, err := schema.Version(ctx, db)
	if sqlitefile.Code(err) == sqlite3.SQLITE_ERROR {
		return fmt.Errorf("%w: %w", sqlitefile.ErrDamaged, err)
	}
	if err != nil {
		return err
	}
	if err := sqlitefile.Writable(ctx, db); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
		return err
	}
	if version == len(schema.Steps) {
		return nil
	}
	return schema.Migrate(ctx, db)
}

// Close closes the file. Later calls return an error.
func (r *Record) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	return r.file.close()
}

func (f *file) close() error { return errors.Join(f.read.Close(), f.write.Close()) }

// use calls f with the open file. If that shows damage, the file is set aside and a new one made,
// and the call fails: the caller follows the bus again from the start.
func (r *Record) use(ctx context.Context, f func(*file) error) error {
	r.mu.RLock()
	used := r.file
	err := f(used)
	r.mu.RUnlock()
	if sqlitefile.IsDamaged(err) && !r.viewed {
		r.replace(context.WithoutCancel(ctx), used, err)
	}
	return explain(err, r.cfg.path())
}

// replace reopens the folder after damage in a file, and stops using that file.
func (r *Record) replace(ctx context.Context, damaged *file, damage error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file != damaged || r.closed {
		return // another call was faster
	}
	_ = r.file.close()
	f, err := openAnew(ctx, r.cfg, damage)
	if err != nil {
		r.cfg.Log.Error("The damaged record could not be replaced. The hub has to be started again.", "err", err)
		return
	}
	r.file = f
}

// view calls f with a transaction that sees the record as of one moment.
func (r *Record) view(ctx context.Context, f func(tx *sql.Tx) error) error {
	return r.use(ctx, func(file *file) error {
		tx, err := file.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		return errors.Join(f(tx), tx.Rollback())
	})
}

// change calls f in a transaction that writes.
func (r *Record) change(ctx context.Context, f func(tx *sql.Tx) error) error {
	return r.use(ctx, func(file *file) error { return sqlitefile.InTx(ctx, file.write, f) })
}

// explain adds advice to an error in using the database at path. nil stays nil.
func explain(err error, path string) error {
	switch code := sqlitefile.Code(err); {
	case code == sqlite3.SQLITE_FULL:
		return fmt.Errorf("the disk of the record %s is full; make room, and start the hub again: %w", path, err)
	case code == sqlite3.SQLITE_BUSY, code == sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("another process keeps the record %s busy; end it: %w", path, err)
	case errors.Is(err, sqlitefile.ErrReadOnly), code == sqlite3.SQLITE_READONLY, code == sqlite3.SQLITE_CANTOPEN, code == sqlite3.SQLITE_PERM:
		return fmt.Errorf("the record %s cannot be written; check who owns it and its folder: %w", path, err)
	case errors.Is(err, sqlitefile.ErrNewer):
		return fmt.Errorf("the record %s is of a newer hub; upgrade this one: %w", path, err)
	case code != sqlite3.SQLITE_OK:
		return fmt.Errorf("the record %s: %w", path, err)
	}
	return err
}
