package store

import (
	"context"
	"database/sql"
	"time"
)

// Change is something that other nodes must hear. It was stored with the change that it is about.
type Change struct {
	N    uint64 // its number; there is no gap between two
	Kind string
	ID   string
	Body []byte
}

// tell has the other nodes hear of something once the transaction is stored.
func (t *tx) tell(kind, id string, body []byte) {
	t.news = append(t.news, Change{Kind: kind, ID: id, Body: blob(body)})
}

// tellAll stores the changes. It is the last thing in a transaction: the counter's row keeps other
// transactions waiting until this one has ended, so numbers become visible in their order, and one
// that waits for it holds no row that this one needs.
func (t *tx) tellAll() error {
	if len(t.news) == 0 {
		return nil
	}
	var last int
	if err := t.row("UPDATE counter SET value = value + $1 WHERE name = 'change' RETURNING value", []any{len(t.news)}, &last); err != nil {
		return err
	}
	for i, c := range t.news {
		_, err := t.exec("INSERT INTO change (n, kind, id, body, at) VALUES ($1, $2, $3, $4, {now})", last-len(t.news)+1+i, c.Kind, c.ID, c.Body)
		if err != nil {
			return err
		}
	}
	if t.engine.notify == "" {
		return nil
	}
	_, err := t.exec(t.engine.notify)
	return err
}

// Tell has all nodes hear of some changes, this one too. They get their numbers.
func (s *Store) Tell(ctx context.Context, list ...Change) error {
	return s.change(ctx, func(t *tx) error {
		for _, c := range list {
			t.tell(c.Kind, c.ID, c.Body)
		}
		return nil
	})
}

// lookEvery is how often a node looks for changes without being woken.
const lookEvery = 2 * time.Second

// maxChanges is how many changes are read at once.
const maxChanges = 1000

// Last returns the number of the last change. A node that reads the state afterwards and then
// follows from this number misses nothing.
func (s *Store) Last(ctx context.Context) (n uint64, err error) {
	err = s.view(ctx, func(rows *sql.Rows) error { return rows.Scan(&n) }, "SELECT value FROM counter WHERE name = 'change'")
	return n, err
}

// Follow calls f with the changes behind a number, in order, until ctx ends, which is its error. If
// changes are missing, since this node was away for too long, f gets none with missed, and has to
// read the state anew. Only one call may run at a time.
func (s *Store) Follow(ctx context.Context, after uint64, f func(list []Change, missed bool)) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		list, last, err := s.behind(ctx, after)
		switch {
		case err != nil: // it is tried again
		case len(list) > 0 && list[0].N == after+1:
			after = list[len(list)-1].N
			if f(list, false); len(list) == maxChanges {
				continue
			}
		case last != after:
			after = last
			f(nil, true)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.heard:
		case <-tick.C:
		}
	}
}

// behind returns changes behind a number, and the number of the last one, which is read first.
func (s *Store) behind(ctx context.Context, after uint64) (list []Change, last uint64, err error) {
	if last, err = s.Last(ctx); err != nil || last == after {
		return nil, last, err
	}
	err = s.view(ctx, func(rows *sql.Rows) error {
		var c Change
		err := rows.Scan(&c.N, &c.Kind, &c.ID, &c.Body)
		list = append(list, c)
		return err
	}, "SELECT n, kind, id, body FROM change WHERE n > $1 ORDER BY n LIMIT $2", after, maxChanges)
	return list, last, err
}
