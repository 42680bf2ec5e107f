package local

import (
	"context"
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

// tell wakes those who wait for an item.
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
