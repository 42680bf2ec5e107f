package netplay

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"time"

	"mancala/match"
	"mancala/rules"
)

const (
	maxWaiting  = 16                     // connections besides the one that is played on
	maxEvents   = 1000                   // events not yet drained while new guests are let in
	acceptPause = 100 * time.Millisecond // after the system refused to hand out a connection
)

var errNoAddress = errors.New("no address to host at")

// HostConfig says who hosts, and what is played.
type HostConfig struct {
	// Name is the host's name as the guest shall see it; [match.CleanName] is applied.
	Name string
	// AppVersion is the version of the program, for the guest's log.
	AppVersion string
	// Variant is the rules of every game.
	Variant rules.Variant
	// Starter makes the first ply of the first game with each guest; the other one starts the next.
	Starter match.Party
	// Now is the clock; nil means the real one.
	Now func() time.Time
	// Rand is where random bytes come from; nil means crypto/rand.
	Rand io.Reader
	// Log receives what a person need not see; nil means nowhere.
	Log *slog.Logger

	// Transport makes the connections; nil means TCP.
	Transport Transport
}

type hostLink struct {
	link
	cfg      HostConfig
	cancel   context.CancelFunc
	listener net.Listener
	waiting  []*conn // all but the one that is played on, oldest first
	listens  match.Listening
}

// Host waits for guests at an address such as ":7000" or "127.0.0.1:0", one guest at a time, and returns at once. What
// comes of it are the events of the link: Listening, or Failed with a sentence that says why and what to do.
func Host(addr string, cfg HostConfig) match.Link {
	ctx, cancel := context.WithCancel(context.Background())
	h := &hostLink{link: newLink(cfg.Now, cfg.Rand, cfg.Log), cfg: cfg, cancel: cancel}
	if err := cfg.Variant.Validate(); err != nil {
		cancel()
		h.emit(match.Failed{Text: "These rules cannot be played: " + err.Error() + ".", Err: err})
		return h
	}
	if addr == "" { // the system would take any port, which nobody asked for
		cancel()
		h.emit(match.Failed{Text: badListenText(addr), Err: errNoAddress})
		return h
	}
	if h.cfg.Transport == nil {
		h.cfg.Transport = tcp{}
	}
	go h.serve(ctx, addr)
	return h
}

// serve listens until the link is closed.
func (h *hostLink) serve(ctx context.Context, addr string) {
	listener, err := h.cfg.Transport.Listen(ctx, addr)
	if err != nil {
		h.fail(listenError(addr, err))
		return
	}
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		_ = listener.Close()
		return
	}
	h.listener = listener
	h.listens.Addr = listener.Addr().String()
	if at, err := netip.ParseAddrPort(h.listens.Addr); err == nil {
		h.listens.Reachable = reachable(at, localAddrs())
	}
	h.emit(h.listens)
	h.mu.Unlock()
	for {
		nc, err := listener.Accept()
		switch {
		case err == nil:
			h.admit(nc)
		case errors.Is(err, net.ErrClosed):
			return
		default: // too many open files, or a connection that broke at once
			h.log.Warn("accept failed", "error", err.Error())
			select {
			case <-ctx.Done():
				return
			case <-time.After(acceptPause):
			}
		}
	}
}

func (h *hostLink) fail(s *sentence) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.log.Warn("host failed", "reason", s.Error())
	h.emit(match.Failed{Text: s.text, Err: s.err})
}

// admit begins to talk with whoever has connected.
func (h *hostLink) admit(nc net.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	session, err := NewSession(SessionConfig{
		Self:       match.Host,
		Name:       h.cfg.Name,
		AppVersion: h.cfg.AppVersion,
		PeerAddr:   nc.RemoteAddr().String(),
		Variant:    h.cfg.Variant,
		Starter:    h.cfg.Starter,
		Rand:       h.rand,
	}, h.now())
	if err != nil || h.closed || len(h.events) > maxEvents {
		_ = nc.Close()
		return
	}
	session.SetFull(h.conn != nil)
	c := newConn(&h.mu, nc, session, h.now, h.notify)
	h.wait(c)
	c.start()
}

// wait remembers a connection that is not, or no longer, the one played on. When there are too many, the oldest has to
// go.
func (h *hostLink) wait(c *conn) {
	if len(h.waiting) == maxWaiting {
		_ = h.waiting[0].nc.Close()
		h.waiting = slices.Delete(h.waiting, 0, 1)
	}
	h.waiting = append(h.waiting, c)
}

// drop forgets a connection that waits.
func (h *hostLink) drop(c *conn) {
	h.waiting = slices.DeleteFunc(h.waiting, func(other *conn) bool { return other == c })
}

// seat makes a connection the one that is played on, or nil, and tells the others whether there is room.
func (h *hostLink) seat(c *conn) {
	h.conn = c
	for _, other := range h.waiting {
		other.session.SetFull(c != nil)
	}
}

// notify takes over what a session has to tell.
func (h *hostLink) notify(c *conn, events []match.Event) {
	h.emit(events...)
	switch {
	case c.gone:
		h.log.Info("connection closed", "addr", c.session.cfg.PeerAddr, "reason", c.session.Cause())
		h.drop(c)
	case c.session.Seated() && h.conn != c:
		h.drop(c)
		h.seat(c)
	case c.finished && h.conn == c:
		h.seat(nil)
		h.parted = c
		h.wait(c)
		h.emit(h.listens)
	}
}

// Leave says goodbye with a reason for the guest; the host listens again.
func (h *hostLink) Leave(reason match.Reason) {
	_ = h.with(func(s *Session) error { s.Leave(reason); return nil }) // without a guest there is nobody to leave
}

// Close says goodbye and ends the link.
func (h *hostLink) Close() error {
	h.cancel()
	h.mu.Lock()
	c := h.part()
	for _, other := range h.waiting {
		if other != c {
			_ = other.nc.Close()
		}
	}
	listener := h.listener
	h.listener = nil
	h.mu.Unlock()
	if listener != nil {
		_ = listener.Close()
	}
	c.await()
	return nil
}
