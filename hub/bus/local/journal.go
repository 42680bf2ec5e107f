package local

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"mancala/hub/bus"
	"mancala/record/sqlitefile"
)

// ahead is how many revisions a journal reserves at once, so an append need not store the last one.
const ahead = 1000

// journal is a journal that all nodes share. Only the writer uses last and taken.
type journal struct {
	broker *Broker
	id     int64
	last   uint64 // the last revision that was given
	taken  uint64 // and the last one that may be given before the database has to know
}

func (n *node) Journal(ctx context.Context, name string) (bus.Journal, error) {
	j, err := shared(n, "journal", n.broker.journals, name, func() (*journal, error) {
		j := &journal{broker: n.broker}
		return j, n.broker.named(ctx, "journals (name, last) VALUES (?, 0)", "id, last FROM journals", name, nil, &j.id, &j.last)
	})
	if err != nil {
		return nil, err
	}
	return nodeJournal{n, j}, nil
}

// nodeJournal is a journal as one node sees it.
type nodeJournal struct {
	node *node
	*journal
}

func (j nodeJournal) Append(ctx context.Context, key string, after uint64, data []byte) (uint64, error) {
	if err := errors.Join(bus.CheckJournalKey(key), bus.CheckData(data)); err != nil {
		return 0, err
	}
	data = own(data)
	var taken uint64
	add := func(w *writer) (uint64, error) {
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
	}
	return during(ctx, j.node, func(ctx context.Context) (uint64, error) {
		return write(ctx, j.broker, add, func(uint64) { j.taken = taken })
	})
}

func (j nodeJournal) Read(ctx context.Context, key string) ([]bus.Record, error) {
	if err := bus.CheckJournalKey(key); err != nil {
		return nil, err
	}
	return during(ctx, j.node, func(ctx context.Context) (list []bus.Record, err error) {
		err = sqlitefile.EachRow(ctx, j.broker.reading, func(rows *sql.Rows) error {
			var r bus.Record
			err := rows.Scan(&r.Revision, &r.Data)
			list = append(list, r)
			return err
		}, "SELECT revision, data FROM records WHERE journal = ? AND key = ? ORDER BY revision", j.id, key)
		return list, err
	})
}

func (j nodeJournal) Trim(ctx context.Context, key string, before uint64) error {
	if err := bus.CheckJournalKey(key); err != nil {
		return err
	}
	return j.node.during(ctx, func(ctx context.Context) error {
		return j.broker.writer.do(ctx, func(w *writer) error {
			_, err := w.exec("DELETE FROM records WHERE journal = ? AND key = ? AND revision < ?", j.id, key, int64(min(before, math.MaxInt64)))
			return err
		}, nil)
	})
}

func (j nodeJournal) Delete(ctx context.Context, key string) error {
	return j.Trim(ctx, key, math.MaxUint64)
}
