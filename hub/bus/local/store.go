package local

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mancala/hub/bus"
)

// store keeps the buckets, logs and journals of a broker. All keys, names and lengths have been
// checked.
type store interface {
	// bucket, log and journal return the contents of the one with a name. They call told for each
	// change or new item, in order, after it is stored and before the call that made it returns.
	bucket(ctx context.Context, name string, ttl time.Duration, told func(bus.Entry)) (values, error)
	log(ctx context.Context, name string, told func()) (items, error)
	journal(ctx context.Context, name string) (records, error)
	close() error
}

// values are the contents of a bucket.
type values interface {
	get(ctx context.Context, key string) (bus.Entry, error)
	// list returns all entries in the order of their revisions, and the revision of the last
	// change.
	list(ctx context.Context) ([]bus.Entry, uint64, error)
	change(ctx context.Context, c change) (uint64, error)
}

// items are the contents of a log.
type items interface {
	append(ctx context.Context, data []byte) (uint64, error)
	// read returns some items from a number on, or none if there are none yet.
	read(ctx context.Context, from uint64) ([][]byte, error)
}

// records are the contents of a journal.
type records interface {
	append(ctx context.Context, key string, after uint64, data []byte) (uint64, error)
	read(ctx context.Context, key string) ([]bus.Record, error)
	trim(ctx context.Context, key string, before uint64) error
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

// check returns why a change is not possible on a key that has a revision, 0 if there is none.
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
