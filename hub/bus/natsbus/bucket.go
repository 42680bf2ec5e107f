package natsbus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"mancala/hub/bus"
)

// A bucket has the layout of the NATS tools, so that `nats kv` reads it: a stream with one message
// for each key, which has the header below if the key was deleted.
const (
	operation = "KV-Operation"
	deletion  = "DEL"
)

// marks is how long the mark of a deletion is kept, for readers that lost their connection.
const marks = time.Hour

type bucket struct {
	stream
	prefix string // of the subjects of the keys
}

func (n *node) Bucket(ctx context.Context, name string, ttl time.Duration) (bus.Bucket, error) {
	if err := bus.CheckBucket(name, ttl); err != nil {
		return nil, err
	}
	name = "mancala-" + name
	prefix := "$KV." + name + "."
	s, err := n.stream(ctx, jetstream.StreamConfig{
		Name:              "KV_" + name,
		Subjects:          []string{prefix + ">"},
		MaxMsgsPerSubject: 1,
		MaxAge:            ttl,
		AllowMsgTTL:       true,
		AllowRollup:       true,
		DenyDelete:        true,
	})
	if err != nil {
		return nil, fmt.Errorf("bucket %s: %w", name, err)
	}
	return bucket{s, prefix}, nil
}

func (b bucket) Get(ctx context.Context, key string) (bus.Entry, error) {
	e, err := b.get(ctx, key)
	if err == nil && e.Deleted {
		err = fmt.Errorf("%s: %w", key, bus.ErrNotFound)
	}
	if err != nil {
		return bus.Entry{}, err
	}
	return e, nil
}

// get is Get, but returns the mark of a deletion if there is one.
func (b bucket) get(ctx context.Context, key string) (bus.Entry, error) {
	if err := bus.CheckKey(key); err != nil {
		return bus.Entry{}, err
	}
	m, err := b.last(ctx, b.prefix+key)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		err = fmt.Errorf("%s: %w", key, bus.ErrNotFound)
	}
	if err != nil {
		return bus.Entry{}, err
	}
	return b.entry(&nats.Msg{Subject: m.Subject, Header: m.Header, Data: m.Data}, m.Sequence), nil
}

func (b bucket) entry(m *nats.Msg, number uint64) bus.Entry {
	e := bus.Entry{Key: m.Subject[len(b.prefix):], Data: m.Data, Revision: number}
	if m.Header.Get(operation) != "" {
		e.Deleted, e.Data = true, nil
	}
	return e
}

func (b bucket) Create(ctx context.Context, key string, data []byte) (uint64, error) {
	revision, err := b.change(ctx, key, data, 0, false)
	if !errors.Is(err, bus.ErrConflict) {
		return revision, err
	}
	exists := fmt.Errorf("%s: %w", key, bus.ErrExists)
	e, err := b.get(ctx, key)
	switch {
	case errors.Is(err, bus.ErrNotFound): // was deleted just now
		e.Revision = 0
	case err != nil:
		return 0, err
	case !e.Deleted:
		return 0, exists
	}
	revision, err = b.change(ctx, key, data, e.Revision, false)
	if errors.Is(err, bus.ErrConflict) {
		return 0, exists
	}
	return revision, err
}

func (b bucket) Update(ctx context.Context, key string, data []byte, revision uint64) (uint64, error) {
	if revision == 0 {
		return 0, errors.Join(bus.CheckKey(key), conflict(key))
	}
	return b.change(ctx, key, data, revision, false)
}

func (b bucket) Delete(ctx context.Context, key string, revision uint64) error {
	if revision != 0 {
		_, err := b.change(ctx, key, nil, revision, true)
		return err
	}
	for {
		e, err := b.Get(ctx, key)
		if errors.Is(err, bus.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err = b.change(ctx, key, nil, e.Revision, true); !errors.Is(err, bus.ErrConflict) {
			return err
		}
	}
}

func conflict(key string) error { return fmt.Errorf("%s: %w", key, bus.ErrConflict) }

// change stores a value or a deletion mark if the key's last message has the revision; 0 means that
// there must be none.
func (b bucket) change(ctx context.Context, key string, data []byte, revision uint64, deleted bool) (uint64, error) {
	if err := bus.CheckKey(key); err != nil {
		return 0, err
	}
	if err := bus.CheckData(data); err != nil {
		return 0, err
	}
	m := nats.NewMsg(b.prefix + key)
	m.Data = data
	m.Header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(revision, 10))
	if deleted {
		m.Header.Set(operation, deletion)
		m.Header.Set(jetstream.MsgTTLHeader, marks.String())
	}
	revision, err := b.put(ctx, m)
	return revision, wrong(err, conflict(key))
}

func (b bucket) Watch(ctx context.Context, f func(bus.Entry)) error {
	known := map[string]bool{} // the keys that were present so far; nil after the zero Entry
	each := func(m *nats.Msg, number uint64) error {
		e := b.entry(m, number)
		if known != nil && e.Deleted && !known[e.Key] {
			return nil // it was gone before
		}
		if known != nil {
			known[e.Key] = true
		}
		f(e)
		return nil
	}
	return b.follow(ctx, 1, b.prefix+">", each, func() {
		known = nil
		f(bus.Entry{})
	})
}
