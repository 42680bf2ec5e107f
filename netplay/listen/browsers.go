package listen

import (
	"errors"
	"io"
	"net"
	"time"

	"mancala/netplay/frames"
	"mancala/netplay/transport"
)

// Browsers serves browsers for a host who lets them in: it answers with a page, and hands over the
// streams that the program of the page opens. [mancala/netplay/web] implements it.
type Browsers interface {
	// Answer takes over a connection whose first bytes are those of an HTTP request. If there is no
	// place for it yet, Answer does not touch it and returns how long to wait before the next try.
	Answer(nc net.Conn) (wait time.Duration)
	// Close closes all connections that were taken over, but for the streams handed over.
	Close() error
}

// Site describes a host to [Browsers]. Its functions are safe for concurrent use.
type Site struct {
	// Name is the host's name.
	Name string
	// Encrypted says that the host accepts only encrypted streams.
	Encrypted bool
	// Places is the number of connections of browsers that the system has room for.
	Places int
	// Watchers reports whether the host allows watching.
	Watchers func() bool
	// Enter takes in a stream from a browser as if it were a new connection: with the same limits
	// and the same time to say Hello. The stream's address has to be the browser's. Far says that a
	// stranger may control the browser, so its address is no reason to trust it. Enter may wait
	// until there is room.
	Enter func(nc net.Conn, far bool)
}

// BrowserPlaces returns the number of connections of browsers that the system has room for.
func BrowserPlaces() int { return max(places(OpenFiles())/4, 2) }

var errBrowserLate = errors.New("a browser that found no place in time")

// browserPause is the longest time between two tries to find a place for a browser.
const browserPause = 50 * time.Millisecond

// busy answers a browser for which there is no place.
const busy = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRefresh: 3\r\n" +
	"Content-Type: text/plain; charset=utf-8\r\n\r\nMany people open this page now. It is tried again in 3 s.\r\n"

// browse hands a connection with those first bytes over to the server for browsers, if there is
// one. Until there is a place for it, the connection keeps its own.
func (a *Acceptor) browse(nc net.Conn, first [greetBytes]byte, at Place) error {
	a.mu.Lock()
	browsers := a.browsers
	a.mu.Unlock()
	if browsers == nil {
		return frames.Stranger(string(first[:]), nc.RemoteAddr().String(), true)
	}
	_ = nc.SetDeadline(time.Time{})
	for until := time.Now().Add(transport.HandshakeWait); ; {
		wait := browsers.Answer(nc)
		if wait == 0 {
			a.Leave(at)
			return nil
		}
		time.Sleep(min(wait, browserPause))
		switch {
		case !a.waits(at):
			return net.ErrClosed
		case time.Now().After(until):
			_ = nc.SetDeadline(time.Now().Add(transport.LingerWait))
			_, _ = io.WriteString(nc, busy)
			return errBrowserLate
		}
	}
}
