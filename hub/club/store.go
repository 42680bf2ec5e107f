package club

import (
	"context"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"mancala/hub/bus"
	"mancala/match/lobby"
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

// find is get without an error for a missing key.
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

// take gives a key the value: at once if it has none, or else if may allows that the old one is
// replaced. An error of may ends it; errSame does so without being returned.
func (s store[T]) take(ctx context.Context, key string, value T, may func(old T) error) error {
	for range maxTries {
		_, err := s.create(ctx, key, value)
		if !errors.Is(err, bus.ErrExists) {
			return err
		}
		old, revision, err := s.get(ctx, key)
		if errors.Is(err, bus.ErrNotFound) {
			continue
		}
		if err == nil {
			err = may(old)
		}
		if err != nil {
			return unless(err, errSame)
		}
		if _, err := s.update(ctx, key, value, revision); !errors.Is(err, bus.ErrConflict) {
			return err
		}
	}
	return bus.ErrConflict
}

// unless returns the error, or nil if it is one of the others.
func unless(err error, others ...error) error {
	if slices.ContainsFunc(others, func(other error) bool { return errors.Is(err, other) }) {
		return nil
	}
	return err
}

// cleanWait is how long it may take to undo an unfinished change.
const cleanWait = 5 * time.Second

// cleaning returns a context for undoing a change begun with ctx, which may have ended.
func cleaning(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), cleanWait)
}

// errSame says that a value stays as it is.
var errSame = errors.New("nothing changes")

// remove deletes a key at that revision, or at any for revision 0. A missing key or another
// revision is not an error.
func (s store[T]) remove(ctx context.Context, key string, revision uint64) error {
	return unless(s.bucket.Delete(ctx, key, revision), bus.ErrConflict, bus.ErrNotFound)
}

// base is common to the parts of a club at a node.
type base struct {
	cfg Config
	run string // names this run of this node
}

// Config returns the configuration of the club.
func (n *base) Config() Config { return n.cfg }

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newID returns the id of a new member or table.
func (n *base) newID() (string, error) {
	var b [lobby.IDLength * 5 / 8]byte
	if _, err := io.ReadFull(n.cfg.Rand, b[:]); err != nil {
		return "", fmt.Errorf("no random bytes for an id: %w", err)
	}
	return letters.EncodeToString(b[:]), nil
}

// logTrouble logs an error that is no race between nodes.
func (n *base) logTrouble(what string, err error) {
	if unless(err, bus.ErrConflict, bus.ErrClosed, context.Canceled) != nil {
		n.cfg.Log.Warn(what, "err", err)
	}
}

// lives reports whether a run of a node lasts, as far as this node can tell.
func (n *base) lives(ctx context.Context, run string) bool {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	_, err := n.cfg.Bus.Request(ctx, aliveSubject+run, nil)
	return !errors.Is(err, bus.ErrNoResponders)
}

// unwatched logs that a bucket cannot be watched at the moment.
func (n *base) unwatched(err error) {
	n.cfg.Log.Error("A bucket can no longer be watched; this is tried again.", "err", err)
}
