package local

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"mancala/hub/bus"
)

// log is a log that all nodes share.
type log struct {
	items items

	mu   sync.Mutex
	more chan struct{} // closed with the next item
}

// log returns the log with that name.
func (b *Broker) log(ctx context.Context, name string) (*log, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.logs[name]
	if l == nil {
		l = &log{more: make(chan struct{})}
		var err error
		if l.items, err = b.store.log(ctx, name, l.tell); err != nil {
			return nil, fmt.Errorf("log %s: %w", name, err)
		}
		b.logs[name] = l
	}
	return l, nil
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
	ctx, end := l.node.during(ctx)
	defer end()
	if err := context.Cause(ctx); err != nil {
		return 0, err
	}
	number, err := l.shared.items.append(ctx, bytes.Clone(data))
	return number, because(ctx, err)
}

func (l nodeLog) Read(ctx context.Context, from uint64, f func(uint64, []byte) error) error {
	ctx, end := l.node.during(ctx)
	defer end()
	for from = max(from, 1); ; {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		more := l.shared.next()
		list, err := l.shared.items.read(ctx, from)
		if err != nil {
			return because(ctx, err)
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
}
