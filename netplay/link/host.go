package link

import (
	"context"
	"crypto/subtle"
	"net"
	"net/netip"
	"strings"
	"time"

	wire "mancala/proto/mancala/v1"

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
	"mancala/table"
)

// maxEvents is the number of events not yet drained while new guests are let in.
const maxEvents = 1000

// Limits of the connections of a host besides that of the guest in the seat.
const (
	maxWatchers  = 64  // unless the host says otherwise
	addressShare = 16  // an address may have this part of their places
	maxConns     = 256 // after their Hello
	maxAside     = 64  // series set aside that can be resumed without a restart of the host
)

// HostConfig sets the rules of a host's games, and the guests that it lets in.
type HostConfig struct {
	Common
	// Variant is the rules of every game.
	Variant rules.Variant
	// First is the party that makes the first ply of the first game with each guest; the other one
	// starts the next.
	First match.First
	// Admission says which guests are let in; [match.Door.Admit] changes it.
	Admission match.Admission
	// Transport makes the connections; nil means TCP.
	Transport transport.Transport
	// Identity returns the key by which guests recognise this host. It is called once, and may wait
	// for the disk. Nil means a new key, for this link alone.
	Identity func() (*keys.Identity, error)
	// Address is where guests from elsewhere reach this host, such as by a name of its own, as
	// accepted by [address.ParseHostPort]; "" means that none is known. It comes first in
	// Listening.
	Address string
	// Browsers makes the server for browsers, once the host listens; nil means that browsers are
	// disconnected.
	Browsers func(listen.Site) listen.Browsers
	// Via is a meeting point that sends guests, in addition to direct connections, as returned by
	// [address.ParsePoint]; "" means none. Meeting events report its state.
	Via string
	// Watchers is the number of people who may watch at the same time; 0 means 64. One address may
	// have a sixteenth of the places.
	Watchers int
	// Resume is a series to be resumed; nil means none. Its game has its own rules; Variant may be
	// left out.
	Resume *match.Bookmark
	// Closing returns the series that have ended here without the guest's knowledge. A guest who
	// comes back learns that. It is called once, and may wait for the disk; nil means none.
	Closing func() []match.Bookmark

	places int // of connections without a Hello; 0 means as many as the system has files for
}

// hostLink is a host's link. The lock of base guards it.
type hostLink struct {
	base
	wishes
	cfg       HostConfig
	cancel    context.CancelFunc
	acceptor  *listen.Acceptor
	identity  *keys.Identity // nil if it does not encrypt, and before it listens
	secret    keys.Secret    // of the invites
	server    *session.Server
	desk      *admission.Desk
	waits     bool // the host's person waits for a guest
	conns     map[*session.Conn]*guestConn
	seated    *guestConn // the last one that got the seat, or came back to it
	routes    map[*session.Owned]route
	fronts    map[*session.Owned]*front // of the series that are not closing
	back      map[*session.Owned]bool   // whether the guest of a series that is set aside may come back
	leaving   bool                      // this end's person is leaving
	resumes   resumes
	via       *via // nil without a meeting point, and before it listens
	tick      *time.Timer
	listens   match.Listening
	strangers *listen.Log // of all connections but the guest's in the seat
	refusals  *listen.RefusalLimiter
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

// Host waits for guests at an address such as ":7000" or "127.0.0.1:0", plays with one guest at a
// time, and returns at once. The outcome is an event of the link: Listening; or Failed, with the
// reason.
func Host(addr string, cfg HostConfig) match.Link {
	ctx, cancel := context.WithCancel(context.Background())
	h := &hostLink{
		base: newBase(&cfg.Common), cfg: cfg, cancel: cancel, conns: map[*session.Conn]*guestConn{},
		waits: true, routes: map[*session.Owned]route{}, fronts: map[*session.Owned]*front{},
		back: map[*session.Owned]bool{},
	}
	h.desk = admission.NewDesk(seat{h}, cfg.Admission)
	h.wishes = wishes{h.wish, match.Host}
	h.strangers, h.refusals = listen.NewLog(h.log), listen.NewRefusalLimiter(h.now)
	current, refused := h.prepare(addr)
	if refused != nil {
		cancel()
		h.emit(match.Failed{Note: refused})
		return h
	}
	if h.cfg.Transport == nil {
		h.cfg.Transport = transport.TCP{}
	}
	h.acceptor = listen.NewAcceptor(listen.AcceptorConfig{
		Now: h.now, Transport: h.cfg.Transport, Strangers: h.strangers, Shut: h.shut, Places: cfg.places,
		Admit: func(g listen.Greeted) { h.admit(g, nil) },
	})
	go h.serve(ctx, addr, current)
	return h
}

// prepare makes the server with the series of the bookmarks, and returns the one that is resumed,
// nil if there is none; or the reason why the host cannot listen at the address.
func (h *hostLink) prepare(addr string) (current *session.Owned, refused *rules.Note) {
	now := h.now()
	if h.cfg.Resume != nil {
		o, r, err := restoreOwned(*h.cfg.Resume, now)
		if err != nil {
			return nil, h.badBookmark(*h.cfg.Resume, err)
		}
		current, h.routes[o] = o, r
		if h.cfg.Variant == (rules.Variant{}) {
			h.cfg.Variant = o.Owner().State().Terms.Variant
		}
	}
	if err := h.cfg.Variant.Validate(); err != nil {
		return nil, rules.NewNote("match.bad-rules", err).Because(err)
	}
	if addr == "" { // the system would choose a port, which was not asked for
		return nil, transport.BadListen(addr).Because(listen.ErrNoAddress)
	}
	h.server = session.NewServer(session.ServerConfig{
		Name: h.cfg.Name, AppVersion: h.cfg.AppVersion, Variant: h.cfg.Variant, First: h.cfg.First, Admission: h, Rand: h.rand,
	})
	if current != nil {
		h.server.Keep(current, true)
	}
	return current, nil
}

// keepClosing takes up the series of which only the guest does not know that they have ended.
func (h *hostLink) keepClosing() {
	if h.cfg.Closing == nil {
		return
	}
	list := h.cfg.Closing()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, b := range list {
		if o, r, err := restoreOwned(b, h.now()); err == nil {
			h.routes[o] = r
			h.server.Keep(o, false)
		}
	}
}

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

// reopen shows a series that is taken up again.
func (h *hostLink) reopen(o *session.Owned) {
	h.opened(h.newFront(o), h.addr)
}

func (h *hostLink) newFront(o *session.Owned) *front {
	state := o.Owner().State()
	peer, _ := o.Peer()
	r := h.routes[o]
	f := &front{
		eye: table.Perspective{Terms: state.Terms, Self: table.A}, state: state, peer: peer, safety: securityOf(r.host, r.byCode),
	}
	h.fronts[o] = f
	return f
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

// changed is called after every change of a connection.
func (h *hostLink) changed(c *guestConn) {
	if c.place != (listen.Place{}) && (c.Gone() || c.session.Greeted()) {
		h.acceptor.Leave(c.place)
		c.place = listen.Place{}
	}
	h.deliver(c)
	h.attend()
	if c.Gone() {
		delete(h.conns, c.session)
	}
}

// deliver takes what a connection has to write. The refusal of a stranger may wait.
func (h *hostLink) deliver(c *guestConn) {
	was := c.Finished()
	c.Flush()
	if c.Finished() && !was && c.session.Series() == nil {
		c.KeepBack(h.refusals.Wait())
	}
}

// attend carries out what the server and the desk have decided, until there is nothing left.
func (h *hostLink) attend() {
	for {
		now := h.now()
		h.desk.Tick(now)
		h.server.Tick(now)
		work := h.server.Drain()
		if len(work.Conns)+len(work.Notices)+len(work.Stored) == 0 {
			break
		}
		for _, s := range work.Stored {
			h.store(s)
		}
		for _, n := range work.Notices {
			h.take(n)
		}
		for _, s := range work.Stored {
			h.forget(s)
		}
		for _, c := range work.Conns {
			if of := h.conns[c]; of != nil {
				h.deliver(of)
			}
		}
	}
	h.tidyVia()
	h.emit(h.desk.Events()...)
	h.wind()
}

// wind sets the timer of the server and the desk.
func (h *hostLink) wind() {
	now := h.now()
	next := h.desk.NextTick(now)
	if at := h.server.NextTick(); next.IsZero() || !at.IsZero() && at.Before(next) {
		next = at
	}
	switch {
	case next.IsZero() || h.closed:
	case h.tick == nil:
		h.tick = time.AfterFunc(next.Sub(now), h.ring)
	default:
		h.tick.Reset(next.Sub(now))
	}
}

// ring is called by the timer.
func (h *hostLink) ring() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.attend()
	}
}

// store hands a record over that has changed. If it must be on the disk first, the guest waits.
func (h *hostLink) store(s session.Stored) {
	o := s.Series
	state := o.Owner().State()
	if state.Series == nil {
		return // it has not begun
	}
	peer, _ := o.Peer()
	mark := bookmark(table.Perspective{Terms: state.Terms, Self: table.A}, state, h.addr, peer)
	if !s.Delete {
		r, record := h.routes[o], o.Record()
		mark.State, mark.Closing = record.Append(r.append(nil)), o.Closing()
	}
	var stored func()
	if s.Sync && h.keep != nil {
		for _, c := range h.conns {
			if c.session.Series() == o {
				c.Hold()
				stored = c.Release
			}
		}
	}
	h.save(mark, stored)
}

// forget forgets a series that is not kept any more.
func (h *hostLink) forget(s session.Stored) {
	if s.Delete {
		delete(h.routes, s.Series)
		delete(h.fronts, s.Series)
		delete(h.back, s.Series)
	}
}

// Hello says why someone does not come in.
func (h *hostLink) Hello(s *session.Conn, now time.Time) admission.Refusal {
	c, hello := h.conns[s], s.Hello()
	c.guest.Seeker, c.guest.Name, c.guest.Patient = s, hello.Name, hello.Wait
	c.guest.Invited = !h.secret.IsZero() && subtle.ConstantTimeCompare(hello.Invite, h.secret.Bytes()) == 1
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
	return h.watches(c)
}

// watches gives a watcher a place, or says why there is none.
func (h *hostLink) watches(c *guestConn) admission.Refusal {
	most, all, of := h.cfg.Watchers, 0, 0
	if most == 0 {
		most = maxWatchers
	}
	for _, other := range h.conns {
		if other.watches && !other.Finished() {
			all++
			if other.guest.Addr == c.guest.Addr {
				of++
			}
		}
	}
	switch {
	case h.desk.Policy.NoWatchers:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NO_WATCHERS}
	case all >= most, of >= max(most/addressShare, 4) && !c.guest.Addr.Near():
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_TOO_MANY}
	}
	c.watches = true
	h.strangers.Info(h.now(), "watching", "addr", c.addr)
	return admission.Refusal{}
}

// Accepted adds a guest to those who want the seat.
func (h *hostLink) Accepted(s *session.Conn, now time.Time) { h.desk.Ask(&h.conns[s].guest, now) }

// Follow says why a guest does not get their seat back now. A series that is closing takes no seat.
func (h *hostLink) Follow(s *session.Conn, o *session.Owned, now time.Time) admission.Refusal {
	c := h.conns[s]
	wait := h.resumes.wait(c.guest.Addr, now)
	switch aside := o != h.server.Current() && !o.Closing(); {
	case h.desk.Ledger.Barred(c.guest.Addr):
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_BARRED}
	case wait > 0:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_TRY_LATER, Wait: wait}
	case aside && (!h.back[o] || h.server.Current() != nil || !h.waits):
		h.back[o] = true
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_SET_ASIDE}
	case aside:
		delete(h.back, o)
		h.reopen(o)
	}
	if !o.Closing() {
		h.seated = c
	}
	return admission.Refusal{}
}

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
	state := o.Owner().State()
	runs := running(state)
	h.leaving = true
	h.server.Leave(reason, h.now())
	h.attend()
	h.leaving = false
	kept := runs && h.server.Current() == nil && !o.Closing()
	if kept {
		h.putAside(o)
	}
	h.part(left(kept), match.Abandoned)
	if state.Series != nil {
		h.waits = false
	}
	h.attend()
}

// putAside remembers a series that is set aside; another one is forgotten if there are too many.
func (h *hostLink) putAside(o *session.Owned) {
	for other := range h.back {
		if len(h.back) < maxAside {
			break
		}
		delete(h.back, other)
	}
	h.back[o] = h.front != nil && h.front.away
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
