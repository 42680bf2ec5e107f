// Package local is the bus of a club on one machine, within one process. Its data is in a SQLite
// database.
package local

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"

	"mancala/hub/bus"
)

// Broker is a bus that one or more nodes in this process share. It writes all waiting changes in
// one transaction, so callers do not queue up behind a slow disk. Make one with [Open].
type Broker struct {
	routes routes

	lock    *sql.DB
	reading *sql.DB
	get     *sql.Stmt
	writer  *writer

	mu       sync.Mutex
	nodes    map[string]*node
	buckets  map[string]*bucket
	logs     map[string]*log
	journals map[string]*journal
}

// Join returns the place of a new node. Its name is a word (see [bus.CheckWord]) that no other node
// uses.
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

// during calls f with a context that also ends when the node is closed. It returns f's result, or
// the cause of the context's end.
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

// during is the function of that name for an f without a result.
func (n *node) during(ctx context.Context, f func(context.Context) error) error {
	_, err := during(ctx, n, func(ctx context.Context) (struct{}, error) { return struct{}{}, f(ctx) })
	return err
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

// maxPending is the number of bytes, an allowance for each message included, that may wait for a
// subscription. Messages beyond it are lost.
const maxPending = 64 << 20

// routes are the subscriptions of all nodes.
type routes struct {
	mu  sync.Mutex
	all []*subscription
}

// add adds a subscription, and reports whether its node is open.
func (r *routes) add(s *subscription) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s.node.open.Err() != nil {
		return false
	}
	r.all = append(r.all, s)
	return true
}

// remove ends the subscriptions for which ends returns true.
func (r *routes) remove(ends func(*subscription) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = slices.DeleteFunc(r.all, func(s *subscription) bool {
		if !ends(s) {
			return false
		}
		s.end()
		return true
	})
}

// send hands a message to the subscriptions that match, and returns their number.
func (r *routes) send(m bus.Message) (count int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.all {
		if bus.Match(s.pattern, m.Subject) {
			s.push(m)
			count++
		}
	}
	return count
}

// subscription is a queue of messages and the goroutine that hands them on.
type subscription struct {
	node    *node
	pattern string

	mu      sync.Mutex
	changed *sync.Cond
	pending []bus.Message
	size    int
	ended   bool
}

func newSubscription(n *node, pattern string) *subscription {
	s := &subscription{node: n, pattern: pattern}
	s.changed = sync.NewCond(&s.mu)
	return s
}

func weight(m bus.Message) int { return len(m.Data) + 128 }

func (s *subscription) push(m bus.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended || s.size+weight(m) > maxPending {
		return
	}
	s.pending = append(s.pending, m)
	s.size += weight(m)
	s.changed.Signal()
}

// run calls f with each message until the subscription ends.
func (s *subscription) run(f func(bus.Message)) {
	for m, ok := s.next(); ok; m, ok = s.next() {
		f(m)
	}
}

// next waits for a message, and returns false once the subscription has ended.
func (s *subscription) next() (m bus.Message, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.pending) == 0 && !s.ended {
		s.changed.Wait()
	}
	if s.ended {
		return m, false
	}
	m, s.pending[0] = s.pending[0], m
	s.pending = s.pending[1:]
	s.size -= weight(m)
	return m, true
}

func (s *subscription) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.pending = true, nil
	s.changed.Broadcast()
}
