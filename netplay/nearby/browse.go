package nearby

import (
	"net/netip"
	"sync"
	"time"
)

// tick is the time between two checks of the clock during a search.
const tick = 250 * time.Millisecond

// Search looks for games until it is closed.
type Search struct {
	radio *radio
	done  chan struct{}
	ended sync.WaitGroup

	mu      sync.Mutex
	list    List
	changed bool
}

// Browse starts to search for games on the local networks, including those that come up later, or,
// with loopback, only on this computer.
func Browse(loopback bool) (*Search, error) {
	radio, err := tune(loopback, false)
	if err != nil {
		return nil, err
	}
	s := &Search{radio: radio, done: make(chan struct{})}
	s.ended.Go(func() { radio.hear(s.take) })
	s.ended.Go(s.watch)
	return s, nil
}

// Games returns the games announced now, by name, and whether they have changed since the last
// call.
func (s *Search) Games() (list []Found, changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed, s.changed = s.changed, false
	return s.list.Games(), changed
}

// Networks returns the number of networks that are searched.
func (s *Search) Networks() int { return len(s.radio.all()) }

// Close ends the search. Call it exactly once.
func (s *Search) Close() {
	close(s.done)
	_ = s.radio.conn.Close()
	s.ended.Wait()
}

func (s *Search) take(packet []byte, from netip.AddrPort, on network) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed = s.list.Take(packet, from.Addr(), on.Network, time.Now()) || s.changed
}

// watch asks for games, drops those that are silent and notices networks that come up.
func (s *Search) watch() {
	ticks := time.NewTicker(tick)
	defer ticks.Stop()
	looks := time.NewTicker(lookAgain)
	defer looks.Stop()
	for {
		s.tick()
		select {
		case <-s.done:
			return
		case <-ticks.C:
		case <-looks.C:
			if changed, err := s.radio.look(); err == nil && changed {
				s.mu.Lock()
				s.list.AskSoon()
				s.mu.Unlock()
			}
		}
	}
}

func (s *Search) tick() {
	s.mu.Lock()
	changed, ask := s.list.Tick(time.Now())
	s.changed = s.changed || changed
	s.mu.Unlock()
	if !ask {
		return
	}
	packet, err := Ask()
	if err != nil {
		return
	}
	for _, n := range s.radio.all() {
		s.radio.send(packet, n)
	}
}
