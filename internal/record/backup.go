//go:build !js

package record

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"mancala/internal/record/sqlitefile"
	"mancala/netplay/keys"
	"mancala/rules"
)

// keySetting is the setting of a backup with the key of the installation.
const keySetting = "backup.identity"

// Backup copies the database of cfg's folder, with the key of this installation, to a file that it
// makes for this user only. Other programs may write meanwhile: the file has everything from before
// the call, and is checked completely. It never replaces a file unless replace is set. If it fails,
// it leaves no file, and an existing one as it is. It returns the number of games.
func Backup(ctx context.Context, cfg Config, to string, replace bool, progress func(done, total int)) (games int, err error) {
	if cfg.Dir, err = existingFolder(cfg); err != nil {
		return 0, err
	}
	from := filepath.Join(cfg.Dir, fileName)
	if to, err = filepath.Abs(to); err != nil {
		return 0, err
	}
	if err := checkBackupName(cfg.Dir, to, replace); err != nil {
		return 0, copyTrouble(err, to)
	}
	made, err := beside(to)
	if err != nil {
		return 0, copyTrouble(err, to)
	}
	defer func() {
		if err != nil {
			_ = sqlitefile.Remove(made)
		}
	}()
	if err = sqlitefile.Copy(ctx, from, "rw", made, progress); err == nil {
		games, _, err = finishCopy(ctx, made, func(tx *sql.Tx) error { return putKey(ctx, tx, cfg.Dir) })
	}
	if err == nil {
		err = publish(made, to, replace)
	}
	if sqlitefile.IsDamaged(err) {
		return 0, note("backup-damaged", cfg.Dir).Because(err)
	}
	return games, copyTrouble(err, to)
}

// beside makes an empty file for this user only, in the folder of a file that is to be made.
func beside(path string) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-*.unfinished")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// existingFolder returns the absolute path of cfg's folder if that has a database.
func existingFolder(cfg Config) (string, error) {
	dir, err := cfg.Dir, error(nil)
	if dir == "" {
		dir, err = DefaultDir()
	}
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, fileName)); errors.Is(err, fs.ErrNotExist) {
		return "", note("backup-none", dir)
	}
	return dir, nil
}

// checkBackupName refuses a name for a backup that would lose something.
func checkBackupName(dir, to string, replace bool) error {
	info, err := os.Stat(to)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if sqlitefile.Taken(to) { // such as the log of another database
			return note("backup-exists", to)
		}
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return note("backup-folder", to, filepath.Join(to, fileName))
	}
	own, _ := fs.Glob(os.DirFS(dir), "*") // the pattern is right
	for _, name := range own {
		if ours, err := os.Stat(filepath.Join(dir, name)); err == nil && os.SameFile(info, ours) {
			return note("backup-itself", to)
		}
	}
	if !replace || !info.Mode().IsRegular() || sqlitefile.TakenBeside(to) {
		return note("backup-exists", to)
	}
	return nil
}

// finishCopy checks a copy completely and makes it one file without a log, after change. It returns
// the number of games, and the verdict of [mend].
func finishCopy(ctx context.Context, path string, change func(*sql.Tx) error) (games int, whole bool, err error) {
	db, err := sqlitefile.Connect(path, "rw", "synchronous(FULL)")
	if err != nil {
		return 0, false, err
	}
	version, err := inspect(ctx, db, true)
	if err == nil && version == 0 {
		err = errEmpty
	}
	if err == nil {
		err = prepare(ctx, db) // an old version becomes this one
	}
	if err == nil {
		err = sqlitefile.InTx(ctx, db, change)
	}
	if err == nil {
		whole, err = mend(ctx, db)
	}
	if err == nil {
		err = db.QueryRowContext(ctx, "SELECT count(*) FROM games").Scan(&games)
	}
	if err == nil {
		err = sqlitefile.CloseLog(ctx, db)
	}
	if err = errors.Join(err, db.Close()); err == nil {
		err = sqlitefile.Whole(path)
	}
	return games, whole, err
}

// putKey keeps the key of the installation in a backup, if there is one.
func putKey(ctx context.Context, tx *sql.Tx, dir string) error {
	id, _, err := readIdentity(filepath.Join(dir, identityName))
	if err != nil {
		return nil // there is none, or something else in its place, which is told where it is used
	}
	return inTables{q: tx, wrote: new(bool)}.put(ctx, settingRows, keySetting, string(id.PEM()))
}

// publish gives a finished file its name. It replaces nothing unless it may.
func publish(made, to string, replace bool) error {
	if replace {
		return os.Rename(made, to)
	}
	err := os.Link(made, to) // fails if there is a file by now
	switch {
	case err == nil:
		return os.Remove(made)
	case errors.Is(err, fs.ErrExist):
		return note("backup-exists", to)
	case sqlitefile.Taken(to):
		return note("backup-exists", to)
	}
	return os.Rename(made, to) // this file system has no links
}

// copyTrouble says why a copy could not be written to a file. nil stays nil.
func copyTrouble(err error, to string) error {
	if n := (*rules.Note)(nil); err == nil || errors.As(err, &n) {
		return err
	}
	code, full := sqlitefile.Code(err), tryWrite(filepath.Dir(to))
	switch {
	case errors.Is(err, context.Canceled):
		return note("copy-stopped").Because(err)
	case code == sqlite3.SQLITE_FULL, errors.Is(err, syscall.ENOSPC), errors.Is(full, syscall.ENOSPC):
		return note("copy-full", to).Because(err)
	case full != nil:
		err = full
	}
	why := err
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		why = path.Err
	}
	return note("copy-failed", to, why.Error()).Because(err)
}

// Restored describes a restored database.
type Restored struct {
	// Placed reports whether the database of the backup is in use now.
	Placed bool
	Games  int
	// Former are the files that were in use before, under their new names.
	Former []string
	// Whole is false if the file was copied while it was written, so that newest games may be
	// missing.
	Whole bool
	// Key reports whether the key of the installation came from the backup.
	Key bool
}

// Restore puts a copy of a backup, or of a database, in the place of the database in cfg's folder,
// which it keeps under another name. It refuses a file that is damaged, and a folder that another
// program uses. If it fails, the games are as before.
func Restore(ctx context.Context, cfg Config, from string, progress func(done, total int)) (r Restored, err error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if from, err = filepath.Abs(from); err != nil {
		return r, err
	}
	if err := checkBackup(cfg, from); err != nil {
		return r, err
	}
	if cfg.Dir, err = folderOf(cfg); err != nil {
		return r, explain(err, nameOf(cfg))
	}
	path := filepath.Join(cfg.Dir, fileName)
	made, err := beside(path)
	if err != nil {
		return r, copyTrouble(err, path)
	}
	defer func() { _ = sqlitefile.Remove(made) }()
	var key string
	if err = sqlitefile.Copy(ctx, from, readable(from), made, progress); err == nil {
		r.Games, r.Whole, err = finishCopy(ctx, made, func(tx *sql.Tx) (err error) {
			key, err = takeKey(ctx, tx)
			return err
		})
	}
	switch {
	case errors.Is(err, sqlitefile.ErrNewer):
		return r, note("restore-newer", from).Because(err)
	case errors.Is(err, errEmpty):
		return r, note("restore-empty", from).Because(err)
	case sqlitefile.IsDamaged(err), sqlitefile.Code(err) == sqlite3.SQLITE_ERROR:
		return r, note("restore-damaged", from).Because(err)
	case sqlitefile.Code(err) == sqlite3.SQLITE_CANTOPEN:
		return r, note("restore-unreadable", from, err.Error()).Because(err)
	case err != nil:
		return r, copyTrouble(err, path)
	}
	return r, r.exchange(ctx, cfg, made, key)
}

// takeKey removes the key of an installation from a backup, and returns it, or "".
func takeKey(ctx context.Context, tx *sql.Tx) (string, error) {
	list, err := sqlitefile.Column(ctx, tx, "DELETE FROM settings WHERE key = ? RETURNING value", keySetting)
	if err != nil || len(list) == 0 {
		return "", err
	}
	return list[0], nil
}

// checkBackup refuses what is no file, and the database in use.
func checkBackup(cfg Config, from string) error {
	info, err := os.Stat(from)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return note("restore-missing", from)
	case err != nil:
		return note("restore-unreadable", from, err.Error()).Because(err)
	case !info.Mode().IsRegular():
		return note("restore-no-file", from)
	case info.Size() <= 1:
		return note("restore-empty", from)
	}
	if dir, err := existingFolder(cfg); err == nil {
		if ours, err := os.Stat(filepath.Join(dir, fileName)); err == nil && os.SameFile(ours, info) {
			return note("restore-itself", from)
		}
	}
	return nil
}

// readable is the mode in which a backup is read: with its log if there is one, and otherwise
// without touching anything.
func readable(from string) string {
	if sqlitefile.TakenBeside(from) {
		return "rw"
	}
	return sqlitefile.Immutable
}

// leftAlone returns nil if no other program uses the database in dir: only then SQLite can do
// without the log. A damaged database is used by no one.
func leftAlone(ctx context.Context, dir string) error {
	path := filepath.Join(dir, fileName)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() <= 1 {
		return nil
	}
	db, err := sqlitefile.Connect(path, "rw", "busy_timeout(0)")
	if err == nil {
		err = errors.Join(sqlitefile.CloseLog(ctx, db), db.Close())
	}
	switch sqlitefile.Code(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return note("restore-running", dir).Because(err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL:
		return explain(err, dir)
	}
	return nil
}

// exchange puts the finished copy in the place of the database, while no program can open that. If
// the file system has links, there is a whole database at each moment. The key follows.
func (r *Restored) exchange(ctx context.Context, cfg Config, made, key string) error {
	unlock, _, err := lockFolder(ctx, cfg)
	if err != nil {
		return explain(err, cfg.Dir)
	}
	defer unlock()
	if err := leftAlone(ctx, cfg.Dir); err != nil {
		return err
	}
	path := filepath.Join(cfg.Dir, fileName)
	former, err := sqlitefile.Replace(path, made, filepath.Join(cfg.Dir, replacedStem+stamp(cfg)))
	if err != nil {
		return copyTrouble(err, path)
	}
	if former != "" {
		r.Former = append(r.Former, former)
	}
	seal(cfg.Dir)
	r.Placed = true
	if err := r.replaceKey(cfg, []byte(key)); err != nil {
		return note("restore-key", cause(err, cfg.Dir)).Because(err)
	}
	return nil
}

// replaceKey writes the key of a backup, and keeps another one under another name.
func (r *Restored) replaceKey(cfg Config, key []byte) error {
	id, err := keys.ParseIdentity(key)
	if err != nil {
		return nil // the backup has none
	}
	path := filepath.Join(cfg.Dir, identityName)
	if old, _, err := readIdentity(path); err == nil && old.Fingerprint() == id.Fingerprint() {
		return nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		aside := filepath.Join(cfg.Dir, "identity.replaced-"+stamp(cfg)+".pem")
		if _, err := os.Lstat(aside); err == nil {
			return fs.ErrExist
		}
		if err := os.Rename(path, aside); err != nil {
			return err
		}
		r.Former = append(r.Former, aside)
	}
	r.Key = true
	return writeWhole(path, key)
}
