package link

import (
	"context"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/admission"
	"mancala/netplay/keys"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	"mancala/rules"
)

// HostConfig sets the rules of a host's games and the admission of guests.
type HostConfig struct {
	Common
	// Variant is the rules of every game.
	Variant rules.Variant
	// First is the party that starts the first game with each guest; the other one starts the next.
	First match.First
	// Admission says which guests are let in; [table.Guests.Admit] changes it.
	Admission match.Admission
	// Transport makes the connections; nil means TCP.
	Transport transport.Transport
	// Identity returns the key that identifies this host to guests. It is called once, and may wait
	// for the disk. Nil means a new key, only for this link.
	Identity func() (*keys.Identity, error)
	// Address is this host's address for guests from elsewhere, such as its name, in a form that
	// [address.ParseHostPort] accepts; "" means unknown. It comes first in Listening.
	Address string
	// Browsers makes the server for browsers, once the host listens; nil means that browsers are
	// disconnected.
	Browsers func(transport.Site) transport.Browsers
	// Via is a meeting point that sends guests, in addition to direct connections, as returned by
	// [address.ParsePoint]; "" means none. Meeting events report its state.
	Via string
	// Watchers is the number of people who may watch at the same time; 0 means 64. One address may
	// have a sixteenth of the places.
	Watchers int
	// Resume is a series to resume; nil means none. Its rules replace Variant.
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
	cfg      HostConfig
	cancel   context.CancelFunc
	acceptor *transport.Acceptor
	identity *keys.Identity // nil if it does not encrypt, and before it listens
	secret   keys.Secret    // of the invites
	server   *session.Server
	desk     *admission.Desk
	waits    bool // the host's person waits for a guest
	conns    map[*session.Conn]*guestConn
	guests   map[*session.Owned]*guestConn // the last connection of a series's guest; see guestOf
	routes   map[*session.Owned]route
	fronts   map[*session.Owned]*front // of the series that are not closing
	aside    asides
	leaving  bool // this end's person is leaving
	via      *via // nil without a meeting point, and before it listens
	tick     *time.Timer
	listens  table.Listening
	spare    session.Work // lists to be used again
}

// Host waits for guests at an address such as ":7000" or "127.0.0.1:0", plays with one guest at a
// time, and returns at once. The outcome is an event of the link: Listening, or Failed with the
// reason.
func Host(addr string, cfg HostConfig) table.Link {
	ctx, cancel := context.WithCancel(context.Background())
	h := &hostLink{
		base: newBase(&cfg.Common), cfg: cfg, cancel: cancel, conns: map[*session.Conn]*guestConn{},
		waits: true, guests: map[*session.Owned]*guestConn{}, routes: map[*session.Owned]route{}, fronts: map[*session.Owned]*front{},
		aside: asides{},
	}
	h.desk = admission.NewDesk(seat{h}, cfg.Admission)
	h.wishes = wishes{h.wish, match.Host}
	current, refused := h.prepare(addr)
	if refused != nil {
		cancel()
		h.emit(table.Failed{Note: refused})
		return h
	}
	if h.cfg.Transport == nil {
		h.cfg.Transport = transport.TCP{}
	}
	h.acceptor = transport.NewAcceptor(transport.ListenConfig{
		Name: cfg.Name, Identity: cfg.Identity, Insecure: cfg.Insecure, Transport: h.cfg.Transport, Browsers: cfg.Browsers, Watchers: h.watched,
		Places: cfg.places, Log: h.log, Now: h.now,
	}, func(g transport.Greeted) { h.admit(g, nil) }, h.shut)
	go h.serve(ctx, addr, current)
	return h
}

// prepare makes the server with the series of the bookmarks. It returns the resumed one, nil if
// there is none, or the reason why the host cannot listen at the address.
func (h *hostLink) prepare(addr string) (current *session.Owned, refused *rules.Note) {
	now := h.now()
	if h.cfg.Resume != nil {
		o, r, err := restoreOwned(*h.cfg.Resume, now)
		if err != nil {
			return nil, h.badBookmark(*h.cfg.Resume, err)
		}
		current, h.routes[o] = o, r
		if h.cfg.Variant == (rules.Variant{}) {
			h.cfg.Variant = o.State().Terms.Variant
		}
	}
	if err := h.cfg.Variant.Validate(); err != nil {
		return nil, rules.NewNote("match.bad-rules", err).Because(err)
	}
	if addr == "" { // the system would choose a port, which was not asked for
		return nil, transport.BadListen(addr).Because(transport.ErrNoAddress)
	}
	h.server = session.NewServer(session.ServerConfig{
		Name: h.cfg.Name, AppVersion: h.cfg.AppVersion, Computer: h.cfg.Computer, Variant: h.cfg.Variant, First: h.cfg.First,
		Admission: h, Watchers: h.cfg.Watchers, Rand: h.rand,
	})
	if current != nil {
		h.server.Keep(current, true)
	}
	return current, nil
}

// keepClosing keeps the series whose end only the guest does not know.
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

// reopen shows a resumed series.
func (h *hostLink) reopen(o *session.Owned) {
	h.opened(h.newFront(o), h.addr)
}

func (h *hostLink) newFront(o *session.Owned) *front {
	r := h.routes[o]
	f := newFront(&o.Series, &r)
	h.fronts[o] = f
	return f
}

// changed is called after every change of a connection.
func (h *hostLink) changed(c *guestConn) {
	if c.place != (transport.Place{}) && (c.Gone() || c.session.Greeted()) {
		h.acceptor.Leave(c.place)
		c.place = transport.Place{}
	}
	h.deliver(c)
	h.attend()
	if c.Gone() {
		delete(h.conns, c.session)
	}
}

// deliver takes the bytes that a connection has to write. It may delay the refusal of a stranger.
func (h *hostLink) deliver(c *guestConn) {
	was := c.Finished()
	c.Flush()
	if c.Finished() && !was && c.session.Series() == nil {
		c.KeepBack(h.acceptor.RefusalWait())
	}
}

// attend carries out the decisions of the server and the desk until none is left.
func (h *hostLink) attend() {
	work := h.spare
	h.spare = session.Work{}
	for {
		now := h.now()
		h.desk.Tick(now)
		h.server.Gallery().Tick(now)
		work = h.server.Drain(work)
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
	h.spare = work
	if h.via != nil {
		h.tidyVia()
	}
	h.emit(h.desk.Events()...)
	h.wind()
}

// wind sets the timer of the server and the desk.
func (h *hostLink) wind() {
	now := h.now()
	next := h.desk.NextTick(now)
	if at := h.server.Gallery().NextTick(); next.IsZero() || !at.IsZero() && at.Before(next) {
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
	if o.State().Series == nil {
		return // it has not begun
	}
	mark := h.bookmark(&o.Series)
	if !s.Delete {
		r := h.routes[o]
		mark.Closing = o.Closing()
		mark.State, mark.First, mark.Log = o.Stored(r.append())
	}
	var stored func()
	if s.Sync && h.keep != nil {
		var held []*guestConn // one that a newer one has replaced lasts for a moment
		for _, c := range h.conns {
			if c.session.Series() == o {
				c.Hold()
				held = append(held, c)
			}
		}
		if held != nil {
			stored = func() { release(held) }
		}
	}
	h.save(mark, stored)
}

// release lets connections send what they hold.
func release(held []*guestConn) {
	for _, c := range held {
		c.Release()
	}
}

// forget forgets a series that is no longer kept.
func (h *hostLink) forget(s session.Stored) {
	if s.Delete {
		delete(h.guests, s.Series)
		delete(h.routes, s.Series)
		delete(h.fronts, s.Series)
		delete(h.aside, s.Series)
	}
}

// wish makes a wish of the host's person.
func (h *hostLink) wish(k table.Kind, arg uint32, text string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.server.Current()
	if h.closed || o == nil || h.front == nil {
		return ErrNoGame
	}
	f := h.front
	err := h.server.Wish(k, arg, text, h.now())
	h.attend()
	return f.refusal(k, arg, err)
}

// Accept returns [ErrNoOffer]: a host offers the rules.
func (h *hostLink) Accept() error { return ErrNoOffer }

// Guests returns the link itself.
func (h *hostLink) Guests() table.Guests { return h }

// Answer admits a guest who has knocked, or turns them away.
func (h *hostLink) Answer(knock int, a match.Answer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed && h.server != nil {
		h.desk.Answer(knock, a, h.now())
		h.attend()
	}
}

// Admit changes the admission of guests.
func (h *hostLink) Admit(a match.Admission) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.desk.Policy = a
	if h.closed || h.server == nil {
		return
	}
	if a.NoWatchers {
		h.server.Gallery().Close(wire.LeaveReason_LEAVE_REASON_QUIT)
	}
	h.attend()
}

// Invite returns an invite, the same one for the same address while the link is open. From then on,
// only guests with an invite are let in.
func (h *hostLink) Invite(addr string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.identity == nil {
		return ""
	}
	if err := h.inviteSecret(); err != nil {
		h.log.Warn("no invite", "reason", err.Error())
		return ""
	}
	h.desk.Policy.InviteOnly = true
	h.attend()
	return keys.Invite{Addr: addr, Fingerprint: h.identity.Fingerprint(), Secret: h.secret}.String()
}
