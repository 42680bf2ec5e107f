package store

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
)

// togetherMost is how many changes of tables are in one transaction, which keeps others from them.
const togetherMost = 200

// joint are changes of tables that wait to be done in one transaction: at the end of a node
// thousands of tables change hands at once.
type joint struct {
	mu      sync.Mutex
	waiting []*call
	working bool
}

// call is a change of a table.
type call struct {
	id   string
	do   func(*tx) error
	err  error
	done chan struct{}
}

// together does f as [Store.change] does, in one transaction with the same of other tables. Once f
// has begun, the end of ctx does not end the call. [ErrNotFound] and [*Elsewhere] mean that f has
// changed nothing; after any other error the others are done without f.
func (s *Store) together(ctx context.Context, id string, f func(*tx) error) error {
	c := &call{id: id, do: f, done: make(chan struct{})}
	s.joint.mu.Lock()
	s.joint.waiting = append(s.joint.waiting, c)
	if !s.joint.working {
		s.joint.working = true
		go s.doTogether()
	}
	s.joint.mu.Unlock()
	select {
	case <-c.done:
		return c.err
	case <-ctx.Done():
	}
	s.joint.mu.Lock()
	i := slices.Index(s.joint.waiting, c)
	if i >= 0 {
		s.joint.waiting = slices.Delete(s.joint.waiting, i, i+1)
	}
	s.joint.mu.Unlock()
	if i >= 0 {
		return ctx.Err()
	}
	<-c.done // f may write what the caller reads
	return c.err
}

// doTogether works until no call waits. Two nodes take rows in the same order.
func (s *Store) doTogether() {
	for {
		s.joint.mu.Lock()
		n := min(len(s.joint.waiting), togetherMost)
		batch := slices.Clone(s.joint.waiting[:n])
		s.joint.waiting = slices.Delete(s.joint.waiting, 0, n)
		s.joint.working = len(batch) > 0
		s.joint.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		slices.SortFunc(batch, func(a, b *call) int { return strings.Compare(a.id, b.id) })
		s.doAll(batch)
		for _, c := range batch {
			close(c.done)
		}
	}
}

// doAll does some calls in one transaction, or each in its own if one of them fails, as at a table
// in a damaged part of the database.
func (s *Store) doAll(batch []*call) {
	ctx, cancel := context.WithTimeout(s.ctx, tryWait)
	defer cancel()
	err := s.change(ctx, func(t *tx) error {
		result := errDone // there is nothing to store
		for _, c := range batch {
			at := new(Elsewhere)
			switch c.err = c.do(t); {
			case c.err == nil:
				result = nil
			case !errors.Is(c.err, ErrNotFound) && !errors.As(c.err, &at):
				return c.err
			}
		}
		return result
	})
	alone := err != nil && len(batch) > 1 && !s.passing(err) && s.ctx.Err() == nil
	for i, c := range batch {
		switch {
		case alone:
			s.doAll(batch[i : i+1])
		case err != nil:
			c.err = err
		}
	}
}
