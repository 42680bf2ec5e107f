package bus

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"mancala/netplay/workers"
)

// Present returns the present entries of a bucket, in the order of their revisions.
func Present(ctx context.Context, b Bucket) ([]Entry, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var list []Entry
	last, whole := map[string]int{}, false // by key, its place in the list
	err := b.Watch(ctx, func(e Entry) {
		switch before, again := last[e.Key]; {
		case whole:
			return
		case e.Key == "":
			whole = true
			cancel()
			return
		case again:
			list[before].Deleted = true
		}
		last[e.Key] = len(list)
		list = append(list, e)
	})
	if !whole {
		return nil, err
	}
	return slices.DeleteFunc(list, func(e Entry) bool { return e.Deleted }), nil
}

// Put stores a value under a key, which may have another one.
func Put(ctx context.Context, b Bucket, key string, data []byte) error {
	for {
		_, err := b.Create(ctx, key, data)
		if !errors.Is(err, ErrExists) {
			return err
		}
		e, err := b.Get(ctx, key)
		if err == nil {
			_, err = b.Update(ctx, key, data, e.Revision)
		}
		if !errors.Is(err, ErrConflict) && !errors.Is(err, ErrNotFound) {
			return err
		}
	}
}

// watchAgain is the time until a bucket is watched again after an error.
const watchAgain = time.Second

// Follow passes the entries of a bucket to f until ctx ends or the bus is closed. It calls ready
// after the present entries. If it must watch the bucket again, it calls failed with the reason,
// and passes keys that have disappeared meanwhile as deleted.
func Follow(ctx context.Context, b Bucket, f func(Entry), ready func(), failed func(error)) {
	known := map[string]bool{}
	ready = sync.OnceFunc(ready)
	for ctx.Err() == nil {
		before := maps.Clone(known)
		err := b.Watch(ctx, func(e Entry) {
			delete(before, e.Key)
			if e.Key != "" {
				if known[e.Key] = true; e.Deleted {
					delete(known, e.Key)
				}
				f(e)
				return
			}
			ready()
			for key := range before {
				delete(known, key)
				f(Entry{Key: key, Deleted: true})
			}
			clear(before)
		})
		if errors.Is(err, ErrClosed) {
			return
		}
		if ctx.Err() == nil {
			failed(err)
			workers.Pause(ctx, watchAgain)
		}
	}
}
