package store

import (
	"context"
	"sync"
)

// bell is what wakes the nodes of a process that have the same database.
type bell struct {
	mu    sync.Mutex
	nodes []*Store
}

func (b *bell) add(s *Store) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.nodes = append(b.nodes, s)
}

// ring has each node look for changes.
func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.nodes {
		select {
		case s.heard <- struct{}{}:
		default:
		}
	}
}

// Join returns another node over the same connections, for tests and simulations of several nodes.
// It must be closed before the first one. Only the node, its address, Rand, Now and Log count.
func (s *Store) Join(ctx context.Context, cfg Config) (*Store, error) {
	e := s.engine
	e.close, e.listen = func() error { return nil }, nil
	other, err := newStore(ctx, e, cfg)
	if err != nil {
		return nil, err
	}
	other.bell = s.bell
	s.bell.add(other)
	return other, nil
}
