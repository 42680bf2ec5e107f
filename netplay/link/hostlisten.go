package link

import (
	"context"
	"net"
	"net/netip"
	"strings"

	"mancala/match"
	"mancala/netplay/address"
	"mancala/netplay/admission"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	"mancala/netplay/listen"
	"mancala/netplay/session"
	"mancala/netplay/stream"
	"mancala/netplay/transport"
	"mancala/rules"
)

// maxEvents is the number of events not yet drained while new guests are let in.
const maxEvents = 1000

// Limits of the connections of a host besides that of the guest in the seat.
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

// open lets guests in at an address, which is at in full, and reports whether the link has not been
// closed.
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

// shut reports whether no connection is taken in.
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

// guestConn is a connection of a guest or a watcher.
type guestConn struct {
	*stream.Conn
	place   listen.Place // until the guest has said Hello
	session *session.Conn
	addr    string // of the other end
	guest   admission.Guest
	at      *station // the name at the meeting point by which they came; nil otherwise
	watches bool
}

// admit begins a connection, of a peer who has come through a name of this host at a meeting point
// unless at is nil.
func (h *hostLink) admit(g listen.Greeted, at *station) {
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
	c.session = h.server.Accept(session.ConnConfig{Binding: stream.Bind(g.Conn, h.known().Fingerprint), Addr: addr.String()}, g.Began)
	c.Conn = stream.New(g.Conn, stream.Config{
		Mu: &h.mu, Now: h.now, Machine: c.session, Host: true, Changed: func(*stream.Conn) { h.changed(c) },
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

// known returns the key by which guests recognise the host, or the zero value if it does not
// encrypt.
func (h *hostLink) known() keys.Known {
	if h.identity == nil {
		return keys.Known{}
	}
	return keys.Known{Fingerprint: h.identity.Fingerprint()}
}
