package local

import (
	"context"
	"database/sql"
	"fmt"
	"math"

	"mancala/hub/bus"
	"mancala/record/sqlitefile"
)

// fileJournal has the contents of a journal in a database.
type fileJournal struct {
	file *file
	id   int64
}

func (f *file) journal(ctx context.Context, name string) (records, error) {
	j := &fileJournal{file: f}
	return j, f.writer.do(ctx, func(w *writer) error {
		ctx := context.Background()
		if _, err := w.conn.ExecContext(ctx, "INSERT INTO journals (name, last) VALUES (?, 0) ON CONFLICT DO NOTHING", name); err != nil {
			return err
		}
		return w.conn.QueryRowContext(ctx, "SELECT id FROM journals WHERE name = ?", name).Scan(&j.id)
	}, nil)
}

func (j *fileJournal) append(ctx context.Context, key string, after uint64, data []byte) (uint64, error) {
	var revision uint64
	err := j.file.writer.do(ctx, func(w *writer) error {
		ctx := context.Background()
		var tail uint64
		if err := w.tail.QueryRowContext(ctx, j.id, key).Scan(&tail); err != nil {
			return err
		}
		if tail != after {
			return fmt.Errorf("%s: %w", key, bus.ErrConflict)
		}
		last, err := counter(w.written, j.id, w.lastRecord)
		if err != nil {
			return err
		}
		*last++
		revision = *last
		if data == nil {
			data = []byte{}
		}
		_, err = w.addRecord.ExecContext(ctx, j.id, key, int64(revision), data)
		return err
	}, nil)
	if err != nil {
		return 0, err // the revision may be written just now
	}
	return revision, nil
}

func (j *fileJournal) read(ctx context.Context, key string) (list []bus.Record, err error) {
	err = sqlitefile.EachRow(ctx, j.file.reading, func(rows *sql.Rows) error {
		var r bus.Record
		err := rows.Scan(&r.Revision, &r.Data)
		list = append(list, r)
		return err
	}, "SELECT revision, data FROM records WHERE journal = ? AND key = ? ORDER BY revision", j.id, key)
	return list, err
}

func (j *fileJournal) trim(ctx context.Context, key string, before uint64) error {
	return j.file.writer.do(ctx, func(w *writer) error {
		_, err := w.trim.ExecContext(context.Background(), j.id, key, int64(min(before, math.MaxInt64)))
		return err
	}, nil)
}
