package link

import (
	"context"
	"net"
	"net/netip"
	"strings"

	"mancala/match"
	"mancala/netplay/address"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	"mancala/rules"
)

// maxEvents is the number of events not yet drained while new guests are let in.
const maxEvents = 1000

// Limits of a host's connections, besides the seated guest's.
const (
	maxWatchers  = 64  // unless the host says otherwise
	addressShare = 16  // an address may have this part of their places
	maxConns     = 256 // after their Hello
)

// serve listens until the link is closed.
func (h *hostLink) serve(ctx context.Context, addr string, current *session.Owned) {
	var identity *keys.Identity
	if !h.cfg.Insecure {
		var err error
		if identity, err = listen.Identity(h.cfg.Identity); err != nil {
			h.fail(note("no-key").Because(err))
			return
		}
	}
	h.keepClosing()
	at, err := h.acceptor.Listen(ctx, addr, identity)
	if err != nil {
		h.fail(transport.ListenError(addr, err))
		return
	}
	if h.cfg.Browsers != nil {
		h.acceptor.AnswerBrowsers(h.cfg.Browsers(h.site(func(nc net.Conn, far bool) {
			h.acceptor.Receive(ctx, nc, listen.Origin{Within: true, Far: far})
		})))
	}
	if h.open(ctx, addr, at, identity, current) {
		h.acceptor.Serve(ctx)
	}
}

// site describes the host to the server for browsers.
func (h *hostLink) site(enter func(nc net.Conn, far bool)) listen.Site {
	return listen.Site{
		Name: match.NameOr(h.cfg.Name, match.Host), Encrypted: !h.cfg.Insecure, Places: listen.BrowserPlaces(), Enter: enter,
		Watchers: func() bool {
			h.mu.Lock()
			defer h.mu.Unlock()
			return !h.desk.Policy.NoWatchers
		},
	}
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
		h.emit(match.Failed{Note: n})
	}
}

// known returns the key that identifies the host to guests, or the zero value without encryption.
func (h *hostLink) known() keys.Known {
	if h.identity == nil {
		return keys.Known{}
	}
	return keys.Known{Fingerprint: h.identity.Fingerprint()}
}
