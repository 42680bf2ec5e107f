package local

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"mancala/hub/bus"
)

// node is the place of a node.
type node struct {
	broker *Broker
	name   string
	open   context.Context // until it is closed
	close  context.CancelFunc

	mu            sync.Mutex
	subscriptions map[*subscription]bool // nil once closed
}

func (n *node) Node() string { return n.name }

func (n *node) Publish(subject string, data []byte) error {
	if err := n.checkMessage(subject, data); err != nil {
		return err
	}
	n.broker.routes.send(bus.Message{Subject: subject, Data: bytes.Clone(data)})
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
		case response <- bytes.Clone(data):
		default: // a second one
		}
		return nil
	}
	if n.broker.routes.send(bus.Message{Subject: subject, Data: bytes.Clone(data), Respond: respond}) == 0 {
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
	if err := bus.CheckSubject(subject); err != nil {
		return err
	}
	if err := bus.CheckData(data); err != nil {
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

// during returns a context that also ends, with ErrClosed as the cause, when the node is closed.
func (n *node) during(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if n.open.Err() != nil {
		cancel(bus.ErrClosed)
	}
	stop := context.AfterFunc(n.open, func() { cancel(bus.ErrClosed) })
	return ctx, func() { stop(); cancel(nil) }
}

func (n *node) Subscribe(pattern, queue string, f func(bus.Message)) (bus.Subscription, error) {
	if err := bus.CheckSubscription(pattern, queue); err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.subscriptions == nil {
		return nil, bus.ErrClosed
	}
	s := newSubscription(n, pattern, queue)
	n.subscriptions[s] = true
	n.broker.routes.add(s)
	go s.run(f)
	return s, nil
}

func (n *node) Bucket(ctx context.Context, name string, cfg bus.BucketConfig) (bus.Bucket, error) {
	if err := bus.CheckBucket(name, cfg); err != nil {
		return nil, err
	}
	if err := n.check(); err != nil {
		return nil, err
	}
	shared, err := n.broker.bucket(ctx, name, cfg)
	if err != nil {
		return nil, err
	}
	return nodeBucket{n, shared}, nil
}

func (n *node) Log(ctx context.Context, name string) (bus.Log, error) {
	if err := bus.CheckWord(name); err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	if err := n.check(); err != nil {
		return nil, err
	}
	shared, err := n.broker.log(ctx, name)
	if err != nil {
		return nil, err
	}
	return nodeLog{n, shared}, nil
}

func (n *node) Close() error {
	n.mu.Lock()
	all := n.subscriptions
	n.subscriptions = nil
	n.mu.Unlock()
	if all == nil {
		return nil
	}
	n.close()
	for s := range all {
		s.end()
	}
	n.broker.mu.Lock()
	defer n.broker.mu.Unlock()
	delete(n.broker.nodes, n.name)
	return nil
}
