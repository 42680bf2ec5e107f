package local

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"mancala/hub/bus"
)

// bucket is a bucket that all nodes share.
type bucket struct {
	ttl    time.Duration
	values values

	mu       sync.Mutex
	watchers map[*watcher]bool
}

func (n *node) Bucket(ctx context.Context, name string, ttl time.Duration) (bus.Bucket, error) {
	if err := bus.CheckBucket(name, ttl); err != nil {
		return nil, err
	}
	k, err := shared(n, "bucket", n.broker.buckets, name, func() (k *bucket, err error) {
		k = &bucket{ttl: ttl, watchers: map[*watcher]bool{}}
		k.values, err = n.broker.store.bucket(ctx, name, ttl, k.tell)
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

// tell tells the watchers of a change.
func (k *bucket) tell(e bus.Entry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for w := range k.watchers {
		w.push(e)
	}
}

func (k *bucket) enter(w *watcher) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.watchers[w] = true
}

func (k *bucket) leave(w *watcher) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.watchers, w)
}

// nodeBucket is a bucket as one node sees it.
type nodeBucket struct {
	node   *node
	shared *bucket
}

func (b nodeBucket) Get(ctx context.Context, key string) (bus.Entry, error) {
	if err := bus.CheckKey(key); err != nil {
		return bus.Entry{}, err
	}
	return during(ctx, b.node, func(ctx context.Context) (bus.Entry, error) { return b.shared.values.get(ctx, key) })
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
		return nil
	}
	return err
}

func (b nodeBucket) change(ctx context.Context, c change) (uint64, error) {
	if err := bus.CheckKey(c.key); err != nil {
		return 0, err
	}
	if err := bus.CheckData(c.data); err != nil {
		return 0, err
	}
	c.data = own(c.data)
	return during(ctx, b.node, func(ctx context.Context) (uint64, error) { return b.shared.values.change(ctx, c) })
}

func (b nodeBucket) Watch(ctx context.Context, f func(bus.Entry)) error {
	_, err := during(ctx, b.node, func(ctx context.Context) (struct{}, error) { return struct{}{}, b.shared.watch(ctx, f) })
	return err
}

// watch is Watch, until the context ends.
func (k *bucket) watch(ctx context.Context, f func(bus.Entry)) error {
	w := &watcher{more: make(chan struct{}, 1), latest: map[string]uint64{}}
	k.enter(w)
	defer k.leave(w)
	list, revision, err := k.values.list(ctx)
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
