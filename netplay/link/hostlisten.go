package link

import (
	"context"
	"net"
	"net/netip"
	"strings"

	"mancala/internal/table"
	"mancala/netplay/address"
	"mancala/netplay/keys"
	"mancala/netplay/session"
	"mancala/rules"
)

// maxEvents is the number of events not yet drained while new guests are let in.
const maxEvents = 1000

// maxConns is the number of a host's connections.
const maxConns = 256

// serve listens until the link is closed.
func (h *hostLink) serve(ctx context.Context, addr string, current *session.Owned) {
	h.keepClosing()
	at, identity, refused := h.acceptor.Open(ctx, addr)
	if refused != nil {
		h.fail(refused)
		return
	}
	if h.open(ctx, addr, at, identity, current) {
		h.acceptor.Serve(ctx)
	}
}

// watched reports whether watching is allowed.
func (h *hostLink) watched() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.desk.Policy.NoWatchers
}

// open accepts guests at an address, at in full, and reports whether the link is still open.
func (h *hostLink) open(ctx context.Context, addr, at string, identity *keys.Identity, current *session.Owned) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.identity, h.listens.Addr = identity, at
	if _, err := netip.ParseAddrPort(at); err == nil {
		h.listens.Reachable = address.Reachable(at)
	}
	_, port, _ := net.SplitHostPort(at)
	if own, err := address.ParseHostPort(h.cfg.Address, port); err == nil {
		h.listens.Reachable = append([]string{own}, h.listens.Reachable...)
	}
	if h.addr = addr; strings.HasSuffix(addr, ":0") {
		h.addr = at
	}
	h.emit(h.listens)
	if current != nil {
		h.reopen(current)
	}
	h.meetGuests(ctx)
	h.attend()
	return true
}

// shut reports whether the host takes no connections.
func (h *hostLink) shut() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.closed || len(h.events) > maxEvents
}

func (h *hostLink) fail(n *rules.Note) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.log.Warn("host failed", "reason", n.Error())
		h.emit(table.Failed{Note: n})
	}
}

// known returns the key that identifies the host to guests, or the zero value without encryption.
func (h *hostLink) known() keys.Known {
	if h.identity == nil {
		return keys.Known{}
	}
	return keys.Known{Fingerprint: h.identity.Fingerprint()}
}
