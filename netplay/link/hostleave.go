package link

import (
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/stream"
	"mancala/table"
)

// Leave says goodbye with a reason for the guest. After a series has begun, no guest is let in
// before WaitAgain.
func (h *hostLink) Leave(reason match.Reason) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.leave(reasonToWire(reason), func(kept bool) match.PeerLeft {
		return match.PeerLeft{Reason: reason, Local: true, Kept: kept, Note: leftHere(reason, kept)}
	})
}

// leave ends the series that is played for this end's person.
func (h *hostLink) leave(reason wire.LeaveReason, left func(kept bool) match.PeerLeft) {
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

// WaitAgain lets the next guest in after one has left, and sets a paused series aside.
func (h *hostLink) WaitAgain() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o := h.server.Current(); o != nil && !o.Connected() {
		h.leave(wire.LeaveReason_LEAVE_REASON_LATER, func(kept bool) match.PeerLeft {
			return match.PeerLeft{Reason: match.ReasonLater, Local: true, Kept: kept, Note: leftHere(match.ReasonLater, kept)}
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
	var parting []*stream.Conn
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
func await(parting []*stream.Conn) {
	timer := time.NewTimer(partingWait)
	defer timer.Stop()
	for _, c := range parting {
		select {
		case <-c.Written():
		case <-timer.C:
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
	if c := h.seated; c != nil {
		if bar {
			h.desk.Ledger.Bar(c.guest.Addr)
		}
		if !played(o.State(), table.B) {
			h.desk.Owe(c.guest.Addr)
		}
	}
	h.leave(wire.LeaveReason_LEAVE_REASON_REMOVED, func(kept bool) match.PeerLeft {
		code := "you-removed"
		if kept {
			code = "you-removed-for-now"
		}
		return match.PeerLeft{Reason: match.ReasonLater, Local: true, Kept: kept, Note: note(code, o.Peer())}
	})
}
