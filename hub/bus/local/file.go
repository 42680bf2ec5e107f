package local

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"mancala/hub/bus"
	"mancala/record/sqlitefile"
)

// fileBucket has the contents of a bucket in a database.
type fileBucket struct {
	file  *file
	id    int64
	ttl   time.Duration
	told  func(bus.Entry)
	swept time.Time // when entries that are too old were removed; only the writer uses it
}

// since returns the time in milliseconds before which stored values have expired.
func (b *fileBucket) since() int64 {
	if b.ttl == 0 {
		return math.MinInt64
	}
	return time.Now().Add(-b.ttl).UnixMilli()
}

func (b *fileBucket) get(ctx context.Context, key string) (bus.Entry, error) {
	e := bus.Entry{Key: key}
	err := b.file.get.QueryRowContext(ctx, b.id, key, b.since()).Scan(&e.Revision, &e.Data)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%s: %w", key, bus.ErrNotFound)
	}
	if err != nil {
		return bus.Entry{}, err
	}
	return e, nil
}

func (b *fileBucket) list(ctx context.Context) (list []bus.Entry, revision uint64, err error) {
	tx, err := b.file.reading.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = tx.Rollback() }()
	if err := tx.QueryRowContext(ctx, "SELECT last FROM buckets WHERE id = ?", b.id).Scan(&revision); err != nil {
		return nil, 0, err
	}
	err = sqlitefile.EachRow(ctx, tx, func(rows *sql.Rows) error {
		var e bus.Entry
		err := rows.Scan(&e.Key, &e.Revision, &e.Data)
		list = append(list, e)
		return err
	}, `SELECT key, revision, data FROM entries WHERE bucket = ? AND stored > ? ORDER BY revision`, b.id, b.since())
	return list, revision, err
}

func (b *fileBucket) change(ctx context.Context, c change) (uint64, error) {
	return write(ctx, b.file, func(w *writer) (uint64, error) { return b.store(w, c) }, func(n uint64) { b.told(c.entry(n)) })
}

// store is the part of a transaction that a change is.
func (b *fileBucket) store(w *writer, c change) (revision uint64, err error) {
	since := b.since()
	if isOld(b.swept, b.ttl) {
		b.swept = time.Now()
		if _, err := w.exec("DELETE FROM entries WHERE bucket = ? AND stored <= ?", b.id, since); err != nil {
			return 0, err
		}
	}
	present, err := w.number("SELECT revision FROM entries WHERE bucket = ? AND key = ? AND stored > ?", b.id, c.key, since)
	if err == nil {
		err = c.check(present)
	}
	if err != nil {
		return 0, err
	}
	last, known := w.lasts[b.id]
	if !known {
		if last, err = w.number("SELECT last FROM buckets WHERE id = ?", b.id); err != nil {
			return 0, err
		}
	}
	revision = last + 1
	w.lasts[b.id] = revision
	if c.kind == remove {
		_, err = w.exec("DELETE FROM entries WHERE bucket = ? AND key = ?", b.id, c.key)
	} else {
		_, err = w.exec(`INSERT INTO entries (bucket, key, revision, stored, data) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT DO UPDATE SET revision = ?3, stored = ?4, data = ?5`, b.id, c.key, int64(revision), time.Now().UnixMilli(), c.data)
	}
	return revision, err
}

// fileLog has the contents of a log in a database.
type fileLog struct {
	file *file
	id   int64
	told func()
}

func (l *fileLog) append(ctx context.Context, data []byte) (uint64, error) {
	return write(ctx, l.file, func(w *writer) (uint64, error) {
		return w.number(`INSERT INTO items (log, number, data) VALUES (?1,
			1 + coalesce((SELECT number FROM items WHERE log = ?1 ORDER BY number DESC LIMIT 1), 0), ?2) RETURNING number`, l.id, data)
	}, func(uint64) { l.told() })
}

// pageSize is the largest number of items that are read at once.
const pageSize = 100

func (l *fileLog) read(ctx context.Context, from uint64) (list [][]byte, err error) {
	err = sqlitefile.EachRow(ctx, l.file.reading, func(rows *sql.Rows) error {
		var data []byte
		err := rows.Scan(&data)
		list = append(list, data)
		return err
	}, "SELECT data FROM items WHERE log = ? AND number >= ? ORDER BY number LIMIT ?", l.id, int64(min(from, math.MaxInt64)), pageSize)
	return list, err
}

// ahead is how many revisions a journal reserves at once, so an append need not store the last one.
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
		j.last++
		revision := j.last
		if taken = j.taken; revision > taken {
			taken = revision + ahead
			if _, err := w.exec("UPDATE journals SET last = ?2 WHERE id = ?1", j.id, int64(taken)); err != nil {
				return 0, err
			}
		}
		// Without a revision a record is left out.
		added, err := w.exec(`INSERT OR IGNORE INTO records (journal, key, revision, data) VALUES (?1, ?2, CASE WHEN ?5 =
			(SELECT coalesce(max(revision), 0) FROM records WHERE journal = ?1 AND key = ?2) THEN ?3 END, ?4)`,
			j.id, key, int64(revision), data, int64(min(after, math.MaxInt64)))
		if added == 0 && err == nil {
			err = fmt.Errorf("%s: %w", key, bus.ErrConflict)
		}
		return revision, err
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
		_, err := w.exec("DELETE FROM records WHERE journal = ? AND key = ? AND revision < ?", j.id, key, int64(min(before, math.MaxInt64)))
		return err
	}, nil)
}
