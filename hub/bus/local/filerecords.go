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
	return j, f.named(ctx, "journals (name, last) VALUES (?, 0)", "id, last FROM journals", name, nil, &j.id, &j.last)
}

func (j *fileJournal) append(ctx context.Context, key string, after uint64, data []byte) (uint64, error) {
	var taken uint64
	return write(ctx, j.file, func(w *writer) (uint64, error) {
		ctx := context.Background()
		j.last++
		revision := j.last
		if taken = j.taken; revision > taken {
			taken = revision + ahead
			if _, err := w.setLastRecord.ExecContext(ctx, j.id, int64(taken)); err != nil {
				return 0, err
			}
		}
		r, err := w.addRecord.ExecContext(ctx, j.id, key, int64(revision), data, int64(min(after, math.MaxInt64)))
		if err != nil {
			return 0, err
		}
		if n, err := r.RowsAffected(); n != 0 || err != nil {
			return revision, err
		}
		return 0, fmt.Errorf("%s: %w", key, bus.ErrConflict)
	}, func(uint64) { j.taken = taken })
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
