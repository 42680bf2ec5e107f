package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"mancala/hub/bus"
)

// bucket is a bucket that all nodes share.
type bucket struct {
	cfg    bus.BucketConfig
	values values

	mu       sync.Mutex
	watchers map[*watcher]bool
}

// bucket returns the bucket with that name.
func (b *Broker) bucket(ctx context.Context, name string, cfg bus.BucketConfig) (*bucket, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	k := b.buckets[name]
	if k == nil {
		k = &bucket{cfg: cfg, watchers: map[*watcher]bool{}}
		var err error
		if k.values, err = b.store.bucket(ctx, name, cfg, k.tell); err != nil {
			return nil, fmt.Errorf("bucket %s: %w", name, err)
		}
		b.buckets[name] = k
	}
	if k.cfg != cfg {
		return nil, fmt.Errorf("bucket %s: its keys live for %v, not %v", name, k.cfg.TTL, cfg.TTL)
	}
	return k, nil
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
	ctx, end := b.node.during(ctx)
	defer end()
	if err := context.Cause(ctx); err != nil {
		return bus.Entry{}, err
	}
	e, err := b.shared.values.get(ctx, key)
	return e, because(ctx, err)
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
	ctx, end := b.node.during(ctx)
	defer end()
	if err := context.Cause(ctx); err != nil {
		return 0, err
	}
	c.data = bytes.Clone(c.data)
	revision, err := b.shared.values.change(ctx, c)
	return revision, because(ctx, err)
}

func (b nodeBucket) Watch(ctx context.Context, prefix string, f func(bus.Entry)) error {
	if err := bus.CheckPrefix(prefix); err != nil {
		return err
	}
	ctx, end := b.node.during(ctx)
	defer end()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	w := newWatcher(prefix)
	b.shared.enter(w)
	defer b.shared.leave(w)
	list, revision, err := b.shared.values.list(ctx, prefix)
	if err != nil {
		return because(ctx, err)
	}
	for _, e := range append(list, bus.Entry{}) {
		if ctx.Err() != nil {
			break
		}
		f(e)
	}
	for {
		if err := context.Cause(ctx); err != nil {
			return err
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

// because returns the reason why a context has ended in place of an error that comes from that.
func because(ctx context.Context, err error) error {
	if err != nil && errors.Is(err, ctx.Err()) {
		return context.Cause(ctx)
	}
	return err
}
