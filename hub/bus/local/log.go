package local

import (
	"context"
	"database/sql"
	"math"
	"sync"

	"mancala/hub/bus"
	"mancala/record/sqlitefile"
)

// log is a log that all nodes share.
type log struct {
	broker *Broker
	id     int64

	mu   sync.Mutex
	more chan struct{} // closed with the next item
}

func (n *node) Log(ctx context.Context, name string) (bus.Log, error) {
	l, err := shared(n, "log", n.broker.logs, name, func() (*log, error) {
		l := &log{broker: n.broker, more: make(chan struct{})}
		return l, n.broker.named(ctx, "logs (name) VALUES (?)", "id FROM logs", name, nil, &l.id)
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

// pageSize is the largest number of items that are read at once.
const pageSize = 100

// page returns some items from a number on, if any.
func (l *log) page(ctx context.Context, from uint64) (list [][]byte, err error) {
	err = sqlitefile.EachRow(ctx, l.broker.reading, func(rows *sql.Rows) error {
		var data []byte
		err := rows.Scan(&data)
		list = append(list, data)
		return err
	}, "SELECT data FROM items WHERE log = ? AND number >= ? ORDER BY number LIMIT ?", l.id, int64(min(from, math.MaxInt64)), pageSize)
	return list, err
}

// nodeLog is a log as one node sees it.
type nodeLog struct {
	node *node
	*log
}

func (l nodeLog) Append(ctx context.Context, data []byte) (uint64, error) {
	if err := bus.CheckData(data); err != nil {
		return 0, err
	}
	data = own(data)
	add := func(w *writer) (uint64, error) {
		return w.number(`INSERT INTO items (log, number, data) VALUES (?1,
			1 + coalesce((SELECT number FROM items WHERE log = ?1 ORDER BY number DESC LIMIT 1), 0), ?2) RETURNING number`, l.id, data)
	}
	return during(ctx, l.node, func(ctx context.Context) (uint64, error) {
		return write(ctx, l.broker, add, func(uint64) { l.tell() })
	})
}

func (l nodeLog) Read(ctx context.Context, from uint64, f func(uint64, []byte) error) error {
	return l.node.during(ctx, func(ctx context.Context) error { return l.read(ctx, max(from, 1), f) })
}

// read is Read, until the context ends.
func (l *log) read(ctx context.Context, from uint64, f func(uint64, []byte) error) error {
	for ctx.Err() == nil {
		more := l.next()
		list, err := l.page(ctx, from)
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
