package record

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"mancala/record/sqlitefile"
)

// Backup writes a copy of the record as of this moment to a new file, while the record is used. If
// it fails, there is no file.
func (r *Record) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; a backup is a new file: %w", path, fs.ErrExist)
	}
	return r.use(ctx, func(*file) error {
		// A connection of its own: the others go on with short queries.
		db, err := sqlitefile.Connect(r.cfg.path(), "rw")
		if err != nil {
			return err
		}
		unfinished := path + ".unfinished"
		_ = os.Remove(unfinished)
		_, err = db.ExecContext(ctx, "VACUUM INTO ?", unfinished)
		if err = errors.Join(err, db.Close()); err == nil {
			err = private(unfinished)
		}
		if err == nil {
			err = os.Rename(unfinished, path)
		}
		if err != nil {
			_ = os.Remove(unfinished)
		}
		return err
	})
}

// private makes a file one of this user only, and waits until the disk has it.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Sync(), f.Close())
}
