package local

import (
	"slices"
	"sync"

	"mancala/hub/bus"
)

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

// remove ends the subscriptions for which it is true.
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
