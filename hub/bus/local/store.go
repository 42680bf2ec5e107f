package local

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"mancala/hub/bus"
)

// memory is a store that ends with the process.
type memory struct{}

func (memory) bucket(_ context.Context, _ string, ttl time.Duration, told func(bus.Entry)) (values, error) {
	return &memoryValues{ttl: ttl, told: told, entries: map[string]kept{}}, nil
}

func (memory) log(_ context.Context, _ string, told func()) (items, error) {
	return &memoryItems{told: told}, nil
}

func (memory) journal(context.Context, string) (records, error) {
	return &memoryRecords{lists: map[string][]bus.Record{}}, nil
}

func (memory) close() error { return nil }

type memoryValues struct {
	ttl  time.Duration
	told func(bus.Entry)

	mu      sync.Mutex
	last    uint64 // the revision of the last change
	entries map[string]kept
}

// kept is an entry and when it was stored.
type kept struct {
	bus.Entry
	at time.Time
}

// isOld reports whether an item stored at that time has expired.
func isOld(at time.Time, ttl time.Duration) bool { return ttl > 0 && time.Since(at) >= ttl }

func (m *memoryValues) get(_ context.Context, key string) (bus.Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[key]
	if !ok || isOld(e.at, m.ttl) {
		return bus.Entry{}, fmt.Errorf("%s: %w", key, bus.ErrNotFound)
	}
	return e.Entry, nil
}

func (m *memoryValues) list(_ context.Context) ([]bus.Entry, uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []bus.Entry
	for _, e := range m.entries {
		if !isOld(e.at, m.ttl) {
			list = append(list, e.Entry)
		}
	}
	slices.SortFunc(list, func(a, b bus.Entry) int { return cmp.Compare(a.Revision, b.Revision) })
	return list, m.last, nil
}

func (m *memoryValues) change(_ context.Context, c change) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.entries[c.key]
	if isOld(e.at, m.ttl) {
		e = kept{}
	}
	if err := c.check(e.Revision); err != nil {
		return 0, err
	}
	m.last++
	if c.kind == remove {
		delete(m.entries, c.key)
	} else {
		m.entries[c.key] = kept{c.entry(m.last), time.Now()}
	}
	m.told(c.entry(m.last))
	return m.last, nil
}

type memoryItems struct {
	told func()

	mu   sync.Mutex
	list [][]byte
}

func (m *memoryItems) append(_ context.Context, data []byte) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, data)
	m.told()
	return uint64(len(m.list)), nil
}

func (m *memoryItems) read(_ context.Context, from uint64) ([][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if from > uint64(len(m.list)) {
		return nil, nil
	}
	return slices.Clone(m.list[from-1 : min(from+99, uint64(len(m.list)))]), nil
}

type memoryRecords struct {
	mu    sync.Mutex
	last  uint64 // the revision of the last record
	lists map[string][]bus.Record
}

func (m *memoryRecords) append(_ context.Context, key string, after uint64, data []byte) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.lists[key]
	if tailOf(list) != after {
		return 0, fmt.Errorf("%s: %w", key, bus.ErrConflict)
	}
	m.last++
	m.lists[key] = append(list, bus.Record{Revision: m.last, Data: data})
	return m.last, nil
}

// tailOf returns the revision of the last record, or 0.
func tailOf(list []bus.Record) uint64 {
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1].Revision
}

func (m *memoryRecords) read(_ context.Context, key string) ([]bus.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.lists[key]), nil
}

func (m *memoryRecords) trim(_ context.Context, key string, before uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.lists[key]), func(r bus.Record) bool { return r.Revision < before })
	if m.lists[key] = list; len(list) == 0 {
		delete(m.lists, key)
	}
	return nil
}

// store keeps the buckets, logs and journals of a broker. All keys, names and lengths have been
// checked.
type store interface {
	// bucket, log and journal return the contents under a name. They call told for each change or
	// new item, in order, after storing it and before its caller continues.
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
	// read returns some items from a number on, if any.
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
