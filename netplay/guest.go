package netplay

import (
	"context"
	"io"
	"log/slog"
	"time"

	"mancala/match"
)

// GuestConfig says who joins.
type GuestConfig struct {
	// Name is the guest's name as the host shall see it; [match.CleanName] is applied.
	Name string
	// AppVersion is the version of the program, for the host's log.
	AppVersion string
	// Now is the clock; nil means the real one.
	Now func() time.Time
	// Rand is where random bytes come from; nil means crypto/rand.
	Rand io.Reader
	// Log receives what a person need not see; nil means nowhere.
	Log *slog.Logger

	// Transport makes the connection; nil means TCP.
	Transport Transport
}

type guestLink struct {
	link
	cancel context.CancelFunc
	done   bool // the last event has been emitted
}

// Join connects to the host at an address, written as for [ParseAddress], and returns at once. What comes of it are the
// events of the link: Connecting, then Connected or Offered, or Failed with a sentence that says why and what to do.
func Join(addr string, cfg GuestConfig) match.Link {
	ctx, cancel := context.WithCancel(context.Background())
	g := &guestLink{link: newLink(cfg.Now, cfg.Rand, cfg.Log), cancel: cancel}
	full, err := ParseAddress(addr)
	if err != nil {
		cancel()
		g.done = true
		g.emit(match.Failed{Text: err.Error(), Err: err})
		return g
	}
	if cfg.Transport == nil {
		cfg.Transport = tcp{}
	}
	g.emit(match.Connecting{Addr: full})
	go g.connect(ctx, full, cfg)
	return g
}

// connect dials and hands the connection over to a session.
func (g *guestLink) connect(ctx context.Context, addr string, cfg GuestConfig) {
	defer g.cancel()
	nc, err := cfg.Transport.Dial(ctx, addr)
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.closed || g.done:
		if err == nil {
			_ = nc.Close()
		}
		return
	case err != nil:
		g.fail(dialError(addr, err))
		return
	}
	session, err := NewSession(SessionConfig{
		Self:       match.Guest,
		Name:       cfg.Name,
		AppVersion: cfg.AppVersion,
		PeerAddr:   addr,
		Rand:       g.rand,
	}, g.now())
	if err != nil {
		_ = nc.Close()
		g.fail(&sentence{"This system gives no random numbers, without which no game can begin.", err})
		return
	}
	g.conn = newConn(&g.mu, nc, session, g.now, g.notify)
	g.conn.start()
}

func (g *guestLink) fail(s *sentence) {
	g.done = true
	g.log.Info("guest failed", "reason", s.Error())
	g.emit(match.Failed{Text: s.text, Err: s.err})
}

// notify takes over what the session has to tell.
func (g *guestLink) notify(c *conn, events []match.Event) {
	g.emit(events...)
	if c.finished {
		g.conn, g.parted, g.done = nil, c, true
	}
	if c.gone {
		g.log.Info("connection closed", "addr", c.session.cfg.PeerAddr, "reason", c.session.Cause())
	}
}

// Leave says goodbye with a reason for the host. While the guest is still dialling, he stops.
func (g *guestLink) Leave(reason match.Reason) {
	if g.with(func(s *Session) error { s.Leave(reason); return nil }) == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.done {
		g.done = true
		g.cancel()
		g.emit(match.PeerLeft{Reason: reason, Local: true, Text: "You stopped connecting."})
	}
}

// Close says goodbye and ends the link.
func (g *guestLink) Close() error {
	g.cancel()
	g.mu.Lock()
	c := g.part()
	g.mu.Unlock()
	c.await()
	return nil
}
