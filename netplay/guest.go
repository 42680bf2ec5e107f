package netplay

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"time"

	"mancala/match"
	"mancala/netplay/address"
	"mancala/netplay/dial"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
	"mancala/rules"
)

// GuestConfig describes a guest.
type GuestConfig struct {
	// Name is the guest's name as shown to the host; [match.CleanName] is applied.
	Name string
	// AppVersion is the version of the program, for the host's log.
	AppVersion string
	// Now is the clock; nil means the real one.
	Now func() time.Time
	// Rand is the source of random bytes; nil means crypto/rand.
	Rand io.Reader
	// Log receives details that are not for the player; nil means nowhere.
	Log *slog.Logger

	// Also are other addresses of the same host, as host:port, where it may answer if it does not
	// at the first one. They are tried only if the host's key is known, from an invite, the series
	// or Announced, and are kept with the series. With Resume, none means those that were kept.
	Also []string
	// Wait says that the guest wants to wait if the seat is taken.
	Wait bool
	// Transport makes the connections; nil means TCP.
	Transport transport.Transport
	// Insecure leaves encryption out. The host has to do the same.
	Insecure bool
	// KnownHosts remembers the keys of hosts; nil means that nothing is remembered.
	KnownHosts dial.KnownHosts
	// Announced is the key that the host has announced on the local network, or zero. If KnownHosts
	// does not know the host, it has to show this key.
	Announced keys.Fingerprint
	// Ticket is the secret for a seat in a club, which is shown as that of an invite; zero for
	// none. Only the host of such a seat may be a referee, which can take plies back and end games
	// without being asked to. With Resume, the series knows it.
	Ticket keys.Secret
	// Member returns the key by which the club knows the user, to whom alone it gives the seat of
	// Ticket; nil proves nothing.
	Member func(context.Context) (*keys.Identity, error)
	// TrustNewKey trusts the host even if it shows another key than the remembered one, and
	// remembers the new one.
	TrustNewKey bool
	// Keep is called after every change with the state that has to survive this program, so that
	// the series can be resumed. A bookmark that is over says that there is nothing to resume. Keep
	// must not block or call the link; nil means that nothing is kept.
	Keep func(match.Bookmark)
	// Notify is called when there are new events, with a lock of the link held: it must not block
	// or call the link. Nil means that the events are asked for again and again.
	Notify func()
	// Resume is a series to be resumed; nil means to begin a new one.
	Resume *match.Bookmark
}

type guestLink struct {
	link
	cfg      GuestConfig
	ctx      context.Context
	cancel   context.CancelFunc
	dialer   dial.Dialer
	also     []string     // other addresses of the host
	answered string       // the address at which the host answered last; "" if at none
	reached  dial.Reached // the last one
	redial   *time.Timer  // dials again, while the series is paused
	attempts int          // since the connection was lost
	invite   keys.Invite  // the zero value if there is none
	done     bool         // the last event has been emitted
	watcher  *watcher     // nil if this end plays
}

// Join connects to the host at an address, or of an invite, written as for [address.Parse], and
// returns at once. The outcome is an event of the link: Connecting, then Connected or Offered; or
// Failed, with the reason.
func Join(addr string, cfg GuestConfig) match.Link { return newGuest(addr, cfg, nil) }

// newGuest connects to a host to play or, with a watcher, to watch.
func newGuest(addr string, cfg GuestConfig, w *watcher) match.Link {
	ctx, cancel := context.WithCancel(context.Background())
	g := &guestLink{link: newLink(cfg.Now, cfg.Rand, cfg.Log, cfg.Keep), cfg: cfg, ctx: ctx, cancel: cancel, watcher: w}
	g.woken = cfg.Notify
	if cfg.Transport == nil {
		g.cfg.Transport = transport.TCP{}
	}
	if refused := g.prepare(addr); refused != nil {
		g.fail(refused)
		return g
	}
	g.emit(match.Connecting{Addr: g.addr})
	if g.series != nil {
		g.series.reopen(g.addr)
		g.takeSeries()
	}
	go g.connect()
	return g
}

// prepare sets the address, the invite, the series of the bookmark, and how the host is dialled.
// It returns the reason why the guest cannot join by them, or nil.
func (g *guestLink) prepare(addr string) *rules.Note {
	full, invite, err := address.Parse(addr)
	refused := (*rules.Note)(nil)
	switch {
	case errors.As(err, &refused):
		return refused
	case g.cfg.Insecure && !invite.IsZero():
		return note("invite-encrypts")
	case invite.IsZero() && g.cfg.Resume == nil && address.ByPoint(full):
		return note("code-needed")
	}
	g.addr, g.invite, g.also = full, invite, address.Others(full, g.cfg.Also)
	if !g.cfg.Ticket.IsZero() {
		g.invite.Secret = g.cfg.Ticket
	}
	if g.cfg.Resume != nil {
		series, err := restoreSeriesOf(match.Guest, *g.cfg.Resume)
		switch {
		case err != nil:
			return note("bad-bookmark").Because(err)
		case g.cfg.Insecure && !series.host.Fingerprint.IsZero():
			return note("series-encrypts", series.peer)
		}
		if g.series = series; len(g.cfg.Also) == 0 && len(series.also) > 0 {
			g.also = address.Others(full, append([]string{g.cfg.Resume.Addr}, series.also...))
		}
		series.also = g.also
	}
	g.dialer = dial.Dialer{
		Transport: g.cfg.Transport, Addr: full, Insecure: g.cfg.Insecure, Invited: invite.Fingerprint, Code: invite.Code,
		Hosts: g.cfg.KnownHosts, Announced: g.cfg.Announced, TrustNew: g.cfg.TrustNewKey, History: new(dial.History),
	}
	return nil
}

// connect dials and hands the connection over to a session.
func (g *guestLink) connect() {
	g.mu.Lock()
	dialer := g.dialer
	if g.series != nil {
		dialer.Pinned = g.series.host
	}
	if g.watcher != nil {
		dialer.Pinned = g.watcher.host
	}
	if dialer.Code != "" {
		dialer.Random = g.forCode()
	}
	addrs, comesNew := g.addrs(), g.series == nil && g.watcher == nil
	g.mu.Unlock()
	met, at, err := dialer.Dial(g.ctx, addrs)
	var proof transport.SeatProof
	if err == nil && comesNew {
		if proof, err = g.cfg.proveSeat(g.ctx, met.Conn); err != nil {
			_ = met.Conn.Close()
			err = note("no-own-key").Because(err)
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	var doubt dial.Mistrust
	switch {
	case g.closed || g.done:
		if err == nil {
			_ = met.Conn.Close()
		}
	case g.comesBack() && errors.As(err, &doubt):
		g.log.Warn("the host is not trusted", "reason", err.Error())
		g.giveUp(doubt.Note)
	case err != nil && g.comesBack():
		g.log.Info("dialling again failed", "reason", err.Error())
		g.dialAgain()
	case err != nil:
		g.fail(transport.DialError(g.addr, err))
	default:
		g.answered = at
		g.start(met, proof)
	}
}

// proveSeat returns the proof of a guest with a ticket; one without a key, or on a connection that
// is not encrypted, has none.
func (c *GuestConfig) proveSeat(ctx context.Context, nc net.Conn) (transport.SeatProof, error) {
	if c.Member == nil || c.Ticket.IsZero() {
		return transport.SeatProof{}, nil
	}
	return transport.ProveSeat(nc, func() (*keys.Identity, error) { return c.Member(ctx) })
}

// start begins a session across a connection, with mu held.
func (g *guestLink) start(met dial.Reached, proof transport.SeatProof) {
	if !met.Secret.IsZero() {
		g.invite.Secret = met.Secret
	}
	session, err := NewSession(SessionConfig{
		Self:       match.Guest,
		Name:       g.cfg.Name,
		AppVersion: g.cfg.AppVersion,
		PeerAddr:   g.addr,
		Invite:     g.invite.Secret.Bytes(),
		Wait:       g.cfg.Wait,
		Series:     g.series,
		Host:       met.Host,
		proof:      proof,
		also:       g.also,
		byCode:     address.ByPoint(g.addr),
		Refereed:   !g.cfg.Ticket.IsZero(),
		Rand:       g.rand,
		watcher:    g.watcher,
	}, g.now())
	if err != nil {
		_ = met.Conn.Close()
		g.fail(note("no-chance").Because(err))
		return
	}
	g.reached = met
	g.conn = newConn(&g.mu, met.Conn, session, g.now, g.notify)
	g.conn.start()
}

// forCode returns random bytes for the proof of a code, which runs without mu.
func (g *guestLink) forCode() io.Reader {
	b := make([]byte, keys.OpeningSize)
	n, _ := io.ReadFull(g.rand, b) // the proof fails if there are too few
	return bytes.NewReader(b[:n])
}

// dialAgain schedules the next attempt to dial.
func (g *guestLink) dialAgain() {
	backoff := dial.Backoff
	if !g.cfg.Ticket.IsZero() {
		backoff = dial.ClubBackoff
	}
	wait := backoff(g.attempts, g.rand)
	g.attempts++
	g.redial = time.AfterFunc(wait, g.connect)
}

// fail ends the link.
func (g *guestLink) fail(n *rules.Note) {
	g.done = true
	g.cancel()
	g.log.Info("guest failed", "reason", n.Error())
	g.emit(match.Failed{Note: n})
}

// notify handles the output of the session.
func (g *guestLink) notify(c *conn, out Output) {
	g.take(c, out)
	if !g.done {
		g.series = c.session.series
	}
	if c.session.hosted && g.conn == c {
		g.dialer.Remember(&g.reached)
	}
	if c.session.phase == playing || c.session.phase == watching {
		g.attempts = 0
	}
	if c.finished && g.conn == c {
		g.conn, g.parted = nil, c
		g.settle()
	}
	if c.gone {
		g.log.Info("connection closed", "addr", c.session.cfg.PeerAddr, "reason", c.session.Cause())
	}
}

// giveUp ends a link that is dialling again, because the host that it has reached is not the
// earlier one.
func (g *guestLink) giveUp(why *rules.Note) {
	if g.watcher != nil {
		g.watcher.rest = goesOn
		g.emit(match.PeerLeft{Note: why})
	} else {
		g.series.turnedAway(match.ReasonUnspecified, why)
		g.takeSeries()
	}
	g.settle()
}

// comesBack reports whether only the connection is missing.
func (g *guestLink) comesBack() bool {
	if g.watcher != nil {
		return g.watcher.rest == lineDown
	}
	return g.series != nil && g.series.paused && !g.series.kept && !g.series.over
}

// settle dials again if the series is only paused, and otherwise ends the link.
func (g *guestLink) settle() {
	if g.comesBack() {
		if !g.closed {
			g.dialAgain()
		}
		return
	}
	g.done, g.series = true, nil
	g.cancel()
}

// Leave says goodbye with a reason for the host. A guest who is still dialling stops.
func (g *guestLink) Leave(reason match.Reason) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.done || g.closed {
		return
	}
	if g.conn == nil && g.series == nil {
		g.done = true
		g.cancel()
		g.emit(match.PeerLeft{Reason: reason, Local: true, Note: g.stopped()})
		return
	}
	paused := g.conn == nil
	g.leave(reason)
	if paused {
		g.settle()
	}
}

// stopped returns the note that this end, without a connection, has stopped watching or connecting.
func (g *guestLink) stopped() *rules.Note {
	if g.watcher != nil && g.watcher.known {
		return note("stopped-watching")
	}
	return note("stopped-connecting")
}

// WaitAgain does nothing: only hosts wait for peers.
func (g *guestLink) WaitAgain() {}

// Door returns nil: only hosts have one.
func (g *guestLink) Door() match.Door { return nil }

// Timekeeper returns nil: only hosts have one.
func (g *guestLink) Timekeeper() match.Timekeeper { return nil }

// Close says goodbye and ends the link.
func (g *guestLink) Close() error {
	g.cancel()
	g.mu.Lock()
	if g.redial != nil {
		g.redial.Stop()
	}
	c := g.part()
	g.mu.Unlock()
	await([]*conn{c})
	return nil
}
