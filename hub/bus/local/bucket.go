package local

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"mancala/hub/bus"
	"mancala/record/sqlitefile"
)

// bucket is a bucket that all nodes share.
type bucket struct {
	broker *Broker
	id     int64
	ttl    time.Duration
	swept  time.Time // when entries that are too old were removed; only the writer uses it

	mu       sync.Mutex
	watchers map[*watcher]bool
}

func (n *node) Bucket(ctx context.Context, name string, ttl time.Duration) (bus.Bucket, error) {
	if err := bus.CheckBucket(name, ttl); err != nil {
		return nil, err
	}
	k, err := shared(n, "bucket", n.broker.buckets, name, func() (k *bucket, err error) {
		k = &bucket{broker: n.broker, watchers: map[*watcher]bool{}}
		var seconds int64
		err = n.broker.named(ctx, "buckets (name, ttl, last) VALUES (?, ?, 0)", "id, ttl FROM buckets", name, []any{int64(ttl / time.Second)}, &k.id, &seconds)
		k.ttl = time.Duration(seconds) * time.Second
		return k, err
	})
	if err == nil && k.ttl != ttl {
		err = fmt.Errorf("bucket %s: its keys live for %v, not %v", name, k.ttl, ttl)
	}
	if err != nil {
		return nil, err
	}
	return nodeBucket{n, k}, nil
}

// since returns the time in milliseconds before which stored values have expired.
func (k *bucket) since() int64 {
	if k.ttl == 0 {
		return math.MinInt64
	}
	return time.Now().Add(-k.ttl).UnixMilli()
}

func (k *bucket) list(ctx context.Context) (list []bus.Entry, revision uint64, err error) {
	tx, err := k.broker.reading.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = tx.Rollback() }()
	if err := tx.QueryRowContext(ctx, "SELECT last FROM buckets WHERE id = ?", k.id).Scan(&revision); err != nil {
		return nil, 0, err
	}
	err = sqlitefile.EachRow(ctx, tx, func(rows *sql.Rows) error {
		var e bus.Entry
		err := rows.Scan(&e.Key, &e.Revision, &e.Data)
		list = append(list, e)
		return err
	}, `SELECT key, revision, data FROM entries WHERE bucket = ? AND stored > ? ORDER BY revision`, k.id, k.since())
	return list, revision, err
}

// store is the part of a transaction that a change is.
func (k *bucket) store(w *writer, c change) (revision uint64, err error) {
	since := k.since()
	if k.ttl > 0 && time.Since(k.swept) >= k.ttl {
		k.swept = time.Now()
		if _, err := w.exec("DELETE FROM entries WHERE bucket = ? AND stored <= ?", k.id, since); err != nil {
			return 0, err
		}
	}
	present, err := w.number("SELECT revision FROM entries WHERE bucket = ? AND key = ? AND stored > ?", k.id, c.key, since)
	if err == nil {
		err = c.check(present)
	}
	if err != nil {
		return 0, err
	}
	last, known := w.lasts[k.id]
	if !known {
		if last, err = w.number("SELECT last FROM buckets WHERE id = ?", k.id); err != nil {
			return 0, err
		}
	}
	revision = last + 1
	w.lasts[k.id] = revision
	if c.kind == remove {
		_, err = w.exec("DELETE FROM entries WHERE bucket = ? AND key = ?", k.id, c.key)
	} else {
		_, err = w.exec(`INSERT INTO entries (bucket, key, revision, stored, data) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT DO UPDATE SET revision = ?3, stored = ?4, data = ?5`, k.id, c.key, int64(revision), time.Now().UnixMilli(), c.data)
	}
	return revision, err
}

// tell tells the watchers of a change.
func (k *bucket) tell(e bus.Entry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for w := range k.watchers {
		w.push(e)
	}
}

// keep adds a watcher, or removes it.
func (k *bucket) keep(w *watcher, on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if delete(k.watchers, w); on {
		k.watchers[w] = true
	}
}

// nodeBucket is a bucket as one node sees it.
type nodeBucket struct {
	node *node
	*bucket
}

func (b nodeBucket) Get(ctx context.Context, key string) (bus.Entry, error) {
	if err := bus.CheckKey(key); err != nil {
		return bus.Entry{}, err
	}
	return during(ctx, b.node, func(ctx context.Context) (e bus.Entry, err error) {
		err = b.broker.get.QueryRowContext(ctx, b.id, key, b.since()).Scan(&e.Revision, &e.Data)
		if errors.Is(err, sql.ErrNoRows) {
			return e, fmt.Errorf("%s: %w", key, bus.ErrNotFound)
		}
		e.Key = key
		return e, err
	})
}

func (b nodeBucket) Create(ctx context.Context, key string, data []byte) (uint64, error) {
	return b.change(ctx, change{kind: create, key: key, data: data})
}

func (b nodeBucket) Update(ctx context.Context, key string, data []byte, revision uint64) (uint64, error) {
	return b.change(ctx, change{kind: update, key: key, data: data, revision: revision})
}

func (b nodeBucket) Delete(ctx context.Context, key string, revision uint64) error {
	_, err := b.change(ctx, change{kind: remove, key: key, revision: revision})
	if err == errNothing {
		err = nil
	}
	return err
}

func (b nodeBucket) change(ctx context.Context, c change) (uint64, error) {
	if err := errors.Join(bus.CheckKey(c.key), bus.CheckData(c.data)); err != nil {
		return 0, err
	}
	c.data = own(c.data)
	return during(ctx, b.node, func(ctx context.Context) (uint64, error) {
		return write(ctx, b.broker, func(w *writer) (uint64, error) { return b.store(w, c) }, func(n uint64) { b.tell(c.entry(n)) })
	})
}

func (b nodeBucket) Watch(ctx context.Context, f func(bus.Entry)) error {
	return b.node.during(ctx, func(ctx context.Context) error { return b.watch(ctx, f) })
}

// watch is Watch, until the context ends.
func (k *bucket) watch(ctx context.Context, f func(bus.Entry)) error {
	w := &watcher{more: make(chan struct{}, 1), latest: map[string]uint64{}}
	k.keep(w, true)
	defer k.keep(w, false)
	list, revision, err := k.list(ctx)
	if err != nil {
		return err
	}
	for _, e := range append(list, bus.Entry{}) {
		if ctx.Err() != nil {
			break
		}
		f(e)
	}
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if e, ok := w.pop(); !ok {
			select {
			case <-w.more:
			case <-ctx.Done():
			}
		} else if e.Revision > revision { // else it was in the list
			f(e)
		}
	}
}

// watcher holds the pending changes: each key's last one, in the order of the revisions.
type watcher struct {
	more chan struct{} // has an element when something was pushed

	mu      sync.Mutex
	pending []bus.Entry
	latest  map[string]uint64 // the revisions of those pending that have not been replaced
}

func (w *watcher) push(e bus.Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pending = append(w.pending, e)
	w.latest[e.Key] = e.Revision
	if len(w.pending) > 64 && len(w.pending) > 2*len(w.latest) {
		w.pending = slices.DeleteFunc(w.pending, func(e bus.Entry) bool { return w.latest[e.Key] != e.Revision })
	}
	select {
	case w.more <- struct{}{}:
	default:
	}
}

// pop returns the next entry that has not been replaced.
func (w *watcher) pop() (bus.Entry, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.pending) > 0 {
		e := w.pending[0]
		w.pending = w.pending[1:]
		if w.latest[e.Key] == e.Revision {
			delete(w.latest, e.Key)
			return e, true
		}
	}
	return bus.Entry{}, false
}

// change is a change of a key.
type change struct {
	kind     kind
	key      string
	data     []byte
	revision uint64 // that the key must have; 0 in a deletion: any
}

type kind int

const (
	create kind = iota
	update
	remove
)

// errNothing means that a change changes nothing.
var errNothing = errors.New("nothing to change")

// check returns why a change is impossible on a key at a revision; 0 means that the key is missing.
func (c change) check(revision uint64) error {
	var err error
	switch {
	case c.kind == create && revision != 0:
		err = bus.ErrExists
	case c.kind == update && (revision == 0 || revision != c.revision):
		err = bus.ErrConflict
	case c.kind == remove && c.revision != 0 && revision != c.revision:
		err = bus.ErrConflict
	case c.kind == remove && revision == 0:
		return errNothing
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.key, err)
	}
	return nil
}

// entry returns the entry for watchers of a change with its revision.
func (c change) entry(revision uint64) bus.Entry {
	e := bus.Entry{Key: c.key, Data: c.data, Revision: revision, Deleted: c.kind == remove}
	if e.Deleted {
		e.Data = nil
	}
	return e
}
