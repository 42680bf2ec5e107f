package netplay

import (
	"slices"
	"time"

	"mancala/netplay/listen"
)

// maxWaiting is the number of connections after their Hello, besides the one that is played on.
const maxWaiting = 128

// wait adds a connection that has said Hello and is not, or is no longer, the one that is played
// on. If there are too many, it closes the oldest one that has finished, or else the oldest.
func (h *hostLink) wait(c *conn) {
	if len(h.waiting) == maxWaiting {
		i := max(slices.IndexFunc(h.waiting, func(c *conn) bool { return c.finished }), 0)
		_ = h.waiting[i].nc.Close()
		h.waiting = slices.Delete(h.waiting, i, i+1)
	}
	h.waiting = append(h.waiting, c)
}

// leavePending frees the place of a connection among the pending ones once it has said Hello or is
// gone.
func (h *hostLink) leavePending(c *conn) {
	if c.place == (listen.Place{}) || !c.gone && !c.session.greeted() {
		return
	}
	h.freePlace(c)
	if !c.gone {
		h.wait(c)
	}
}

// freePlace frees the place of a connection among the pending ones, if it has one.
func (h *hostLink) freePlace(c *conn) {
	if c.place != (listen.Place{}) {
		h.acceptor.Leave(c.place)
		c.place = listen.Place{}
	}
}

// drop removes a connection from the waiting ones.
func (h *hostLink) drop(c *conn) {
	h.waiting = slices.DeleteFunc(h.waiting, func(other *conn) bool { return other == c })
}

// notify handles the output of a session.
func (h *hostLink) notify(c *conn, out Output) {
	if c.session.phase == showing {
		h.freePlace(c)
		h.drop(c)
		h.strangers.Info(h.now(), "watching", "addr", c.session.cfg.PeerAddr)
		return
	}
	h.take(c, out)
	h.leavePending(c)
	switch seat := h.room.session; {
	case c.gone:
		if c.session.series == nil {
			h.strangers.Info(h.now(), "connection closed", "addr", c.session.cfg.PeerAddr, "reason", c.session.Cause())
		} else {
			h.log.Info("connection closed", "addr", c.session.cfg.PeerAddr, "reason", c.session.Cause())
		}
		h.drop(c)
	case c.session == seat && h.conn != c:
		h.seat(c)
	case c.finished && h.conn == c:
		h.conn, h.parted = nil, c
		h.wait(c)
		if h.room.open && h.room.series == nil {
			h.emit(h.listens)
		}
	}
	h.attend()
}

// attend lets the room decide what is due, and carries its decisions out.
func (h *hostLink) attend() {
	if h.closed {
		return
	}
	now := h.now()
	h.room.desk.Tick(now)
	if h.series != nil && h.series != h.room.series { // the room may have ended it
		h.takeSeries()
	}
	h.series = h.room.series
	h.tidyVia()
	h.look()
	events, changed := h.room.drain()
	h.emit(events...)
	for _, s := range changed {
		if i := slices.IndexFunc(h.waiting, func(c *conn) bool { return c.session == s }); i >= 0 {
			h.waiting[i].flush()
		}
	}
	next := h.room.desk.NextTick(now)
	switch {
	case next.IsZero():
	case h.tick == nil:
		h.tick = time.AfterFunc(next.Sub(now), h.ring)
	default:
		h.tick.Reset(next.Sub(now))
	}
}

// ring is called by the timer of the room.
func (h *hostLink) ring() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.attend()
}

// seat makes a connection the one that is played on, in place of an earlier one.
func (h *hostLink) seat(c *conn) {
	h.drop(c)
	old := h.conn
	h.conn = c
	if old != nil {
		h.wait(old)
		old.flush()
	}
}
