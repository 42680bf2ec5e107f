package local

import (
	"context"
	"database/sql"
	"fmt"
	"math"

	"mancala/hub/bus"
	"mancala/record/sqlitefile"
)

// ahead is how many revisions a journal takes at once, so that an append need not store the last.
const ahead = 1000

// fileJournal has the contents of a journal in a database. Only the writer uses last and taken.
type fileJournal struct {
	file  *file
	id    int64
	last  uint64 // the last revision that was given
	taken uint64 // and the last one that may be given before the database has to know
}

func (f *file) journal(ctx context.Context, name string) (records, error) {
	j := &fileJournal{file: f}
	return j, f.writer.do(ctx, func(w *writer) error {
		ctx := context.Background()
		if _, err := w.conn.ExecContext(ctx, "INSERT INTO journals (name, last) VALUES (?, 0) ON CONFLICT DO NOTHING", name); err != nil {
			return err
		}
		return w.conn.QueryRowContext(ctx, "SELECT id, last FROM journals WHERE name = ?", name).Scan(&j.id, &j.last)
	}, nil)
}

func (j *fileJournal) append(ctx context.Context, key string, after uint64, data []byte) (uint64, error) {
	var revision, taken uint64
	err := j.file.writer.do(ctx, func(w *writer) error {
		ctx := context.Background()
		j.last++
		if revision, taken = j.last, j.taken; revision > taken {
			taken = revision + ahead
			if _, err := w.setLastRecord.ExecContext(ctx, j.id, int64(taken)); err != nil {
				return err
			}
		}
		if data == nil {
			data = []byte{}
		}
		r, err := w.addRecord.ExecContext(ctx, j.id, key, int64(revision), data, int64(min(after, math.MaxInt64)))
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); n != 0 || err != nil {
			return err
		}
		return fmt.Errorf("%s: %w", key, bus.ErrConflict)
	}, func() { j.taken = taken })
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
