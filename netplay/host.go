package netplay

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"mancala/match"
	"mancala/netplay/gate"
	"mancala/netplay/keys"
	"mancala/rules"
)

const (
	maxEvents   = 1000                   // events not yet drained while new guests are let in
	acceptPause = 100 * time.Millisecond // after the system refused to hand out a connection
)

var errNoAddress = errors.New("no address to host at")

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
	Transport Transport
	// Identity returns the key by which guests recognise this host. It is called once, and may wait
	// for the disk. Nil means a new key, for this link alone.
	Identity func() (*keys.Identity, error)
	// Insecure leaves encryption out. Guests have to do the same.
	Insecure bool
	// Browsers makes the server for browsers, once the host listens; nil means that browsers are
	// disconnected.
	Browsers func(Site) Browsers
	// Via is a meeting point that sends guests, in addition to direct connections, as returned by
	// [ParsePoint]; "" means none. Meeting events report its state.
	Via string
	// Keep is called after every change with the state that has to survive this program, so that
	// the series can be resumed. A bookmark that is over says that there is nothing to resume. Keep
	// must not block or call the link; nil means that nothing is kept.
	Keep func(match.Bookmark)
	// Resume is a series to be resumed; nil means none. Its game has its own rules; Variant may be
	// left out.
	Resume *match.Bookmark
}

type hostLink struct {
	link
	cfg      HostConfig
	cancel   context.CancelFunc
	listener net.Listener
	identity *keys.Identity // nil if it does not encrypt, and before it listens
	tls      *tls.Config    // nil if it does not encrypt
	room     *room
	audience audience
	doorway  doorway
	browsers Browsers    // nil if none are answered, and before it listens
	via      *via        // nil without a meeting point, and before it listens
	waiting  []*conn     // after their Hello, all but the one that is played on, oldest first
	tick     *time.Timer // of the room
	listens  match.Listening
	// strangers is the log of all connections but the guest's in the seat.
	strangers strangersLog
	refusals  *gate.Rate // limits the refusals that are sent at once
}

// Host waits for guests at an address such as ":7000" or "127.0.0.1:0", plays with one guest at a
// time, and returns at once. The outcome is an event of the link: Listening; or Failed, with the
// reason.
func Host(addr string, cfg HostConfig) match.Link {
	ctx, cancel := context.WithCancel(context.Background())
	h := &hostLink{
		link: newLink(cfg.Now, cfg.Rand, cfg.Log, cfg.Keep), cfg: cfg, cancel: cancel,
		room: newRoom(cfg.Admission), doorway: newDoorway(),
	}
	h.strangers, h.refusals = newStrangersLog(h.log), gate.NewRate(promptRefusals)
	h.audience = newAudience(h)
	if refused := h.prepare(addr); refused != nil {
		cancel()
		h.emit(match.Failed{Note: refused})
		return h
	}
	if h.cfg.Transport == nil {
		h.cfg.Transport = TCP{}
	}
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
		return badListen(addr).Because(errNoAddress)
	}
	return nil
}

// serve listens until the link is closed.
func (h *hostLink) serve(ctx context.Context, addr string) {
	if !h.cfg.Insecure {
		identity, err := h.cfg.identity()
		if err != nil {
			h.fail(note("no-key").Because(err))
			return
		}
		h.mu.Lock()
		h.identity, h.tls = identity, hostTLS(identity)
		h.mu.Unlock()
	}
	listener, err := h.cfg.Transport.Listen(ctx, addr)
	if err != nil {
		h.fail(ListenError(addr, err))
		return
	}
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		_ = listener.Close()
		return
	}
	h.listener = listener
	if h.cfg.Browsers != nil {
		h.browsers = h.cfg.Browsers(h.site(func(nc net.Conn, far bool) { h.receive(ctx, nc, origin{within: true, far: far}) }))
	}
	h.listens.Addr = listener.Addr().String()
	if at, err := netip.ParseAddrPort(h.listens.Addr); err == nil {
		h.listens.Reachable = reachable(at, localAddrs())
	}
	if h.addr = addr; strings.HasSuffix(addr, ":0") {
		h.addr = h.listens.Addr
	}
	h.emit(h.listens)
	if h.series = h.room.series; h.series != nil {
		h.series.reopen("")
		h.takeSeries()
	}
	h.look()
	h.meetGuests(ctx)
	h.mu.Unlock()
	for {
		nc, err := listener.Accept()
		switch {
		case err == nil:
			h.receive(ctx, nc, origin{})
		case errors.Is(err, net.ErrClosed):
			return
		default: // too many open files, or a connection that broke at once
			h.mu.Lock()
			h.strangers.info(h.now(), "accept failed", "error", err.Error())
			h.mu.Unlock()
			pause(ctx, acceptPause)
		}
	}
}

func (h *hostLink) fail(n *rules.Note) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.log.Warn("host failed", "reason", n.Error())
	h.emit(match.Failed{Note: n})
}

// pause sleeps for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// receive takes in a connection, and returns when the next one may come or ctx has ended.
func (h *hostLink) receive(ctx context.Context, nc net.Conn, from origin) {
	for {
		h.mu.Lock()
		if h.closed || ctx.Err() != nil || len(h.events) > maxEvents {
			h.mu.Unlock()
			_ = nc.Close()
			return
		}
		at, wait := h.doorway.enter(nc, h.now())
		if wait == 0 {
			h.mu.Unlock()
			go h.greet(nc, at, from)
			return
		}
		h.mu.Unlock()
		pause(ctx, wait)
	}
}

// admit starts a session with a peer that connected at that time, with mu held.
func (h *hostLink) admit(nc net.Conn, at place, from origin, then time.Time) {
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
		local:      func() bool { return !from.far && isNeighbour(nc.RemoteAddr()) },
		far:        from.far,
		byCode:     from.at != nil,
		at:         from.at,
	}, then)
	if err != nil {
		h.doorway.leave(at)
		_ = nc.Close()
		return
	}
	c := newConn(&h.mu, nc, session, h.now, h.notify)
	c.place, c.pass, c.hold = at, h.audience.take, h.holdBack
	c.start()
}

// known returns the key by which guests recognise the host, or the zero value if it does not
// encrypt.
func (h *hostLink) known() keys.Known {
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
	if !h.closed && h.listener != nil && h.room.series == nil && !h.room.open {
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
	h.doorway.closeAll()
	h.strangers.rest()
	if h.tick != nil {
		h.tick.Stop()
	}
	listener, browsers := h.listener, h.browsers
	h.listener, h.browsers = nil, nil
	h.mu.Unlock()
	if listener != nil {
		_ = listener.Close()
	}
	if browsers != nil {
		_ = browsers.Close()
	}
	await(append(parting, watchers...))
	return nil
}
