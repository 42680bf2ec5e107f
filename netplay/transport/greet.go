package transport

import (
	"errors"
	"io"
	"net"
	"time"

	"mancala/netplay/frames"
	wire "mancala/proto/mancala/v1"
)

// A connection is greeted in its own goroutine before a session uses it: its first bytes show
// the protocol that it speaks. Greeting and Hello together may take [HandshakeWait].

// greetBytes is the number of bytes that identify the kind of a connection. Every kind of guest
// sends more at once.
const greetBytes = len(frames.Preface)

// protocol is the protocol of a connection, by its first bytes.
type protocol uint8

const (
	foreign   protocol = iota // something other than a guest
	bare                      // a guest who does not encrypt
	encrypted                 // TLS
	coded                     // a guest who proves a code first
	inLobby                   // a member of a club, in the lobby, who does not encrypt
	browsing                  // HTTP
)

// protocolOf returns the protocol of a connection that begins with these bytes.
func protocolOf(first [greetBytes]byte) protocol {
	switch {
	case string(first[:]) == frames.Preface:
		return bare
	case first[0] == 0x16 && first[1] == 3:
		return encrypted
	case string(first[:]) == frames.CodePreface:
		return coded
	case string(first[:]) == frames.LobbyPreface:
		return inLobby
	case string(first[:]) == "GET ", string(first[:]) == "HEAD":
		return browsing
	}
	return foreign
}

var (
	errNotEncrypted = errors.New("the guest does not encrypt")
	errEncrypted    = errors.New("the guest encrypts, and this host does not")
	errNoCode       = errors.New("a guest without a code of this host")
)

// greet finds out which protocol a new peer speaks, and hands a guest over to the owner.
func (a *Acceptor) greet(nc net.Conn, at Place, from Origin) {
	began := a.cfg.Now()
	opened, at, err := a.open(nc, at, from)
	switch {
	case err != nil:
		a.TurnOut(Greeted{Conn: nc, At: at}, err)
	case opened != nil: // otherwise the server for browsers has it
		admit := a.admit
		if from.Admit != nil {
			admit = from.Admit
		}
		admit(Greeted{opened, at, from.Far, began})
	}
}

// open reads the first bytes of a connection. It returns a connection for a session, encrypted
// unless the host leaves that out, and its new place; or nil if it is a browser's and has been
// handed over.
func (a *Acceptor) open(nc net.Conn, at Place, from Origin) (net.Conn, Place, error) {
	_ = nc.SetDeadline(time.Now().Add(HandshakeWait))
	first, err := readFirst(nc)
	if err != nil {
		return nil, at, err
	}
	speaks := protocolOf(first)
	switch {
	case speaks == browsing && !from.Within:
		return nil, at, a.browse(Again(nc, first[:]), first, at)
	case speaks == browsing, speaks == foreign, speaks == inLobby && !a.club:
		return nil, at, frames.Stranger(string(first[:]), nc.RemoteAddr().String(), true)
	}
	if speaks == coded && from.Prove == nil {
		return nil, at, errNoCode
	}
	at = a.advance(at, nc)
	if speaks == coded {
		if err := from.Prove(nc); err != nil {
			return nil, at, err
		}
		if first, err = readFirst(nc); err != nil {
			return nil, at, err
		}
		speaks = protocolOf(first)
	}
	switch {
	case speaks == bare && a.tls != nil:
		turnAway(nc, wire.RejectCode_REJECT_CODE_ENCRYPTION_NEEDED)
		return nil, at, errNotEncrypted
	case speaks == inLobby && a.tls != nil:
		return nil, at, errNotEncrypted
	case speaks == encrypted && a.tls == nil:
		turnAway(nc, wire.RejectCode_REJECT_CODE_UNSPECIFIED) // the preface tells the guest who is here
		return nil, at, errEncrypted
	}
	opened := Again(nc, first[:])
	if a.tls == nil {
		_ = nc.SetDeadline(time.Time{})
		return opened, at, nil
	}
	secure, err := Accept(opened, a.tls, a.cfg.Certificates != nil)
	if err != nil {
		return nil, at, err
	}
	_ = nc.SetDeadline(time.Time{})
	if secure.ConnectionState().NegotiatedProtocol == webProtocol {
		if from.Within {
			return nil, at, ErrOtherProtocol
		}
		return nil, at, a.browse(secure, [greetBytes]byte{}, at)
	}
	return secure, at, nil
}

// readFirst reads the bytes that identify the kind of a connection.
func readFirst(nc net.Conn) (first [greetBytes]byte, err error) {
	_, err = io.ReadFull(nc, first[:])
	return first, err
}

// advance waits until a connection has a place in the group with a guest's possible first bytes, or
// has lost its old place.
func (a *Acceptor) advance(at Place, nc net.Conn) Place {
	for {
		a.mu.Lock()
		next, wait := a.pending.advance(at, nc, a.cfg.Now())
		a.mu.Unlock()
		if wait == 0 {
			return next
		}
		time.Sleep(wait)
	}
}

// Browsers serves browsers for a host who lets them in: it answers with a page, and hands over the
// streams of the page's program. [mancala/netplay/web] implements it.
type Browsers interface {
	// Answer takes over a connection that begins with an HTTP request. If it has no place yet,
	// Answer does not touch the connection, and returns the wait before the next try.
	Answer(nc net.Conn) (wait time.Duration)
	// Close closes all connections that Answer took over, except for the streams handed over.
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

var errBrowserLate = errors.New("a browser that found no place in time")

// browserPause is the longest time between two tries to find a place for a browser.
const browserPause = 50 * time.Millisecond

// busy answers a browser that gets no place.
const busy = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRefresh: 3\r\n" +
	"Content-Type: text/plain; charset=utf-8\r\n\r\nMany people open this page now. It is tried again in 3 s.\r\n"

// browse hands a connection with those first bytes over to the server for browsers, if there is
// one. Until it gets a place there, it keeps its place here.
func (a *Acceptor) browse(nc net.Conn, first [greetBytes]byte, at Place) error {
	a.mu.Lock()
	browsers := a.browsers
	a.mu.Unlock()
	if browsers == nil {
		return frames.Stranger(string(first[:]), nc.RemoteAddr().String(), true)
	}
	_ = nc.SetDeadline(time.Time{})
	for until := time.Now().Add(HandshakeWait); ; {
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
			_ = nc.SetDeadline(time.Now().Add(LingerWait))
			_, _ = io.WriteString(nc, busy)
			return errBrowserLate
		}
	}
}
