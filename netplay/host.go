package netplay

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"mancala/match"
	"mancala/netplay/address"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	"mancala/netplay/listen"
	"mancala/netplay/transport"
	"mancala/netplay/workers"
	"mancala/rules"
)

// maxEvents is the number of events not yet drained while new guests are let in.
const maxEvents = 1000

// HostConfig sets a host's name, the rules of its games, and the guests that it lets in.
type HostConfig struct {
	// Name is the host's name as shown to the guest; [match.CleanName] is applied.
	Name string
	// AppVersion is the version of the program, for the guest's log.
	AppVersion string
	// Variant is the rules of every game.
	Variant rules.Variant
	// First is the party that makes the first ply of the first game with each guest; the other one
	// starts the next.
	First match.First
	// Admission says which guests are let in; [match.Door.Admit] changes it.
	Admission match.Admission
	// Now is the clock; nil means the real one.
	Now func() time.Time
	// Rand is the source of random bytes; nil means crypto/rand.
	Rand io.Reader
	// Log receives details that are not for the player; nil means nowhere.
	Log *slog.Logger

	// Transport makes the connections; nil means TCP.
	Transport transport.Transport
	// Identity returns the key by which guests recognise this host. It is called once, and may wait
	// for the disk. Nil means a new key, for this link alone.
	Identity func() (*keys.Identity, error)
	// Insecure leaves encryption out. Guests have to do the same.
	Insecure bool
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
	// Keep is called after every change with the state that has to survive this program, so that
	// the series can be resumed. A bookmark that is over says that there is nothing to resume. Keep
	// must not block or call the link; nil means that nothing is kept.
	Keep func(match.Bookmark)
	// Referee says that the host only stands for the other player, as in a club. Its word is final
	// then: plies and other changes of the guest that the host neither has nor can add are taken
	// back. The link is a [match.Referee].
	Referee bool
	// Store is called in place of Keep at a host that must not lose anything that it has told its
	// guest. A guest's frames are acknowledged, and frames that follow from them are sent, only
	// once stored was called for a bookmark that contains them. Own plies go out at once.
	// Store is called with a lock of the link held: it must not block or call the link, and must
	// leave the call of stored to another goroutine. A later bookmark contains all earlier ones, so
	// only its stored needs to be called. Nil means Keep.
	Store func(b match.Bookmark, stored func())
	// Handed brings the connections of a host that does not listen: a leg of a table at a club. Its
	// connections were greeted, so Transport, Identity, Insecure, Address, Browsers and
	// Via have no effect.
	// Nil means to listen.
	Handed *Handed
	// Ticket is the secret that a guest of a leg has to show, as an invite, to get the seat; those
	// who watch need none. Zero means that every guest may have it.
	Ticket keys.Secret
	// Budget is for the frames with which the guest plays, talks and wishes, over all connections:
	// once it is spent, each further one is read later. It is the link's from now on. Nil sets no
	// limit.
	Budget *limit.Allowance
	// Crew processes the frames of guests, which costs less if there are thousands of links. Nil
	// leaves each connection its own goroutine.
	Crew *workers.Crew
	// Watchers is the number of people who may watch at the same time; 0 means 64. One address may
	// have a sixteenth of the places.
	Watchers int
	// Notify is called when there are new events, with a lock of the link held: it must not block
	// or call the link. Nil means that the events are asked for again and again.
	Notify func()
	// Resume is a series to be resumed; nil means none. Its game has its own rules; Variant may be
	// left out.
	Resume *match.Bookmark

	places int // of connections without a Hello; 0 means as many as the system has files for
}

type hostLink struct {
	link
	cfg      HostConfig
	cancel   context.CancelFunc
	acceptor *listen.Acceptor // nil for a host that does not listen
	identity *keys.Identity   // nil if it does not encrypt, and before it listens
	room     *room
	audience audience
	via      *via        // nil without a meeting point, and before it listens
	waiting  []*conn     // after their Hello, all but the one that is played on, oldest first
	tick     *time.Timer // of the room
	listens  match.Listening
	// strangers is the log of all connections but the guest's in the seat.
	strangers *listen.Log
	refusals  *listen.RefusalLimiter
}

// Host waits for guests at an address such as ":7000" or "127.0.0.1:0", plays with one guest at a
// time, and returns at once. The outcome is an event of the link: Listening; or Failed, with the
// reason.
func Host(addr string, cfg HostConfig) match.Link {
	ctx, cancel := context.WithCancel(context.Background())
	h := &hostLink{
		link: newLink(cfg.Now, cfg.Rand, cfg.Log, cfg.Keep), cfg: cfg, cancel: cancel,
		room: newRoom(cfg.Admission),
	}
	h.room.referee, h.woken = cfg.Referee, cfg.Notify
	if cfg.Store != nil {
		h.store = cfg.Store
	}
	h.room.secret, h.room.desk.Ticketed = cfg.Ticket, !cfg.Ticket.IsZero()
	h.strangers, h.refusals = listen.NewLog(h.log), listen.NewRefusalLimiter(h.now)
	h.audience = newAudience(h)
	if refused := h.prepare(addr); refused != nil {
		cancel()
		h.emit(match.Failed{Note: refused})
		return h
	}
	if cfg.Handed != nil {
		h.open(ctx, addr, addr, nil)
		cfg.Handed.bring(h)
		return h
	}
	if h.cfg.Transport == nil {
		h.cfg.Transport = transport.TCP{}
	}
	h.acceptor = listen.NewAcceptor(listen.AcceptorConfig{
		Now: h.now, Transport: h.cfg.Transport, Strangers: h.strangers, Shut: h.shut, Places: cfg.places,
		Admit: func(g listen.Greeted) { h.admit(g, nil) },
	})
	go h.serve(ctx, addr)
	return h
}

// prepare puts the series of the bookmark into the room, if there is one, and returns the reason
// why the host cannot listen at the address, or nil.
func (h *hostLink) prepare(addr string) *rules.Note {
	if h.cfg.Resume != nil {
		series, err := restoreSeriesOf(match.Host, *h.cfg.Resume)
		if err != nil {
			return note("bad-bookmark").Because(err)
		}
		h.room.series = series
		if h.cfg.Variant == (rules.Variant{}) {
			h.cfg.Variant = series.Variant()
		}
	}
	if err := h.cfg.Variant.Validate(); err != nil {
		return rules.NewNote("match.bad-rules", err).Because(err)
	}
	if addr == "" { // the system would choose a port, which was not asked for
		return transport.BadListen(addr).Because(listen.ErrNoAddress)
	}
	return nil
}

// serve listens until the link is closed.
func (h *hostLink) serve(ctx context.Context, addr string) {
	var identity *keys.Identity
	if !h.cfg.Insecure {
		var err error
		if identity, err = listen.Identity(h.cfg.Identity); err != nil {
			h.fail(note("no-key").Because(err))
			return
		}
	}
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
	if h.open(ctx, addr, at, identity) {
		h.acceptor.Serve(ctx)
	}
}

// open lets guests in at an address, which is at in full, and reports whether the link has not been
// closed.
func (h *hostLink) open(ctx context.Context, addr, at string, identity *keys.Identity) bool {
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
	if h.series = h.room.series; h.series != nil {
		h.series.reopen("")
		h.takeSeries()
	}
	h.look()
	h.meetGuests(ctx)
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
	if h.closed {
		return
	}
	h.log.Warn("host failed", "reason", n.Error())
	h.emit(match.Failed{Note: n})
}

// admit starts a session with a peer, who has come through a name of this host at a meeting point
// unless at is nil.
func (h *hostLink) admit(g listen.Greeted, at *station) {
	h.mu.Lock()
	defer h.mu.Unlock()
	nc := g.Conn
	if h.closed {
		h.turnOut(g)
		return
	}
	session, err := NewSession(SessionConfig{
		Self:       match.Host,
		Name:       h.cfg.Name,
		AppVersion: h.cfg.AppVersion,
		PeerAddr:   nc.RemoteAddr().String(),
		Variant:    h.cfg.Variant,
		First:      h.cfg.First,
		Host:       h.known(),
		Rand:       h.rand,
		room:       h.room,
		local:      func() bool { return !g.Far && address.IsNeighbour(nc.RemoteAddr()) },
		far:        g.Far,
		byCode:     at != nil,
		at:         at,
		StoreFirst: h.cfg.Store != nil,
	}, g.Began)
	if err != nil {
		h.turnOut(g)
		return
	}
	c := newConn(&h.mu, nc, session, h.now, h.notify)
	c.place, c.pass, c.hold = g.At, h.audience.take, h.refusals.Wait
	c.budget, c.crew = h.cfg.Budget, h.cfg.Crew
	if c.place == (listen.Place{}) {
		h.wait(c)
	}
	c.start()
}

// turnOut closes a connection that is not admitted.
func (h *hostLink) turnOut(g listen.Greeted) {
	if h.acceptor != nil {
		h.acceptor.Leave(g.At)
	}
	_ = g.Conn.Close()
}

// known returns the key by which guests recognise the host, or the zero value if it does not
// encrypt.
func (h *hostLink) known() keys.Known {
	if h.cfg.Handed != nil {
		return h.cfg.Handed.Greeted
	}
	if h.identity == nil {
		return keys.Known{}
	}
	return keys.Known{Fingerprint: h.identity.Fingerprint()}
}

// Leave says goodbye with a reason for the guest. After a series has begun, no guest is let in
// before WaitAgain.
func (h *hostLink) Leave(reason match.Reason) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.leave(reason) {
		h.room.tidy()
		h.attend()
	}
}

// WaitAgain lets the next guest in after one has left, and sets a paused series aside.
func (h *hostLink) WaitAgain() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.series != nil && h.series.paused {
		h.leave(match.ReasonLater)
		h.room.tidy()
		h.series = h.room.series
	}
	if !h.closed && h.listens.Addr != "" && h.room.series == nil && !h.room.open {
		h.room.open = true
		h.emit(h.listens)
	}
	h.attend()
}

// Close says goodbye and ends the link.
func (h *hostLink) Close() error {
	h.cancel()
	watchers := h.audience.close()
	h.mu.Lock()
	parting := []*conn{h.part()}
	for _, c := range slices.Clone(h.waiting) {
		switch c.session.phase {
		case offered, accepted:
			c.session.Leave(match.ReasonClosed)
			c.flush()
			parting = append(parting, c)
		default:
			if c != parting[0] {
				_ = c.nc.Close()
			}
		}
	}
	if h.tick != nil {
		h.tick.Stop()
	}
	h.mu.Unlock()
	if h.acceptor != nil {
		h.acceptor.Close()
	}
	await(append(parting, watchers...))
	return nil
}
