//go:build !js

package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"

	sqlite3 "modernc.org/sqlite/lib"
)

// ErrInUse is the error of [Lock] if another process uses the folder.
var ErrInUse = errors.New("another process uses this folder")

// Lock takes a folder for this process until the result is closed. The system releases it whenever
// the process ends. The lock file is empty, so a damaged one is replaced.
func Lock(ctx context.Context, dir string) (*sql.DB, error) {
	path := filepath.Join(dir, "lock.db")
	lock, err := lockFile(ctx, path)
	if IsDamaged(err) {
		if err := os.Remove(path); err != nil {
			return nil, err
		}
		return lockFile(ctx, path)
	}
	return lock, err
}

func lockFile(ctx context.Context, path string) (*sql.DB, error) {
	lock, err := Connect(path, "rwc", "busy_timeout(0)")
	if err != nil {
		return nil, err
	}
	for _, command := range []string{"PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "COMMIT"} {
		if _, err := lock.ExecContext(ctx, command); err != nil {
			if Code(err) == sqlite3.SQLITE_BUSY {
				err = ErrInUse
			}
			return nil, errors.Join(err, lock.Close())
		}
	}
	return lock, nil
}
