//go:build !js

package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Immutable is a mode of [Connect] that reads a database without its locks and log, in a folder
// that SQLite cannot write.
const Immutable = "immutable"

// Connect prepares a connection to the database at an absolute path; the first use opens it. mode
// is SQLite's ro, rw or rwc, or [Immutable]. One connection is usually enough, and keeps a process
// from waiting for itself. Pragmas that read the database wait for its locks even after their
// context has ended.
func Connect(path, mode string, pragmas ...string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", address(path, mode, pragmas...))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// address returns the URI of a connection as in [Connect].
func address(path, mode string, pragmas ...string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/ and so on
	}
	query := url.Values{
		"mode":          {mode},
		"_txlock":       {"immediate"},
		"_defensive":    {"1"},
		"_error_rc":     {"1"},
		"_busy_timeout": {"5000"},
		"_pragma":       append([]string{"trusted_schema(OFF)"}, pragmas...),
	}
	if mode == Immutable {
		query.Set("mode", "ro")
		query.Set("immutable", "1")
	}
	uri := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return uri.String()
}

// copyStep is how many pages are copied at a time: progress is told, and a wish to stop is heard,
// after each megabyte.
const copyStep = 256

// Copy copies a database page by page, as it is at one moment, to the empty file at an absolute
// path. mode is that of [Connect]. Others may write to the database meanwhile. It calls progress
// with the numbers of pages. After an error the file is of no use.
func Copy(ctx context.Context, from, mode, to string, progress func(done, total int)) error {
	db, err := Connect(from, mode)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	// The transaction keeps the moment: otherwise each write of another program would start it
	// anew.
	if _, err := conn.ExecContext(ctx, "BEGIN DEFERRED"); err != nil {
		return err
	}
	defer func() { _, _ = conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") }()
	if _, err := UserVersion(ctx, conn); err != nil {
		return err
	}
	return conn.Raw(func(c any) error { return copyPages(ctx, c, to, progress) })
}

func copyPages(ctx context.Context, conn any, to string, progress func(done, total int)) error {
	from, ok := conn.(interface {
		NewBackup(uri string) (*sqlite.Backup, error)
	})
	if !ok {
		return errors.ErrUnsupported
	}
	b, err := from.NewBackup(address(to, "rw"))
	if err != nil {
		return err
	}
	for more := true; more && err == nil; {
		if err = ctx.Err(); err == nil {
			more, err = b.Step(copyStep)
			progress(b.PageCount()-b.Remaining(), b.PageCount())
		}
	}
	return errors.Join(err, b.Finish())
}

// Check runs checks such as PRAGMA integrity_check(1), and returns [ErrDamaged] unless the answer
// of each is "ok".
func Check(ctx context.Context, q Querier, checks ...string) error {
	for _, check := range checks {
		var verdict string
		if err := q.QueryRowContext(ctx, check).Scan(&verdict); err != nil {
			return err
		}
		if verdict != "ok" {
			return fmt.Errorf("%w: %s", ErrDamaged, verdict)
		}
	}
	return nil
}

// CloseLog moves all of a database's log into its file, which then is the whole database. SQLite
// refuses that with SQLITE_BUSY while another connection is open.
func CloseLog(ctx context.Context, db *sql.DB) error {
	var mode string
	err := db.QueryRowContext(ctx, "PRAGMA journal_mode = DELETE").Scan(&mode)
	if err == nil && mode != "delete" {
		err = errors.New("the log of the database stays")
	}
	return err
}

// Writable returns [ErrReadOnly] for a read-only database. SQLite opens one without an error, and
// even begins an exclusive transaction that excludes no one.
func Writable(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	return conn.Raw(func(c any) error {
		if db, ok := c.(interface{ IsReadOnly(string) (bool, error) }); ok {
			if readOnly, err := db.IsReadOnly("main"); readOnly || err != nil {
				return errors.Join(ErrReadOnly, err)
			}
		}
		return nil
	})
}

// Code returns SQLite's primary result code, or SQLITE_OK for an error that is not SQLite's.
func Code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return sqlite3.SQLITE_OK
}

// IsDamaged reports whether an error says that the database is not intact.
func IsDamaged(err error) bool {
	c := Code(err)
	return errors.Is(err, ErrDamaged) || c == sqlite3.SQLITE_CORRUPT || c == sqlite3.SQLITE_NOTADB
}
