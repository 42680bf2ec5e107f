// Package local is the bus of a club on one machine, within one process. Its data is in
// memory or in a SQLite database.
package local

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"mancala/hub/bus"
)

// Broker is a bus that one or more nodes in this process share.
type Broker struct {
	routes routes
	store  store

	mu       sync.Mutex
	nodes    map[string]*node
	buckets  map[string]*bucket
	logs     map[string]*log
	journals map[string]records
}

// New returns a broker that keeps everything in memory.
func New() *Broker { return newBroker(memory{}) }

func newBroker(s store) *Broker {
	return &Broker{store: s, nodes: map[string]*node{}, buckets: map[string]*bucket{}, logs: map[string]*log{}, journals: map[string]records{}}
}

// Close closes the store, after all calls made before. The nodes must be closed already.
func (b *Broker) Close() error { return b.store.close() }

// Join returns the place of a new node. Its name is a word (see [bus.CheckWord]) that no other node
// has now.
func (b *Broker) Join(name string) (bus.Bus, error) {
	if err := bus.CheckWord(name); err != nil {
		return nil, fmt.Errorf("name of a node: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.nodes[name] != nil {
		return nil, fmt.Errorf("there is a node %q already", name)
	}
	n := &node{broker: b, name: name}
	n.open, n.close = context.WithCancel(context.Background())
	b.nodes[name] = n
	return n, nil
}

// node is the place of a node.
type node struct {
	broker *Broker
	name   string
	open   context.Context // until it is closed
	close  context.CancelFunc
}

func (n *node) Node() string { return n.name }

func (n *node) Publish(subject string, data []byte) error {
	if err := n.checkMessage(subject, data); err != nil {
		return err
	}
	n.broker.routes.send(bus.Message{Subject: subject, Data: own(data)})
	return nil
}

func (n *node) Request(ctx context.Context, subject string, data []byte) ([]byte, error) {
	if err := n.checkMessage(subject, data); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	response := make(chan []byte, 1)
	respond := func(data []byte) error {
		if err := bus.CheckData(data); err != nil {
			return err
		}
		select {
		case response <- own(data):
		default: // a second one
		}
		return nil
	}
	if n.broker.routes.send(bus.Message{Subject: subject, Data: own(data), Respond: respond}) == 0 {
		return nil, fmt.Errorf("%s: %w", subject, bus.ErrNoResponders)
	}
	select {
	case data := <-response:
		return data, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-n.open.Done():
		return nil, bus.ErrClosed
	}
}

func (n *node) checkMessage(subject string, data []byte) error {
	if err := bus.CheckMessage(subject, data); err != nil {
		return err
	}
	return n.check()
}

// check returns ErrClosed once the node is closed.
func (n *node) check() error {
	if n.open.Err() != nil {
		return bus.ErrClosed
	}
	return nil
}

// during calls f with a context that also ends when the node is closed, and returns its result, or
// the reason why the context has ended.
func during[T any](ctx context.Context, n *node, f func(context.Context) (T, error)) (v T, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if n.open.Err() != nil {
		cancel(bus.ErrClosed)
	}
	defer context.AfterFunc(n.open, func() { cancel(bus.ErrClosed) })()
	if err := context.Cause(ctx); err != nil {
		return v, err
	}
	if v, err = f(ctx); err != nil && errors.Is(err, ctx.Err()) {
		err = context.Cause(ctx)
	}
	return v, err
}

// own returns a copy of data, which is never nil.
func own(data []byte) []byte { return append([]byte{}, data...) }

func (n *node) Subscribe(pattern string, f func(bus.Message)) (end func(), err error) {
	if err := bus.CheckPattern(pattern); err != nil {
		return nil, err
	}
	s := newSubscription(n, pattern)
	if !n.broker.routes.add(s) {
		return nil, bus.ErrClosed
	}
	go s.run(f)
	return func() { n.broker.routes.remove(func(other *subscription) bool { return other == s }) }, nil
}

// shared returns the bucket, log or journal with a name, which all nodes share, and opens it for
// the first of them.
func shared[T any](n *node, kind string, all map[string]T, name string, open func() (T, error)) (v T, err error) {
	if err := errors.Join(bus.CheckWord(name), n.check()); err != nil {
		return v, fmt.Errorf("%s: %w", kind, err)
	}
	n.broker.mu.Lock()
	defer n.broker.mu.Unlock()
	if v, known := all[name]; known {
		return v, nil
	}
	if v, err = open(); err != nil {
		return v, fmt.Errorf("%s %s: %w", kind, name, err)
	}
	all[name] = v
	return v, nil
}

func (n *node) Close() error {
	n.close()
	n.broker.routes.remove(func(s *subscription) bool { return s.node == n })
	n.broker.mu.Lock()
	defer n.broker.mu.Unlock()
	if n.broker.nodes[n.name] == n {
		delete(n.broker.nodes, n.name)
	}
	return nil
}
