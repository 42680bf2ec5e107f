package local

import (
	"context"
	"math"
	"sync"

	"mancala/hub/bus"
)

// log is a log that all nodes share.
type log struct {
	items items

	mu   sync.Mutex
	more chan struct{} // closed with the next item
}

func (n *node) Log(ctx context.Context, name string) (bus.Log, error) {
	l, err := shared(n, "log", n.broker.logs, name, func() (l *log, err error) {
		l = &log{more: make(chan struct{})}
		l.items, err = n.broker.store.log(ctx, name, l.tell)
		return l, err
	})
	if err != nil {
		return nil, err
	}
	return nodeLog{n, l}, nil
}

// tell wakes every Read that waits for an item.
func (l *log) tell() {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.more)
	l.more = make(chan struct{})
}

// next returns a channel that is closed with the next item.
func (l *log) next() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.more
}

// nodeLog is a log as one node sees it.
type nodeLog struct {
	node   *node
	shared *log
}

func (l nodeLog) Append(ctx context.Context, data []byte) (uint64, error) {
	if err := bus.CheckData(data); err != nil {
		return 0, err
	}
	data = own(data)
	return during(ctx, l.node, func(ctx context.Context) (uint64, error) { return l.shared.items.append(ctx, data) })
}

func (l nodeLog) Read(ctx context.Context, from uint64, f func(uint64, []byte) error) error {
	_, err := during(ctx, l.node, func(ctx context.Context) (struct{}, error) { return struct{}{}, l.shared.read(ctx, max(from, 1), f) })
	return err
}

// read is Read, until the context ends.
func (l *log) read(ctx context.Context, from uint64, f func(uint64, []byte) error) error {
	for ctx.Err() == nil {
		more := l.next()
		list, err := l.items.read(ctx, from)
		if err != nil {
			return err
		}
		for _, data := range list {
			if ctx.Err() != nil {
				break
			}
			if err := f(from, data); err != nil {
				return err
			}
			from++
		}
		if len(list) == 0 {
			select {
			case <-more:
			case <-ctx.Done():
			}
		}
	}
	return ctx.Err()
}

func (n *node) Journal(ctx context.Context, name string) (bus.Journal, error) {
	j, err := shared(n, "journal", n.broker.journals, name, func() (records, error) { return n.broker.store.journal(ctx, name) })
	if err != nil {
		return nil, err
	}
	return nodeJournal{n, j}, nil
}

// nodeJournal is a journal as one node sees it.
type nodeJournal struct {
	node   *node
	shared records
}

func (j nodeJournal) Append(ctx context.Context, key string, after uint64, data []byte) (uint64, error) {
	if err := bus.CheckJournalKey(key); err != nil {
		return 0, err
	}
	if err := bus.CheckData(data); err != nil {
		return 0, err
	}
	data = own(data)
	return during(ctx, j.node, func(ctx context.Context) (uint64, error) { return j.shared.append(ctx, key, after, data) })
}

func (j nodeJournal) Read(ctx context.Context, key string) ([]bus.Record, error) {
	if err := bus.CheckJournalKey(key); err != nil {
		return nil, err
	}
	return during(ctx, j.node, func(ctx context.Context) ([]bus.Record, error) { return j.shared.read(ctx, key) })
}

func (j nodeJournal) Trim(ctx context.Context, key string, before uint64) error {
	if err := bus.CheckJournalKey(key); err != nil {
		return err
	}
	_, err := during(ctx, j.node, func(ctx context.Context) (struct{}, error) { return struct{}{}, j.shared.trim(ctx, key, before) })
	return err
}

func (j nodeJournal) Delete(ctx context.Context, key string) error {
	return j.Trim(ctx, key, math.MaxUint64)
}
