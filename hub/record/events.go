package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"mancala/record/sqlitefile"
)

// Events calls f with the items of a new log for the games of the record, in their order, after the
// old log was lost, and with the number of games up to there. An item has many games, since each
// takes a bus some time. The first item makes the log another one than that, whose first game may
// be the same.
func (r *Record) Events(ctx context.Context, f func(data []byte, games int) error) error {
	first, err := beginning()
	if err != nil {
		return err
	}
	if err := f(first, 0); err != nil {
		return err
	}
	count := 0
	return r.pages(ctx, "", func(list []row) error {
		for len(list) > 0 {
			data, n, err := pack(list)
			if err != nil {
				return err
			}
			list, count = list[n:], count+n
			if err := f(data, count); err != nil {
				return err
			}
		}
		return nil
	})
}

// pack returns an item with as many of the first games as it can have, and how many.
func pack(list []row) (data []byte, n int, err error) {
	e, size := event{Version: version}, 100
	for _, r := range list {
		one := eventOf(r)
		text, err := json.Marshal(one)
		if err != nil {
			return nil, 0, err
		}
		if size += len(text) + 1; size > maxEvent && n > 0 {
			break
		}
		e.Games, n = append(e.Games, one), n+1
	}
	data, err = json.Marshal(e)
	return data, n, err
}

// Backup writes a copy of the record as of this moment to a new file, while the record is used. If
// it fails, there is no file.
func (r *Record) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; a backup is a new file: %w", path, fs.ErrExist)
	}
	return r.use(ctx, func(*file) error {
		// Its own connection: the others serve short queries meanwhile.
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
