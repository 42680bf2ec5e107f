package link

import (
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/address"
	"mancala/netplay/admission"
	"mancala/netplay/limit"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
)

// Hello returns the refusal of someone.
func (h *hostLink) Hello(s *session.Conn, now time.Time) admission.Refusal {
	c, hello := h.conns[s], s.Hello()
	c.guest.Seeker, c.guest.Name, c.guest.Patient = s, hello.Name, hello.Wait
	c.guest.Invited = h.secret.Opens(hello.Invite)
	c.guest.Reads = session.NeedsConsent(h.cfg.Variant)
	if !hello.Watch {
		no := h.desk.Refuses(&c.guest, now)
		if no.Code == 0 {
			h.desk.Read(&c.guest, now)
		}
		return no
	}
	if no := h.desk.KeepsOut(&c.guest, now); no.Code != 0 {
		return no
	}
	if h.desk.Policy.NoWatchers {
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NO_WATCHERS}
	}
	h.acceptor.Strangers.Info(now, "watching", "addr", c.addr)
	return admission.Refusal{}
}

// Accepted adds a guest to the guests who want the seat.
func (h *hostLink) Accepted(s *session.Conn, now time.Time) { h.desk.Ask(&h.conns[s].guest, now) }

// Follow says why a guest does not get their seat back now. A series that is closing takes no seat.
func (h *hostLink) Follow(s *session.Conn, o *session.Owned, now time.Time) admission.Refusal {
	c := h.conns[s]
	wait := h.desk.Strangers.Spend(limit.Resumes, c.guest.Addr, now)
	switch aside, free := o != h.server.Current() && !o.Closing(), h.server.Current() == nil && h.waits; {
	case h.desk.Barred(c.guest.Addr):
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_BARRED}
	case wait > 0:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_TRY_LATER, Wait: wait}
	case aside && !h.aside.comes(o, free):
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_SET_ASIDE}
	case aside:
		h.reopen(o)
	}
	return admission.Refusal{}
}

// seat is a host's seat, as the desk sees it.
type seat struct{ h *hostLink }

// seatSeries is the series in a seat.
type seatSeries struct{ *session.Owned }

// GuestPlayed reports whether the guest has made a ply.
func (s seatSeries) GuestPlayed() bool { return played(s.State(), table.B) }

// Full reports whether the seat cannot be given.
func (s seat) Full() bool { return !s.h.waits || s.h.server.Current() != nil }

// Guest returns the guest who is connected in the seat, or nil.
func (s seat) Guest() *admission.Guest {
	o := s.h.server.Current()
	if o == nil || !o.Connected() {
		return nil
	}
	return &s.h.guestOf(o).guest
}

// Series returns the series that is played or paused; nil if there is none.
func (s seat) Series() admission.Series {
	o := s.h.server.Current()
	if o == nil || o.State().Series == nil {
		return nil
	}
	return seatSeries{o}
}

// Standstill returns the current one.
func (s seat) Standstill() admission.Standstill {
	series := s.Series()
	if series == nil {
		return admission.Standstill{}
	}
	o := s.h.server.Current()
	state, paused := o.State(), !o.Connected()
	if !paused && (!running(state) || state.Seat(state.Series.Match().Position().ToMove()) != table.B) {
		return admission.Standstill{}
	}
	return admission.Standstill{Series: series, Number: state.Series.Number(), Plies: state.Plies(), Paused: paused}
}

// Vacate ends the series of a guest who is gone and has never played.
func (s seat) Vacate() { s.end(note("gave-way", s.h.front.peer)) }

// GiveWay takes the seat from its guest, who has never played.
func (s seat) GiveWay() { s.end(note("gave-way-idle", s.h.front.peer)) }

// end ends the series of a guest who has not played, for another one.
func (s seat) end(why *rules.Note) {
	h := s.h
	h.part(table.PeerLeft{Note: why}, match.Abandoned)
	h.server.Void(wire.LeaveReason_LEAVE_REASON_QUIT)
	h.waits = false
}

// guestConn is a connection of a guest or a watcher.
type guestConn struct {
	*transport.Conn
	place   transport.Place // until the guest has said Hello
	session *session.Conn
	addr    string // of the other end
	guest   admission.Guest
	at      *station // their name at the meeting point; nil if they came otherwise
}

// admit begins a connection. Unless at is nil, the peer has come through a name of this host at a
// meeting point.
func (h *hostLink) admit(g transport.Greeted, at *station) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || !h.room() {
		h.acceptor.Leave(g.At)
		_ = g.Conn.Close()
		return
	}
	addr := g.Conn.RemoteAddr()
	from := limit.AddressOf(addr.String())
	if g.Far {
		from = from.Far()
	}
	c := &guestConn{at: at, addr: addr.String()}
	c.guest = admission.Guest{
		From: address.WithoutPort(c.addr), Addr: from, Local: func() bool { return !g.Far && address.IsNeighbour(addr) },
	}
	c.session = h.server.Accept(transport.Bind(g.Conn, h.known().Fingerprint), from, g.Began)
	c.Conn = transport.NewConn(g.Conn, transport.ConnConfig{
		Mu: &h.mu, Now: h.now, Machine: c.session, Host: true, Changed: func(*transport.Conn) { h.changed(c) },
	})
	c.place = g.At
	h.conns[c.session] = c
	c.Start()
}

// room reports whether there is room for another connection. It closes one that has ended to make
// some.
func (h *hostLink) room() bool {
	if len(h.conns) < maxConns {
		return true
	}
	for s, c := range h.conns {
		if c.Finished() {
			c.Close()
			delete(h.conns, s)
			return true
		}
	}
	return false
}

// maxAside is the number of series set aside that can be resumed without a restart of the host.
const maxAside = 64

// asides are the series set aside, and whether their guests may come back.
type asides map[*session.Owned]bool

// put sets a series aside. Its guest may come back at once if they were away; another series is
// forgotten if there are too many.
func (a asides) put(o *session.Owned, away bool) {
	for other := range a {
		if len(a) < maxAside {
			break
		}
		delete(a, other)
	}
	a[o] = away
}

// comes reports whether a guest resumes a series set aside, if the seat is free. Otherwise they may
// come later.
func (a asides) comes(o *session.Owned, free bool) bool {
	if comes := a[o] && free; comes {
		delete(a, o)
		return true
	}
	a[o] = true
	return false
}
