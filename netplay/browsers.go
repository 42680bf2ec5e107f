package netplay

import (
	"errors"
	"io"
	"net"
	"time"

	"mancala/match"
)

// Browsers answers browsers, for a host who lets them in: it serves them a page, and hands over the
// streams that the program of the page opens. [mancala/netplay/web] has one.
type Browsers interface {
	// Answer takes over a connection whose first bytes are those of an HTTP request. If there is
	// no place for it yet Answer leaves it alone, and returns how long to wait before the next try.
	Answer(nc net.Conn) (wait time.Duration)
	// Close closes all connections that were taken over, but for the streams handed over.
	Close() error
}

// Site is a host as [Browsers] know it. Its functions may be called by several goroutines at once.
type Site struct {
	// Name is the host's name.
	Name string
	// Encrypted says that the host plays across encrypted streams alone.
	Encrypted bool
	// Places is how many connections of browsers the system has room for, besides others.
	Places int
	// Watchers reports whether the host lets others watch.
	Watchers func() bool
	// Enter takes in a stream from a browser, as if it were a new connection: with the same limits
	// and the same time to say Hello. Its address has to be the browser's. Far says that a stranger
	// may lead the browser, so that its address is no reason to trust it. Enter may wait until
	// there is room.
	Enter func(nc net.Conn, far bool)
}

// origin is the way on which a connection has come to a host.
type origin struct {
	within bool // a stream within another connection, so it is no browser's
	far    bool // a stranger may lead it, so its address is no reason to trust it
	// at is the host's name at a meeting point by which it has come; nil if it has come by none.
	at *station
}

// site returns the host as a server for browsers knows it.
func (h *hostLink) site(enter func(nc net.Conn, far bool)) Site {
	return Site{
		Name: nameOr(h.cfg.Name, match.Host), Encrypted: !h.cfg.Insecure, Places: max(places(OpenFiles())/4, 2), Enter: enter,
		Watchers: func() bool {
			h.mu.Lock()
			defer h.mu.Unlock()
			return !h.room.admission.NoWatchers
		},
	}
}

var errBrowserLate = errors.New("a browser that found no place in time")

// browserPause is the longest time between two tries to find a place for a browser.
const browserPause = 50 * time.Millisecond

// busy answers a browser for which there is no place.
const busy = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRefresh: 3\r\n" +
	"Content-Type: text/plain; charset=utf-8\r\n\r\nMany people open this page now. It is tried again in 3 s.\r\n"

// browse hands a connection over to the server for browsers, if there is one. Until there is a
// place for it, it stays on the doorstep of the silent ones.
func (h *hostLink) browse(nc *openedConn, at place) error {
	h.mu.Lock()
	browsers := h.browsers
	h.mu.Unlock()
	if browsers == nil {
		return stranger(string(nc.first[:]), nc.RemoteAddr().String(), match.Host)
	}
	_ = nc.SetDeadline(time.Time{})
	for until := time.Now().Add(handshakeWait); ; {
		wait := browsers.Answer(nc)
		if wait == 0 {
			h.mu.Lock()
			h.doorway.leave(at)
			h.mu.Unlock()
			return nil
		}
		time.Sleep(min(wait, browserPause))
		h.mu.Lock()
		evicted := h.doorway.conns[at] == nil
		h.mu.Unlock()
		switch {
		case evicted:
			return net.ErrClosed
		case time.Now().After(until):
			_ = nc.SetDeadline(time.Now().Add(lingerWait))
			_, _ = io.WriteString(nc, busy)
			return errBrowserLate
		}
	}
}
