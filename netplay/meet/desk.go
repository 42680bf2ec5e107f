package meet

import (
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"

	"mancala/netplay/limit"
)

// open gives a host a lookup, and keeps its line until it ends.
func (s *Server) open(c *stream, l Line, id limit.ID) {
	s.mu.Lock()
	n, had, no, err := s.point.Open(limit.AddressOf(c.RemoteAddr().String()), l.Lookup, l.Ticket, time.Now())
	if err != nil || no != "" {
		s.mu.Unlock()
		if err != nil {
			s.cfg.Log.Error("no lookup", "error", err.Error())
			no = Full
		}
		s.refuse(c, id, no, 0)
		return
	}
	if had {
		_ = s.hosts[n].c.Close()
	}
	h := &hosting{server: s, c: c, name: n, heard: time.Now(), lines: limit.NewAllowance(maxHostLines, maxHostLines, time.Now())}
	s.hosts[n] = h
	h.telling.Lock() // until the host has its code
	waiting := s.waitFor(n)
	there := s.clear(id)
	s.mu.Unlock()
	err = c.writeLine(Line{Verb: VerbCode, Lookup: n.Lookup, Ticket: n.Ticket})
	h.telling.Unlock()
	if !there || err != nil {
		h.end()
		return
	}
	go h.attend(nil)
	for _, g := range waiting { // the host may not have heard of them on its former line
		h.announce(g)
	}
}

// waitFor returns the guests who wait for a host, with mu held.
func (s *Server) waitFor(n *Name) (waiting []*caller) {
	if n.guests == 0 {
		return nil
	}
	for w, g := range s.guests {
		if w.Name == n {
			waiting = append(waiting, g)
		}
	}
	return waiting
}

// answer answers a guest, with mu held, unless they have an answer; "" means that the host has
// come.
func (s *Server) answer(g *caller, no Reason) {
	if s.guests[g.waiting] == g {
		delete(s.guests, g.waiting)
		s.point.Leave(g.waiting)
		g.answer <- no
	}
}

// hosting is a host's line.
type hosting struct {
	server  *Server
	c       *stream
	name    *Name
	heard   time.Time // the time of the host's last line
	lines   limit.Allowance
	telling sync.Mutex // held while the code is written, which comes before all guests
}

// announce tells the host of a guest. If that fails, the line ends, and the guest hears so.
func (h *hosting) announce(g *caller) {
	h.telling.Lock()
	defer h.telling.Unlock()
	if h.c.writeLine(Line{Verb: VerbGuest, ID: g.waiting.ID, Addr: addrOf(g.s)}) != nil {
		_ = h.c.Close()
	}
}

// wait waits for bytes from the host, or until the next ping is due. Then it continues in a new
// goroutine: one that waits needs only a small stack.
func (h *hosting) wait(until time.Time) {
	err := h.c.fill(until)
	go h.attend(err)
}

// attend handles the lines that have arrived, or the silence, and waits again.
func (h *hosting) attend(err error) {
	goesOn := err == nil || h.step(Line{}, err, time.Now())
	for goesOn {
		l, there, err := h.c.nextLine()
		if !there {
			break
		}
		goesOn = h.step(l, err, time.Now())
	}
	if !goesOn {
		h.end()
		return
	}
	until := time.Now().Add(pingEvery)
	if expires := h.expires(); !expires.IsZero() && expires.Before(until) {
		until = expires
	}
	go h.wait(until)
}

// step handles a line, or the silence, and reports whether the line continues.
func (h *hosting) step(l Line, err error, now time.Time) bool {
	if isTimeout(err) {
		return !h.expired(now) && now.Sub(h.heard) < silenceWait && h.c.writeLine(Line{Verb: VerbPing}) == nil
	}
	if err != nil || !h.lines.Allow(now) {
		return false
	}
	h.heard = now
	switch l.Verb {
	case VerbPong:
	case VerbPing:
		return h.c.writeLine(Line{Verb: VerbPong}) == nil
	case VerbKeep:
		h.server.mu.Lock()
		h.server.point.Keep(h.name)
		h.server.mu.Unlock()
	default:
		return false
	}
	return true
}

// end handles the end of the line. If the host has no other one, the guests who wait hear so.
func (h *hosting) end() {
	_ = h.c.Close()
	s := h.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hosts[h.name] != h {
		return
	}
	delete(s.hosts, h.name)
	s.point.Drop(h.name, time.Now())
	for _, g := range s.waitFor(h.name) {
		s.answer(g, Away)
	}
}

// expires returns the time at which an unused lookup expires; the zero time if it is used.
func (h *hosting) expires() time.Time {
	h.server.mu.Lock()
	defer h.server.mu.Unlock()
	return h.server.point.Expires(h.name)
}

// maxHostLines is the number of lines that a host may send in a second.
const maxHostLines = 20

// expired reports whether the lookup has expired, and if so frees it and tells the host.
func (h *hosting) expired(now time.Time) bool {
	if at := h.expires(); at.IsZero() || now.Before(at) {
		return false
	}
	s := h.server
	s.mu.Lock()
	if s.hosts[h.name] == h {
		s.point.Forget(h.name)
		delete(s.hosts, h.name)
	}
	s.mu.Unlock()
	_ = h.c.writeLine(Line{Verb: VerbExpired})
	return true
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

// join announces a guest to the host of a lookup, and waits for the host to come.
func (s *Server) join(c *stream, l Line, id limit.ID) {
	s.mu.Lock()
	w, no, wait, err := s.point.Join(limit.AddressOf(c.RemoteAddr().String()), l.Lookup, time.Now())
	if err != nil || no != "" {
		s.mu.Unlock()
		if err != nil {
			s.cfg.Log.Error("no name for a guest", "error", err.Error())
			no = Full
		}
		s.refuse(c, id, no, wait)
		return
	}
	g := &caller{c, w, make(chan Reason, 1)}
	s.guests[w] = g
	host := s.hosts[w.Name]
	there := s.clear(id)
	if !there {
		s.answer(g, Late)
	}
	s.mu.Unlock()
	if there {
		host.announce(g)
	}
	if no = s.outcome(g); no != "" {
		s.refused.Add(1)
		_ = c.writeLine(Line{Verb: VerbNo, Reason: no})
		_ = c.Close()
	}
}

// outcome returns the answer to a guest as soon as it is known, or [Late] after takeWait.
func (s *Server) outcome(g *caller) Reason {
	select {
	case no := <-g.answer:
		return no
	case <-time.After(takeWait):
	}
	s.mu.Lock()
	s.answer(g, Late)
	s.mu.Unlock()
	return <-g.answer
}

// addrOf returns the address of a connection as sent to a host.
func addrOf(nc net.Conn) netip.Addr {
	at, err := netip.ParseAddrPort(nc.RemoteAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap().WithZone("")
}

// take pairs a host that has come for a guest with that guest.
func (s *Server) take(c *stream, l Line, id limit.ID) {
	s.mu.Lock()
	w := s.point.Take(l.ID)
	if w == nil {
		s.mu.Unlock()
		s.refuse(c, id, Gone, 0)
		return
	}
	g := s.guests[w]
	s.answer(g, "")
	p := &pair{server: s, guest: w, ends: [2]net.Conn{g.s.bare(), c.bare()}}
	p.going.Store(2)
	there := s.clear(id)
	s.pairs[p] = struct{}{}
	s.mu.Unlock()
	s.carried.Add(1)
	ok := Line{Verb: VerbOK}
	if !there || c.writeLine(ok) != nil || g.s.writeLine(ok) != nil {
		p.cut()
	}
	for i, end := range [2]*stream{g.s, c} {
		d := &direction{p, p.ends[i], p.ends[1-i], end.within, limit.NewAllowance(burst, rate, time.Now())}
		go d.carry()
	}
}

// ended handles the end of one direction. The other one has to end within partWait, however much it
// carries; then the pair has ended.
func (p *pair) ended() {
	if p.going.Add(-1) > 0 {
		time.AfterFunc(partWait, p.cut)
		return
	}
	p.cut()
	p.server.mu.Lock()
	defer p.server.mu.Unlock()
	delete(p.server.pairs, p)
	p.server.point.Part(p.guest)
}

// cut closes both ends of a pair.
func (p *pair) cut() {
	for _, nc := range p.ends {
		_ = nc.Close()
	}
}
