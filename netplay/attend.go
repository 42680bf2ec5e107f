package netplay

import (
	"slices"
	"sync"
	"time"

	"mancala/netplay/limit"
)

const (
	maxWaiting = 128 // connections after their Hello, besides the one that is played on
	// So many refusals a second are sent at once, the others after a wait, so that those who ask
	// again and again give this computer little work.
	promptRefusals = 20
	refusalWait    = 250 * time.Millisecond
)

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

// turnstile slows down the refusals beyond a number a second. It is safe for concurrent use.
type turnstile struct {
	now  func() time.Time
	mu   *sync.Mutex
	rate *limit.Rate
}

func newTurnstile(now func() time.Time) turnstile {
	return turnstile{now, new(sync.Mutex), limit.NewRate(promptRefusals)}
}

// wait returns how long to delay the refusal of a guest.
func (t *turnstile) wait() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if ok, _ := t.rate.Allow(t.now()); ok {
		return 0
	}
	return refusalWait
}

// leaveDoorway frees the place of a connection in the doorway once it has said Hello or is gone.
func (h *hostLink) leaveDoorway(c *conn) {
	if c.place == (place{}) || !c.gone && !c.session.greeted() {
		return
	}
	h.freePlace(c)
	if !c.gone {
		h.wait(c)
	}
}

// freePlace frees the place of a connection in the doorway, if it has one.
func (h *hostLink) freePlace(c *conn) {
	if c.place != (place{}) {
		h.entrance.leave(c.place)
		c.place = place{}
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
		h.strangers.info(h.now(), "watching", "addr", c.session.cfg.PeerAddr)
		return
	}
	h.take(c, out)
	h.leaveDoorway(c)
	switch seat := h.room.session; {
	case c.gone:
		if c.session.series == nil {
			h.strangers.info(h.now(), "connection closed", "addr", c.session.cfg.PeerAddr, "reason", c.session.Cause())
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
	h.room.tick(now)
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
	next := h.room.nextTick(now)
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
