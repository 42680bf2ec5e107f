package bus

import (
	"context"
	"errors"
	"slices"
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
