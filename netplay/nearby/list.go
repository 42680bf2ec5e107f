package nearby

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	maxFound   = 64 // games that are listed
	maxFromOne = 8  // of them from one address
	silentFor  = 35 * time.Second
	firstAsk   = time.Second      // after the first question; doubled after each further one
	usualAsk   = 10 * time.Second // the longest time between two questions
)

// Network is a network that an interface of this computer is on, over one version of IP.
type Network struct {
	// Name is the interface's name, which is the zone of link-local addresses.
	Name string
	// Six says that packets are sent over IPv6.
	Six bool
	// Prefixes are the interface's own addresses with the lengths of their networks' prefixes.
	Prefixes []netip.Prefix
}

// Has reports whether an address belongs to the network. A link-local IPv6 address without a zone
// belongs to every network that has such addresses.
func (n Network) Has(addr netip.Addr) bool {
	if zone := addr.Zone(); zone != "" && zone != n.Name {
		return false
	}
	addr = addr.Unmap().WithZone("")
	return slices.ContainsFunc(n.Prefixes, func(p netip.Prefix) bool { return p.Masked().Contains(addr) })
}

func (n Network) way() way { return way{n.Name, n.Six} }

// Found is a game that another computer, or another program here, announces.
type Found struct {
	Game
	// ID distinguishes it from the others while it is announced.
	ID string
	// Addr is the address to join.
	Addr netip.AddrPort
}

// List is the list of games announced on the local networks. The zero value is empty. It has no
// clock or socket: the caller passes packets and the time in.
type List struct {
	games map[string]*listed
	asked int       // the number of questions so far
	ask   time.Time // when the next one is due
}

// listed is a game of the list.
type listed struct {
	Found
	own   []netip.Addr // the announcing address and those that it named; only they may change the game
	until time.Time    // when it is forgotten
}

// Take processes a packet from an address of a network, and reports whether the list has changed. A
// packet from outside the network, or a broken one, changes nothing.
func (l *List) Take(packet []byte, from netip.Addr, on Network, now time.Time) bool {
	if !on.Has(from) {
		return false
	}
	games, err := read(packet)
	if err != nil {
		return false
	}
	changed := false
	for _, t := range games {
		changed = l.take(t, from.Unmap(), on, now) || changed
	}
	return changed
}

func (l *List) take(t told, from netip.Addr, on Network, now time.Time) bool {
	known := l.games[t.instance]
	switch {
	case known != nil && !slices.Contains(known.own, from):
		return false // also heard on another network, or forged
	case t.ttl == 0:
		delete(l.games, t.instance)
		return known != nil
	case known == nil && !l.room(from):
		return false
	}
	addr, ok := t.addr(from, on)
	if !ok {
		return false
	}
	found := Found{Game: t.Game, ID: t.instance, Addr: netip.AddrPortFrom(addr, t.port)}
	// A game is dropped after three unanswered questions, even if its lifetime lasts.
	until := now.Add(silentFor)
	if l.games == nil {
		l.games = map[string]*listed{}
	}
	own := []netip.Addr{from}
	if known != nil {
		own = known.own
	} else {
		for _, a := range t.addrs {
			own = append(own, on.zoned(a))
		}
	}
	l.games[t.instance] = &listed{found, own, until}
	return known == nil || known.Found != found
}

// room reports whether another game from an address can be listed.
func (l *List) room(from netip.Addr) bool {
	same := 0
	for _, g := range l.games {
		if g.own[0] == from {
			same++
		}
	}
	return len(l.games) < maxFound && (same < maxFromOne || from.IsLoopback())
}

// addr returns the address at which to join a game: the announcing one, if the game names it and it
// is not only valid on one link, or else the first one on the same network, such ones last. So it
// is the same whether the packet came over IPv4 or over IPv6.
func (t told) addr(from netip.Addr, on Network) (netip.Addr, bool) {
	list := slices.DeleteFunc(append([]netip.Addr{from}, t.addrs...), func(a netip.Addr) bool {
		return !on.Has(a) || a.IsUnspecified() || a.IsMulticast() || !slices.Contains(t.addrs, a.WithZone(""))
	})
	if len(list) == 0 {
		return netip.Addr{}, false
	}
	first := slices.MinFunc(list, func(a, b netip.Addr) int { return cmp.Compare(rank(a)/2, rank(b)/2) })
	return on.zoned(first), true
}

// zoned adds the zone of the network to an address that needs one.
func (n Network) zoned(a netip.Addr) netip.Addr {
	if a.Is6() && a.IsLinkLocalUnicast() {
		return a.WithZone(n.Name)
	}
	return a
}

// Tick drops the games that have been silent too long. It reports whether there were any, and
// whether it is time to ask again.
func (l *List) Tick(now time.Time) (changed, ask bool) {
	for id, g := range l.games {
		if now.After(g.until) {
			delete(l.games, id)
			changed = true
		}
	}
	if now.Before(l.ask) {
		return changed, false
	}
	l.ask = now.Add(min(firstAsk<<min(l.asked, 8), usualAsk))
	l.asked++
	return changed, true
}

// AskSoon makes the next question due at once, for a network that has just come up.
func (l *List) AskSoon() { l.asked, l.ask = 0, time.Time{} }

// Games returns the games, by name.
func (l *List) Games() []Found {
	list := make([]Found, 0, len(l.games))
	for _, g := range l.games {
		list = append(list, g.Found)
	}
	slices.SortFunc(list, func(a, b Found) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), a.Addr.Compare(b.Addr), strings.Compare(a.ID, b.ID))
	})
	return list
}

// tick is the time between two checks of the clock during a search.
const tick = 250 * time.Millisecond

// Search looks for games until it is closed.
type Search struct {
	conn  *multicastConn
	done  chan struct{}
	ended sync.WaitGroup

	mu      sync.Mutex
	list    List
	changed bool
}

// Browse starts to search for games on the local networks, including those that come up later, or,
// with loopback, only on this computer.
func Browse(loopback bool) (*Search, error) {
	conn, err := open(loopback, false)
	if err != nil {
		return nil, err
	}
	s := &Search{conn: conn, done: make(chan struct{})}
	s.ended.Go(func() { conn.receive(s.take) })
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

// Networks reports whether there are networks that are searched, and whether this computer is on
// others, such as a VPN, without neighbours to ask.
func (s *Search) Networks() (searched, others bool) {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	return len(s.conn.networks) > 0, s.conn.others
}

// Close ends the search. Call it exactly once.
func (s *Search) Close() {
	close(s.done)
	s.conn.close()
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
			if changed, err := s.conn.look(); err == nil && changed {
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
	for _, n := range s.conn.all() {
		s.conn.send(packet, n)
	}
}
