// Package local is the bus of a club on one machine, within one process. Its data is in
// memory or in a SQLite database.
package local

import (
	"context"
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
