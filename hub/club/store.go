package club

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"mancala/hub/bus"
)

// store is a bucket of values in JSON.
type store[T any] struct{ bucket bus.Bucket }

// open opens the bucket with that name.
func (s *store[T]) open(ctx context.Context, b bus.Bus, name string, ttl time.Duration) (err error) {
	if s.bucket, err = b.Bucket(ctx, name, ttl); err != nil {
		return fmt.Errorf("bucket %s: %w", name, err)
	}
	return nil
}

// get returns the value of a key and its revision, or bus.ErrNotFound.
func (s store[T]) get(ctx context.Context, key string) (value T, revision uint64, err error) {
	e, err := s.bucket.Get(ctx, key)
	if err != nil {
		return value, 0, err
	}
	value, err = decode[T](e)
	return value, e.Revision, err
}

// find is get for a key that may be missing, which is no error.
func (s store[T]) find(ctx context.Context, key string) (value T, revision uint64, found bool, err error) {
	value, revision, err = s.get(ctx, key)
	if errors.Is(err, bus.ErrNotFound) {
		return value, 0, false, nil
	}
	return value, revision, err == nil, err
}

// decode returns the value of an entry.
func decode[T any](e bus.Entry) (value T, err error) {
	if err := json.Unmarshal(e.Data, &value); err != nil {
		return value, fmt.Errorf("key %s: %w", e.Key, err)
	}
	return value, nil
}

// create stores the first value of a key, or returns bus.ErrExists.
func (s store[T]) create(ctx context.Context, key string, value T) (revision uint64, err error) {
	data, err := json.Marshal(value)
	if err != nil {
		return 0, err
	}
	return s.bucket.Create(ctx, key, data)
}

// update replaces the value of a key that has that revision, or returns bus.ErrConflict.
func (s store[T]) update(ctx context.Context, key string, value T, revision uint64) (uint64, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return 0, err
	}
	return s.bucket.Update(ctx, key, data, revision)
}

// maxTries is how often a value is changed anew because another node was faster.
const maxTries = 32

// change replaces the value of a key by f's, and returns that. If another node changes the
// value meanwhile, f is called again with the new one. An error of f ends it; errSame does so
// without being returned.
func (s store[T]) change(ctx context.Context, key string, f func(value *T) error) (value T, err error) {
	for range maxTries {
		var revision uint64
		if value, revision, err = s.get(ctx, key); err != nil {
			return value, err
		}
		if err = f(&value); errors.Is(err, errSame) {
			return value, nil
		} else if err != nil {
			return value, err
		}
		if _, err = s.update(ctx, key, value, revision); !errors.Is(err, bus.ErrConflict) {
			return value, err
		}
	}
	return value, err
}

// cleanWait is how long it may take to undo an unfinished change.
const cleanWait = 5 * time.Second

// cleaning returns a context for undoing a change begun with ctx, which may have ended.
func cleaning(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), cleanWait)
}

// errSame says that a value stays as it is.
var errSame = errors.New("nothing changes")

// remove deletes a key that has that revision, or any with revision 0. It is no error if the key is
// gone or has another revision.
func (s store[T]) remove(ctx context.Context, key string, revision uint64) error {
	err := s.bucket.Delete(ctx, key, revision)
	if errors.Is(err, bus.ErrConflict) || errors.Is(err, bus.ErrNotFound) {
		return nil
	}
	return err
}
