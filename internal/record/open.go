//go:build !js

package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"

	sqlite3 "modernc.org/sqlite/lib"
)

const (
	fileName = "mancala.db"
	lockName = "mancala.lock"
	// asideStem begins the names of damaged databases that were set aside.
	asideStem = "mancala.damaged-"
	// replacedStem begins the names of databases in whose place a backup was put.
	replacedStem = "mancala.replaced-"
	// openTimeout limits the time to open a database in the middle of a session.
	openTimeout = 20 * time.Second
	// freshSuffix ends the name of a database that is being made.
	freshSuffix = ".new"
)

// openBook opens the database in cfg.Dir, or, if that is not possible, continues in memory with the
// readable data.
func openBook(ctx context.Context, cfg Config) (book, []Notice) {
	f, notices, err := openFolder(ctx, cfg)
	if err == nil {
		return f, append(notices, private(f.cfg.Dir)...)
	}
	m := newMemory()
	dir, noDir := folderOf(cfg)
	if noDir == nil && !errors.Is(err, sqlitefile.ErrNewer) && !sqlitefile.IsDamaged(err) {
		m = salvage(ctx, filepath.Join(dir, fileName))
	}
	b, more := detachFrom(cfg, m, err)
	return b, append(notices, more...)
}

// detachFrom continues in memory because of err. If the cause may pass, the book returns to the
// folder later.
func detachFrom(cfg Config, m *memory, err error) (book, []Notice) {
	dir := nameOf(cfg)
	if errors.Is(err, errNoHome) || errors.Is(err, sqlitefile.ErrNewer) {
		return m, []Notice{{note("not-kept", cause(err, dir)).Because(err)}}
	}
	reopen := func(ctx context.Context) (book, []Notice, error) {
		f, notices, err := openFolder(ctx, cfg)
		return f, notices, err
	}
	return detach(m, reopen), []Notice{{note("kept-later", cause(err, dir)).Because(err)}}
}

// folderOf returns the absolute path of the folder in cfg, and creates the folder.
func folderOf(cfg Config) (string, error) {
	dir := cfg.Dir
	if dir == "" {
		var err error
		if dir, err = DefaultDir(); err != nil {
			return "", err
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o700)
}

// nameOf returns the folder of cfg as a person reads it.
func nameOf(cfg Config) string {
	if dir, err := folderOf(cfg); err == nil {
		return dir
	}
	return cfg.Dir
}

// openFolder opens the database in the folder of cfg, and makes the folder. It first sets a damaged
// database aside. All of this happens under the folder's lock: if several processes find a damaged
// database, one sets it aside and the others find the new one.
func openFolder(ctx context.Context, cfg Config) (f *file, notices []Notice, err error) {
	if cfg.Dir, err = folderOf(cfg); err != nil {
		return nil, nil, err
	}
	unlock, notices, err := lockFolder(ctx, cfg)
	if err != nil {
		return nil, notices, err
	}
	defer unlock()
	f, more, err := openSound(ctx, cfg)
	return f, append(notices, more...), err
}

// openSound opens the database in a folder that this process has locked. It first sets a damaged
// one aside.
func openSound(ctx context.Context, cfg Config) (*file, []Notice, error) {
	f, notices, err := openMended(ctx, cfg)
	if !sqlitefile.IsDamaged(err) {
		return f, notices, err
	}
	aside, failed := sqlitefile.SetAside(filepath.Join(cfg.Dir, fileName), filepath.Join(cfg.Dir, asideStem+stamp(cfg)))
	if failed != nil {
		return nil, nil, errors.Join(failed, err)
	}
	damage := err
	if f, _, err = openMended(ctx, cfg); err != nil {
		return nil, []Notice{damaged(newMemory(), aside, damage)}, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rescueTimeout)
	defer cancel()
	rest := newMemory()
	if !errors.Is(damage, errEmpty) { // SQLite would delete the log of an empty database
		rest = rescue(ctx, aside)
	}
	if store(ctx, f.db, rest) != nil {
		rest = newMemory()
	}
	return f, []Notice{damaged(rest, aside, damage)}, nil
}

// openMended opens a database that is not damaged. It checks all of one that this program did not
// leave as it is now, and mends what follows from the rest.
func openMended(ctx context.Context, cfg Config) (f *file, notices []Notice, err error) {
	known := !cfg.doubted && sealed(cfg.Dir)
	err = keepSealed(cfg.Dir, func() error {
		f, err = openFile(ctx, cfg, known)
		return err
	})
	if err != nil || known {
		return f, nil, err
	}
	whole, err := mend(ctx, f.db)
	if err != nil {
		return nil, nil, errors.Join(err, f.db.Close())
	}
	if !whole {
		notices = []Notice{{note("not-whole", f.path)}}
	}
	seal(cfg.Dir)
	return f, notices, nil
}

// private removes the permissions of other users from the files in dir that may hold secrets. It
// returns a notice if the folder let others in.
func private(dir string) []Notice {
	names, _ := fs.Glob(os.DirFS(dir), "mancala.*-*.db") // set aside; the pattern is right
	open := false
	var failed error
	for _, name := range append(names, fileName, lockName, sealName) {
		found, err := sqlitefile.Private(filepath.Join(dir, name))
		open, failed = open || found, errors.Join(failed, err)
	}
	info, err := os.Stat(dir)
	switch {
	case !open || err == nil && info.Mode()&0o077 == 0:
		return nil
	case failed != nil:
		return []Notice{{note("open", dir).Because(failed)}}
	}
	return []Notice{{note("was-open", dir)}}
}

// damaged returns the notice that a database was set aside, with the amount that could be read.
func damaged(rest *memory, aside string, damage error) Notice {
	if errors.Is(damage, errEmpty) {
		return Notice{note("empty", fileName, aside).Because(damage)}
	}
	if len(rest.archive)+len(rest.scores) == 0 {
		return Notice{note("afresh", aside).Because(damage)}
	}
	return Notice{note("rescued", len(rest.archive), len(rest.scores), aside).Because(damage)}
}

// lockFolder waits until no other process holds the lock of cfg's folder, and takes it.
func lockFolder(ctx context.Context, cfg Config) (unlock func(), notices []Notice, err error) {
	if notices, err = clearLock(cfg); err == nil {
		unlock, err = lock(ctx, filepath.Join(cfg.Dir, lockName), cfg.pragmas...)
	}
	return unlock, notices, err
}

// clearLock renames a file that has the lock file's name but is not a lock file, which is regular
// and empty.
func clearLock(cfg Config) ([]Notice, error) {
	path := filepath.Join(cfg.Dir, lockName)
	info, err := identify(os.Lstat(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case info.Mode().IsRegular() && info.Size() == 0:
		return nil, nil
	}
	aside := path + ".aside-" + stamp(cfg)
	for n := 2; sqlitefile.Taken(aside); n++ {
		aside = fmt.Sprintf("%s.aside-%s-%d", path, stamp(cfg), n)
	}
	err = os.Rename(path, aside)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // another process was faster
	}
	if err != nil {
		return nil, err
	}
	if moved, err := os.Lstat(aside); err == nil && !os.SameFile(info, moved) {
		// Another process was faster, and this is its lock file.
		return nil, os.Rename(aside, path)
	}
	return []Notice{{note("in-the-way", lockName, aside)}}, nil
}

// identify returns info with the identity that its file has now. Otherwise Windows looks the
// identity up by the path, and only when [os.SameFile] first needs it.
func identify(info fs.FileInfo, err error) (fs.FileInfo, error) {
	if err == nil {
		os.SameFile(info, info)
	}
	return info, err
}

// stamp returns the time in the name of a file that is set aside.
func stamp(cfg Config) string { return cfg.Now().UTC().Format("20060102T150405Z") }

// lock waits until no other process holds the lock file, and takes it. The lock is SQLite's lock of
// an empty database, which works alike on every system and ends with the process, even if that
// crashes. Nothing is ever written to the file. Pragmas run on its connection.
func lock(ctx context.Context, path string, pragmas ...string) (unlock func(), err error) {
	if err := sqlitefile.Create(path); err != nil {
		return nil, err
	}
	db, err := sqlitefile.Connect(path, "rwc", pragmas...)
	if err != nil {
		return nil, err
	}
	if _, err = db.ExecContext(ctx, "BEGIN EXCLUSIVE"); err == nil {
		err = sqlitefile.Writable(ctx, db) // otherwise other processes could hold the lock, too
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return func() { _ = db.Close() }, nil
}

// openFile opens the database of cfg.Dir, or makes one, and migrates it to the current version. It
// only reads a damaged database, or one of a newer version.
func openFile(ctx context.Context, cfg Config, known bool) (*file, error) {
	path := filepath.Join(cfg.Dir, fileName)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = create(ctx, path, cfg.pragmas)
	case err != nil:
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%w: %s is not a file", sqlitefile.ErrDamaged, path)
	case info.Size() <= 1: // SQLite takes one byte for none, because of a system that cannot lock empty files
		err = errEmpty
	default:
		err = inspectFile(ctx, path, !known)
	}
	if err != nil {
		return nil, err
	}
	db, err := connect(ctx, path, cfg.pragmas)
	if err != nil {
		return nil, err
	}
	if info, err = identify(os.Stat(path)); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	f := &file{inTables{db, map[string]match.Bookmark{}, new(bool)}, db, cfg, path, info, time.Time{}}
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		f.unmoved = time.Now() // a program that was killed has left it, or another one is running
	}
	return f, nil
}

// errEmpty means that there is a database without anything in it. This program never leaves one.
var errEmpty = fmt.Errorf("%w: it is empty", sqlitefile.ErrDamaged)

// connect opens the database at path, or makes one, and migrates it.
func connect(ctx context.Context, path string, pragmas []string) (*sql.DB, error) {
	db, err := sqlitefile.Connect(path, "rwc", append([]string{"synchronous(FULL)"}, pragmas...)...)
	if err != nil {
		return nil, err
	}
	if err := prepare(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// create makes a database at path, whole or not at all: a program that is killed meanwhile leaves
// only a file with another name, which the next one removes. A log without its database is the
// rest of one.
func create(ctx context.Context, path string, pragmas []string) error {
	if _, err := os.Lstat(path); err == nil {
		return nil // a link to a place where SQLite can make it
	}
	if sqlitefile.Taken(path) {
		return errEmpty
	}
	fresh := path + freshSuffix
	if err := sqlitefile.Remove(fresh); err != nil {
		return err
	}
	err := sqlitefile.Create(fresh)
	if err == nil {
		var db *sql.DB
		if db, err = connect(ctx, fresh, pragmas); err == nil {
			err = db.Close()
		}
	}
	if err == nil {
		err = sqlitefile.Whole(fresh)
	}
	if err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		if full := tryWrite(filepath.Dir(path)); full != nil {
			err = full // SQLite tells some full disks as broken ones
		}
		_ = sqlitefile.Remove(fresh)
	}
	return err
}

// Sound reports whether [Open] can use the database in dir as it is. It writes nothing, except that
// SQLite rolls back a transaction that a crash left unfinished.
func Sound(ctx context.Context, dir string) bool {
	path, err := filepath.Abs(filepath.Join(dir, fileName))
	if err != nil {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Size() > 1 && inspectFile(ctx, path, !sealed(dir)) == nil
}

// inspectFile inspects the database at path, completely or not, without write access. Only a
// transaction left unfinished by a crash, which SQLite has to roll back first, needs that.
func inspectFile(ctx context.Context, path string, whole bool) error {
	var err error
	for _, mode := range []string{"ro", "rw"} {
		var db *sql.DB
		if db, err = sqlitefile.Connect(path, mode); err != nil {
			return err
		}
		version := 0
		if version, err = inspect(ctx, db, whole); err == nil && version == 0 {
			err = errEmpty
		}
		err = errors.Join(err, db.Close())
		if sqlitefile.Code(err) != sqlite3.SQLITE_READONLY && sqlitefile.Code(err) != sqlite3.SQLITE_CANTOPEN {
			break
		}
	}
	if sqlitefile.Code(err) == sqlite3.SQLITE_ERROR {
		return fmt.Errorf("%w: %w", sqlitefile.ErrDamaged, err) // the statements are right, so the file is wrong
	}
	return err
}

// prepare switches an intact database to a write-ahead log, which survives a crash and does not
// block readers, and migrates it. It refuses a read-only database, so that the person knows before
// there is a score to save.
func prepare(ctx context.Context, db *sql.DB) error {
	var mode string
	if err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return err
	}
	if err := schema.Migrate(ctx, db); err != nil {
		return err
	}
	return sqlitefile.Writable(ctx, db)
}
