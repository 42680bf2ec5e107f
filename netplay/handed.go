package netplay

import (
	"net"
	"sync"

	"mancala/netplay/keys"
	"mancala/netplay/listen"
)

// Handed brings connections to a host that does not listen; see [HostConfig]. It serves one link.
// Its methods are safe for concurrent use.
type Handed struct {
	// Greeted is the key that guests were shown when their connections were encrypted; zero if they
	// are not encrypted. It is set before the link is made.
	Greeted keys.Known

	mu   sync.Mutex
	host *hostLink // nil before the link is made
}

// bring sets the link that gets the connections.
func (d *Handed) bring(h *hostLink) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.host = h
}

// link returns the link that gets the connections, or nil.
func (d *Handed) link() *hostLink {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.host
}

// Hand gives the link a connection that was greeted, as a [listen.Listener] hands it out: its first
// bytes are the preface. Far says that a stranger may control the guest, so the address is no
// reason to trust them. A connection that comes before the link is made, or after it was closed, is
// closed. Hand does not block.
func (d *Handed) Hand(nc net.Conn, far bool) {
	h := d.link()
	if h == nil {
		_ = nc.Close()
		return
	}
	h.admit(listen.Greeted{Conn: nc, Far: far, Began: h.now()}, nil)
}

// Watched tells the guest how many people watch elsewhere, as at the other leg of the same table.
// It is for a link that lets none watch itself.
func (d *Handed) Watched(n int) {
	if h := d.link(); h != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.audience.count = n
		h.tellGuest()
	}
}

// Drop ends the link as the end of its process would: connections break without a goodbye, nothing
// more is stored or acknowledged, and there are no more events. The guest dials again, and goes on
// with the one that now has the series.
func (d *Handed) Drop() {
	if h := d.link(); h != nil {
		h.abandon(nil)
	}
}

// Replace is Drop, but a guest who is connected is told first that they have come with another
// program, so that this one does not dial again.
func (d *Handed) Replace() {
	if h := d.link(); h != nil {
		h.abandon((*Session).replaced)
	}
}

// abandon ends the link without a word, or with those that farewell has for the guest in the seat.
func (h *hostLink) abandon(farewell func(*Session)) {
	h.cancel()
	h.mu.Lock()
	h.closed, h.store = true, nil
	broken := h.waiting
	if c := h.conn; c != nil && farewell != nil {
		farewell(c.session)
		c.flush()
	} else if c != nil {
		broken = append(broken, c)
	}
	for _, c := range broken {
		c.broken = true // nothing that is still queued is written
		_ = c.nc.Close()
	}
	h.events = nil
	if h.tick != nil {
		h.tick.Stop()
	}
	h.mu.Unlock()
	h.audience.abandon()
}
