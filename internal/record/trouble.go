//go:build !js

package record

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"

	sqlite3 "modernc.org/sqlite/lib"

	"mancala/internal/record/sqlitefile"
	"mancala/rules"
)

// isUnusable reports whether the next write to the disk will fail as well, also because another
// program has held the database for seconds.
func isUnusable(err error) bool {
	switch sqlitefile.Code(err) {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
		sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_BUSY:
		return true
	}
	return false
}

// explain turns an error in using the database in dir into a note. nil stays nil.
func explain(err error, dir string) error {
	if err == nil {
		return nil
	}
	return note("unusable", cause(err, dir)).Because(err)
}

// cause returns the problem and its remedy.
func cause(err error, dir string) *rules.Note {
	switch sqlitefile.Code(err) {
	case sqlite3.SQLITE_FULL:
		return note("disk-full")
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return note("busy", dir)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return note("damaged", dir)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return refused(dir, "not-writable")
	case sqlite3.SQLITE_IOERR:
		return refused(dir, "disk-error")
	}
	if errors.Is(err, sqlitefile.ErrReadOnly) {
		return refused(dir, "not-writable")
	}
	return systemCause(err, dir)
}

// refused returns the system's reason why dir cannot be written, or the code otherwise if it can be
// now.
func refused(dir, otherwise string) *rules.Note {
	if why := tryWrite(dir); why != nil {
		return systemCause(why, dir)
	}
	return note(otherwise, dir)
}

// systemCause is cause for errors from outside SQLite.
func systemCause(err error, dir string) *rules.Note {
	switch {
	case errors.Is(err, sqlitefile.ErrDamaged):
		return note("damaged", dir)
	case errors.Is(err, sqlitefile.ErrNewer):
		return note("newer", dir)
	case errors.Is(err, errNoHome):
		return errNoHome
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return note("disk-full")
	case errors.Is(err, syscall.EROFS):
		return note("read-only-disk", dir)
	case errors.Is(err, fs.ErrPermission):
		return note("no-permission", dir)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		return note("no-folder", dir)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return note("too-long")
	}
	return note("bad-folder", dir, err.Error())
}

// tryWrite writes a small file in dir, removes it, and returns the error, if any.
func tryWrite(dir string) error {
	f, err := os.CreateTemp(dir, "mancala-*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 4096))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}
