//go:build !js

package record

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// trouble is an error of the database or the disk as a sentence for a person, written as errors are.
type trouble struct {
	cause string // half a sentence
	err   error
}

// Error returns the sentence.
func (t *trouble) Error() string { return "the games and top scores cannot be used: " + t.cause }

// Unwrap returns the cause.
func (t *trouble) Unwrap() error { return t.err }

// code returns SQLite's primary result code, or SQLITE_OK for an error that is not SQLite's.
func code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return sqlite3.SQLITE_OK
}

func isDamaged(err error) bool {
	c := code(err)
	return errors.Is(err, errDamaged) || c == sqlite3.SQLITE_CORRUPT || c == sqlite3.SQLITE_NOTADB
}

// isUnusable reports whether the disk will refuse the next write, too.
func isUnusable(err error) bool {
	switch code(err) {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
		sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS:
		return true
	}
	return false
}

// explain makes a sentence of an error in using the database in dir. No error stays none.
func explain(err error, dir string) error {
	if err == nil {
		return nil
	}
	return &trouble{cause(err, dir), err}
}

// notKept is the notice that the ledger goes on in memory because of err.
func notKept(err error, dir string) Notice {
	return Notice{
		Text: "New games and top scores cannot be saved: " + cause(err, dir) + ". They last only until this program ends.",
		Err:  err,
	}
}

// cause says what is wrong and what to do, as half a sentence.
func cause(err error, dir string) string {
	switch code(err) {
	case sqlite3.SQLITE_FULL:
		return "the disk is full; make room and start the program again"
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Sprintf("another program is using the files in %s; try again", dir)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Sprintf("the file in %s is damaged and could not be set aside; move it away yourself", dir)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return refused(dir, "a file in %s cannot be written; check its permissions")
	case sqlite3.SQLITE_IOERR:
		return refused(dir, "the disk reports an error in %s; check the disk")
	}
	if errors.Is(err, errReadOnly) {
		return refused(dir, "a file in %s cannot be written; check its permissions")
	}
	return systemCause(err, dir)
}

// refused is the system's own reason why nothing can be written in dir; when it has none now, it is otherwise with dir
// filled in.
func refused(dir, otherwise string) string {
	if why := tryWrite(dir); why != nil {
		return systemCause(why, dir)
	}
	return fmt.Sprintf(otherwise, dir)
}

// systemCause is cause for errors that are not SQLite's.
func systemCause(err error, dir string) string {
	switch {
	case errors.Is(err, errDamaged):
		return fmt.Sprintf("the file in %s is damaged and could not be set aside; move it away yourself", dir)
	case errors.Is(err, errNewer):
		return fmt.Sprintf("a newer version of this program wrote the file in %s, which is left as it is; "+
			"install that version to see them", dir)
	case errors.Is(err, errNoHome):
		return err.Error()
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "the disk is full; make room and start the program again"
	case errors.Is(err, syscall.EROFS):
		return fmt.Sprintf("%s is on a disk that cannot be written; choose another folder with --data-dir", dir)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Sprintf("there is no permission to write in %s; choose another folder with --data-dir", dir)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		return fmt.Sprintf("%s is not a folder; choose another one with --data-dir", dir)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "it took too long; try again"
	}
	return fmt.Sprintf("%s cannot be used (%v); choose another folder with --data-dir", dir, err)
}

// tryWrite writes a little file in dir, removes it, and returns the error of that, if any.
func tryWrite(dir string) error {
	f, err := os.CreateTemp(dir, "mancala-*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 4096))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}
