package local

import (
	"strings"
	"sync"

	"mancala/hub/bus"
)

// maxPending is the number of bytes, an allowance for each message included, that may wait for a
// subscription. Messages beyond it are lost.
const maxPending = 64 << 20

// routes finds the subscriptions for a message.
type routes struct {
	mu    sync.Mutex
	exact map[string][]*subscription // by pattern
	wild  []*subscription            // those whose pattern has a wildcard
	turn  int                        // whose turn it is in a queue
}

func (r *routes) add(s *subscription) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if strings.ContainsAny(s.pattern, "*>") {
		r.wild = append(r.wild, s)
		return
	}
	if r.exact == nil {
		r.exact = map[string][]*subscription{}
	}
	r.exact[s.pattern] = append(r.exact[s.pattern], s)
}

func (r *routes) remove(s *subscription) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wild = without(r.wild, s)
	if rest := without(r.exact[s.pattern], s); len(rest) > 0 {
		r.exact[s.pattern] = rest
	} else {
		delete(r.exact, s.pattern)
	}
}

func without(list []*subscription, s *subscription) []*subscription {
	for i := range list {
		if list[i] == s {
			return append(list[:i:i], list[i+1:]...)
		}
	}
	return list
}

// send hands a message to the subscriptions that match, and returns their number.
func (r *routes) send(m bus.Message) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	count := 0
	type group struct{ pattern, queue string }
	var groups map[group][]*subscription
	hand := func(s *subscription) {
		if s.queue == "" {
			s.push(m)
			count++
			return
		}
		if groups == nil {
			groups = map[group][]*subscription{}
		}
		g := group{s.pattern, s.queue}
		groups[g] = append(groups[g], s)
	}
	for _, s := range r.exact[m.Subject] {
		hand(s)
	}
	for _, s := range r.wild {
		if bus.Match(s.pattern, m.Subject) {
			hand(s)
		}
	}
	for _, members := range groups {
		r.turn++
		members[r.turn%len(members)].push(m)
		count++
	}
	return count
}

// subscription is a queue of messages and the goroutine that hands them on.
type subscription struct {
	node           *node
	pattern, queue string

	mu      sync.Mutex
	changed *sync.Cond
	pending []bus.Message
	size    int
	closed  bool
}

func newSubscription(n *node, pattern, queue string) *subscription {
	s := &subscription{node: n, pattern: pattern, queue: queue}
	s.changed = sync.NewCond(&s.mu)
	return s
}

func weight(m bus.Message) int { return len(m.Data) + 128 }

func (s *subscription) push(m bus.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.size+weight(m) > maxPending {
		return
	}
	s.pending = append(s.pending, m)
	s.size += weight(m)
	s.changed.Signal()
}

// run calls f with each message until the subscription is closed.
func (s *subscription) run(f func(bus.Message)) {
	var batch []bus.Message
	for {
		s.mu.Lock()
		for len(s.pending) == 0 && !s.closed {
			s.changed.Wait()
		}
		clear(batch)
		batch, s.pending = s.pending, batch[:0]
		s.size = 0
		s.mu.Unlock()
		for _, m := range batch {
			if s.isClosed() {
				return
			}
			f(m)
		}
		if len(batch) == 0 && s.isClosed() {
			return
		}
	}
}

func (s *subscription) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

func (s *subscription) Close() error {
	s.node.mu.Lock()
	delete(s.node.subscriptions, s)
	s.node.mu.Unlock()
	s.end()
	return nil
}

// end stops the goroutine and takes the subscription off the routes.
func (s *subscription) end() {
	s.node.broker.routes.remove(s)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed, s.pending = true, nil
	s.changed.Broadcast()
}
