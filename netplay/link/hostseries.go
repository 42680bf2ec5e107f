package link

import (
	"errors"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	wire "mancala/proto/mancala/v1"
)

// take shows a notice of the server.
func (h *hostLink) take(sn session.ServerNotice) {
	o := sn.Series
	if o == nil {
		if e, ok := sn.Notice.(session.Ended); ok {
			h.leftEarly(sn.Conn, &e)
		}
		return
	}
	switch n := sn.Notice.(type) {
	case session.Joined:
		h.joined(o)
	case session.Changed:
		h.decided(o, n.Change)
	case session.CaughtUp:
		h.encrypted(o)
		switch f := h.fronts[o]; {
		case f == nil, f != h.front:
		case n.Remembered > 0:
			h.resume(note("handed-back", n.Remembered))
		default:
			h.resume(nil)
		}
	case session.Audience:
		h.emit(table.Watchers{N: n.Count})
	case session.Quiet:
		if f := h.front; f != nil && f == h.fronts[o] && !f.left {
			h.emit(table.PeerQuiet{Quiet: n.Quiet})
		}
	case session.Ended:
		h.ended(o, &n)
	}
}

// encrypted records that a series is encrypted from its guest's return on, if it was not before.
func (h *hostLink) encrypted(o *session.Owned) {
	r := h.routes[o]
	if !r.host.Fingerprint.IsZero() || h.identity == nil {
		return
	}
	r.host = h.known()
	h.routes[o] = r
	if f := h.fronts[o]; f != nil {
		f.safety = transport.SecurityOf(r.host, r.byCode)
	}
	h.store(session.Stored{Series: o})
}

// joined shows a guest who has the seat.
func (h *hostLink) joined(o *session.Owned) {
	r, c := route{host: h.known()}, h.guestOf(o)
	r.host.Verified = c.guest.Invited
	if c.at != nil {
		r.byCode, r.lookup, r.ticket = true, c.at.name.Lookup, c.at.ticket
	}
	h.routes[o] = r
	f := h.newFront(o)
	h.front = f
	h.connected(f, c.addr)
}

// guestOf returns the newest connection of the guest of a series, even if it is gone; nil if there
// was none since this program began.
func (h *hostLink) guestOf(o *session.Owned) *guestConn {
	if c := h.conns[o.Conn()]; c != nil {
		h.guests[o] = c
	}
	return h.guests[o]
}

// decided shows a change of a series. No guest is let in behind its end until the host's person
// agrees.
func (h *hostLink) decided(o *session.Owned, c *table.Change) {
	f := h.fronts[o]
	if f == nil { // it was kept only to tell its guest of its end
		f = h.newFront(o)
		f.left = true
	}
	if !f.left && c.Event.N != 0 && c.Event.Final() {
		h.waits = false
	}
	h.change(f, c)
}

// leftEarly takes the end of a connection without a series.
func (h *hostLink) leftEarly(s *session.Conn, e *session.Ended) {
	c := h.conns[s]
	if c == nil {
		return
	}
	h.desk.Forget(&c.guest)
	h.acceptor.Strangers.Info(h.now(), "connection closed", "addr", c.addr, "reason", e.Err)
}

// ended takes the end of the connection of the guest of a series.
func (h *hostLink) ended(o *session.Owned, e *session.Ended) {
	h.log.Info("connection closed", "peer", o.State().Terms.Name(), "reason", e.Err)
	state, f, c := o.State(), h.fronts[o], h.guestOf(o)
	again := errors.Is(e.Err, table.ErrReplaced) // the guest is in the seat, by a newer connection
	if c != nil && !again && !h.leaving && !o.Closing() && !played(state, table.B) && e.Fate != session.Over {
		h.desk.Owe(c.guest.Addr)
	}
	if h.leaving {
		return
	}
	switch e.Fate {
	case session.None:
		h.notBegun(f, c, e)
	case session.Cut, session.Kept:
		if f != nil && f == h.front {
			h.pause(lost(f.peer, running(state), e), reasonFromWire(e.Leave))
			f.away = e.Leave != 0
		}
	case session.Desynced:
		if f == nil || f != h.front { // it was kept only to tell its guest of its end
			return
		}
		record := o.Record().Record
		h.desynced(e, &record)
		h.waits = false
	}
}

// notBegun handles the end of a series before the guest has seen its beginning.
func (h *hostLink) notBegun(f *front, c *guestConn, e *session.Ended) {
	switch {
	case f != nil:
		h.part(table.PeerLeft{Note: note("broke-at-start", f.peer)}, match.Abandoned)
		h.waits = false
		return
	case errors.Is(e.Err, session.ErrToss):
		h.emit(table.PeerLeft{Note: early(c.guest.Name, c.addr, true, e)})
	}
	h.emit(h.listens)
}

// Leave says goodbye with a reason for the guest. After a series has begun, no guest is let in
// before WaitAgain.
func (h *hostLink) Leave(reason table.Reason) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.leave(reasonToWire(reason), func(kept bool) table.PeerLeft {
		return table.PeerLeft{Reason: reason, Local: true, Kept: kept, Note: leftHere(reason, kept)}
	})
}

// leave ends the series that is played for this end's person.
func (h *hostLink) leave(reason wire.LeaveReason, left func(kept bool) table.PeerLeft) {
	o := h.server.Current()
	if h.closed || o == nil {
		return
	}
	state := o.State()
	runs := running(state)
	h.leaving = true
	h.server.Leave(reason, h.now())
	h.attend()
	h.leaving = false
	kept := runs && h.server.Current() == nil && !o.Closing()
	if kept {
		h.aside.put(o, h.front != nil && h.front.away)
	}
	h.part(left(kept), match.Abandoned)
	if state.Series != nil {
		h.waits = false
	}
	h.attend()
}

// WaitAgain admits the next guest after one has left, and sets a paused series aside.
func (h *hostLink) WaitAgain() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o := h.server.Current(); o != nil && !o.Connected() {
		h.leave(wire.LeaveReason_LEAVE_REASON_LATER, func(kept bool) table.PeerLeft {
			return table.PeerLeft{Reason: table.ReasonLater, Local: true, Kept: kept, Note: leftHere(table.ReasonLater, kept)}
		})
	}
	if !h.closed && h.listens.Addr != "" && h.server.Current() == nil && !h.waits {
		h.waits = true
		h.emit(h.listens)
	}
	h.attend()
}

// Close says goodbye and ends the link.
func (h *hostLink) Close() error {
	h.cancel()
	h.mu.Lock()
	if h.server != nil && !h.closed {
		h.server.Leave(wire.LeaveReason_LEAVE_REASON_CLOSED, h.now())
		for s := range h.conns {
			s.Leave(wire.LeaveReason_LEAVE_REASON_CLOSED)
		}
		h.closed = true
		h.attend()
	}
	h.closed, h.events = true, nil
	if h.tick != nil {
		h.tick.Stop()
	}
	var parting []*transport.Conn
	for _, c := range h.conns {
		if c.session.Greeted() {
			parting = append(parting, c.Conn)
		} else {
			c.Close()
		}
	}
	h.mu.Unlock()
	if h.acceptor != nil {
		h.acceptor.Close()
	}
	await(parting)
	return nil
}

// await gives goodbyes a moment to be written, and to be answered if they ask for it.
func await(parting []*transport.Conn) {
	over := time.After(partingWait)
	for _, c := range parting {
		select {
		case <-c.Written():
		case <-over:
			return
		}
	}
}

// Remove says goodbye to the guest in the seat. They can return to a running game if the host's
// person resumes it and their address is not barred.
func (h *hostLink) Remove(bar bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.server.Current()
	if o == nil {
		return
	}
	if c := h.guestOf(o); c != nil {
		if bar {
			h.desk.Bar(c.guest.Addr)
		}
		if !played(o.State(), table.B) {
			h.desk.Owe(c.guest.Addr)
		}
	}
	h.leave(wire.LeaveReason_LEAVE_REASON_REMOVED, func(kept bool) table.PeerLeft {
		code := "you-removed"
		if kept {
			code = "you-removed-for-now"
		}
		return table.PeerLeft{Reason: table.ReasonLater, Local: true, Kept: kept, Note: note(code, o.Peer())}
	})
}
