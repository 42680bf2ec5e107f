package netplay

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"net"
	"slices"
	"sync"
	"time"

	"mancala/netplay/keys"
	"mancala/netplay/transport"
)

// acceptPause is how long nothing is accepted after the system refused to hand out a connection.
const acceptPause = 100 * time.Millisecond

// entrance is where connections come in. It listens, holds those that have said nothing yet, finds
// out which protocol each of them speaks, and encrypts it. Its owner gets those of guests.
type entrance struct {
	now       func() time.Time
	transport transport.Transport
	strangers *strangersLog
	// shut reports whether no one is let in now.
	shut func() bool
	// prove checks the code of a guest who has come through a meeting point; nil if there is none.
	prove func(nc net.Conn, at *station) error
	// lobby says that members of a club may come without encryption, if it is left out.
	lobby bool
	// askKey says that guests are asked for a certificate of their own, which shows their key.
	askKey bool
	// certificates returns the certificates for browsers that encrypt; nil if there are none.
	certificates func(*tls.ClientHelloInfo) (*tls.Certificate, error)
	// files is the number of files that the process may have open for connections to be let in; 0
	// means as many as the system allows. full is told of one that is closed for that; nil tells no
	// one.
	files uint64
	full  func()
	// admit takes over a connection that was greeted, on a goroutine of its own.
	admit func(g greeted)

	mu       sync.Mutex // never held while the owner is called
	closed   bool
	listener net.Listener // nil before it listens
	tls      *tls.Config  // nil if connections are not encrypted
	doorway  doorway
	browsers Browsers // nil if none are answered
}

// greeted is the connection of a guest who has not said Hello, encrypted unless the host leaves
// that out.
type greeted struct {
	nc    net.Conn
	at    place
	from  origin
	began time.Time
}

// listen opens an address, and returns it with its real port. Without an identity connections are
// not encrypted.
func (e *entrance) listen(ctx context.Context, addr string, id *keys.Identity) (string, error) {
	listener, err := e.transport.Listen(ctx, addr)
	if err != nil {
		return "", err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		_ = listener.Close()
		return "", net.ErrClosed
	}
	if e.listener = listener; id != nil {
		e.tls = e.config(id)
	}
	return listener.Addr().String(), nil
}

// answerBrowsers hands browsers over to their server from now on.
func (e *entrance) answerBrowsers(b Browsers) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		_ = b.Close()
		return
	}
	e.browsers = b
}

// serve accepts connections until the entrance is closed.
func (e *entrance) serve(ctx context.Context) {
	for {
		nc, err := e.listener.Accept()
		switch {
		case err == nil && e.files > 0 && fileOf(nc) >= e.files:
			_ = nc.Close()
			e.strangers.info(e.now(), "connection closed", "addr", nc.RemoteAddr().String(), "reason", errFiles)
			if e.full != nil {
				e.full()
			}
		case err == nil:
			e.receive(ctx, nc, origin{})
		case errors.Is(err, net.ErrClosed):
			return
		default: // too many open files, or a connection that broke at once
			e.strangers.info(e.now(), "accept failed", "error", err.Error())
			pause(ctx, acceptPause)
		}
	}
}

var errFiles = errors.New("the program has almost as many files open as the system allows")

// pause sleeps for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// receive takes in a connection, and returns when the next one may come or ctx has ended.
func (e *entrance) receive(ctx context.Context, nc net.Conn, from origin) {
	for {
		if ctx.Err() != nil || e.shut() {
			_ = nc.Close()
			return
		}
		at, wait := e.enter(nc)
		if wait == 0 {
			go e.greet(nc, at, from)
			return
		}
		pause(ctx, wait)
	}
}

// enter gives a connection a place among the silent ones, or returns how long to wait for one. A
// closed entrance gives no place, and closes the connection.
func (e *entrance) enter(nc net.Conn) (place, time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		_ = nc.Close()
		return place{}, 0
	}
	return e.doorway.enter(nc, e.now())
}

// leave frees the place of a connection that has said Hello or is closed.
func (e *entrance) leave(at place) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.doorway.leave(at)
}

// standing reports whether a connection still has its place.
func (e *entrance) standing(at place) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.doorway.conns[at] != nil
}

// turnOut closes a connection that is not admitted, and logs the reason.
func (e *entrance) turnOut(g greeted, why error) {
	e.leave(g.at)
	_ = g.nc.Close()
	e.strangers.info(e.now(), "connection closed", "addr", g.nc.RemoteAddr().String(), "reason", why)
}

// close stops listening, and closes all connections that have not been admitted. It is idempotent.
func (e *entrance) close() {
	e.mu.Lock()
	again := e.closed
	e.closed = true
	e.doorway.closeAll()
	listener, browsers := e.listener, e.browsers
	e.mu.Unlock()
	if again {
		return
	}
	e.strangers.rest()
	if listener != nil {
		_ = listener.Close()
	}
	if browsers != nil {
		_ = browsers.Close()
	}
}

// The names of other protocols within TLS: that of web servers, and the one by which a certificate
// is asked for.
const (
	webProtocol  = "http/1.1"
	acmeProtocol = "acme-tls/1"
)

// config returns the TLS configuration of an entrance with that key.
func (e *entrance) config(id *keys.Identity) *tls.Config {
	config := transport.HostTLS(id)
	if e.askKey {
		config.ClientAuth = tls.RequestClientCert
	}
	var web *tls.Config
	if e.certificates != nil {
		web = &tls.Config{
			MinVersion: tls.VersionTLS12, GetCertificate: e.certificates, NextProtos: []string{webProtocol, acmeProtocol},
			SessionTicketsDisabled: true,
		}
	}
	config.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		switch offers := hello.SupportedProtos; {
		case len(offers) == 0: // crypto/tls itself refuses only other protocols
			return nil, transport.ErrOtherProtocol
		case web != nil && (slices.Contains(offers, webProtocol) || slices.Contains(offers, acmeProtocol)):
			return web, nil
		}
		return nil, nil
	}
	return config
}

// identityOf returns the key of a host, or a fresh one if there is no function for it.
func identityOf(f func() (*keys.Identity, error)) (*keys.Identity, error) {
	if f == nil {
		return keys.NewIdentity(rand.Reader)
	}
	return f()
}
