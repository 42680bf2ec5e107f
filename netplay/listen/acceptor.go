package listen

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
	"mancala/netplay/workers"
)

// acceptPause is the pause after the system refused to hand out a connection.
const acceptPause = 100 * time.Millisecond

// AcceptorConfig configures an [Acceptor]. Now, Transport, Strangers, Shut and Admit are needed.
type AcceptorConfig struct {
	Now       func() time.Time
	Transport transport.Transport
	// Strangers is the log of the connections that are not admitted.
	Strangers *Log
	// Shut reports whether the owner lets no one in now.
	Shut func() bool
	// Lobby lets members of a club in without encryption, if encryption is left out.
	Lobby bool
	// AskKey says that guests are asked for their own certificate, which shows their key.
	AskKey bool
	// Certificates returns the certificates for browsers that encrypt; nil if there are none.
	Certificates func(*tls.ClientHelloInfo) (*tls.Certificate, error)
	// Files is the number of files that the process may have open for connections to be let in; 0
	// means as many as the system allows. Full reports each one closed for that; nil reports
	// nothing.
	Files uint64
	Full  func()
	// Places is the number of connections without a Hello that are kept in each of two groups:
	// silent ones, and ones whose first bytes may be a guest's. 0 means as many as the system has
	// files for.
	Places int
	// Admit takes over a connection that was greeted, on its own goroutine.
	Admit func(Greeted)
}

// Acceptor accepts connections. It listens, holds silent connections, detects the protocol of each,
// and encrypts it. Its owner gets the guests' connections. Make one with [NewAcceptor].
type Acceptor struct {
	cfg AcceptorConfig

	mu       sync.Mutex // never held while the owner is called
	closed   bool
	listener net.Listener // nil before it listens
	tls      *tls.Config  // nil if connections are not encrypted
	pending  pending
	browsers Browsers // nil if none are answered
}

// NewAcceptor returns an acceptor that does not listen yet.
func NewAcceptor(cfg AcceptorConfig) *Acceptor {
	return &Acceptor{cfg: cfg, pending: newPending(cfg.Places)}
}

// Origin is the way of a connection to this host.
type Origin struct {
	// Within says that it is a stream inside another connection, so not a browser's.
	Within bool
	// Far says that a stranger may control it, so its address is no reason to trust it.
	Far bool
	// Prove checks the code of a guest who has come through a meeting point; nil if there is none.
	Prove func(nc net.Conn) error
	// Admit takes the connection over in place of the owner's Admit; nil leaves it to that.
	Admit func(Greeted)
}

// Greeted is the connection of a guest who has not said Hello, encrypted unless the host leaves
// that out.
type Greeted struct {
	Conn  net.Conn
	At    Place
	Far   bool // as of its [Origin]
	Began time.Time
}

// Listen opens an address, and returns it with its real port. Without an identity connections are
// not encrypted.
func (a *Acceptor) Listen(ctx context.Context, addr string, id *keys.Identity) (string, error) {
	listener, err := a.cfg.Transport.Listen(ctx, addr)
	if err != nil {
		return "", err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		_ = listener.Close()
		return "", net.ErrClosed
	}
	if a.listener = listener; id != nil {
		a.tls = a.config(id)
	}
	return listener.Addr().String(), nil
}

// AnswerBrowsers hands browsers over to their server from now on.
func (a *Acceptor) AnswerBrowsers(b Browsers) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		_ = b.Close()
		return
	}
	a.browsers = b
}

// Serve accepts connections until the acceptor is closed.
func (a *Acceptor) Serve(ctx context.Context) {
	for {
		nc, err := a.listener.Accept()
		switch {
		case err == nil && a.cfg.Files > 0 && fileOf(nc) >= a.cfg.Files:
			_ = nc.Close()
			a.cfg.Strangers.Info(a.cfg.Now(), "connection closed", "addr", nc.RemoteAddr().String(), "reason", errFiles)
			if a.cfg.Full != nil {
				a.cfg.Full()
			}
		case err == nil:
			a.Receive(ctx, nc, Origin{})
		case errors.Is(err, net.ErrClosed):
			return
		default: // too many open files, or a connection that broke at once
			a.cfg.Strangers.Info(a.cfg.Now(), "accept failed", "error", err.Error())
			workers.Pause(ctx, acceptPause)
		}
	}
}

var errFiles = errors.New("the program has almost as many files open as the system allows")

// Receive takes in a connection, and returns when the next one may come or ctx has ended.
func (a *Acceptor) Receive(ctx context.Context, nc net.Conn, from Origin) {
	for {
		if ctx.Err() != nil || a.cfg.Shut() {
			_ = nc.Close()
			return
		}
		at, wait := a.enter(nc)
		if wait == 0 {
			go a.greet(nc, at, from)
			return
		}
		workers.Pause(ctx, wait)
	}
}

// enter gives a connection a place among the silent ones, or returns how long to wait for one. A
// closed acceptor gives no place, and closes the connection.
func (a *Acceptor) enter(nc net.Conn) (Place, time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		_ = nc.Close()
		return Place{}, 0
	}
	return enter(a.pending.silent, nc, a.cfg.Now())
}

// Leave frees the place of a connection that has said Hello or is closed.
func (a *Acceptor) Leave(at Place) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at.leave()
}

// waits reports whether a connection still has its place.
func (a *Acceptor) waits(at Place) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return at.waits()
}

// TurnOut closes a connection that is not admitted, and logs the reason.
func (a *Acceptor) TurnOut(g Greeted, why error) {
	a.Leave(g.At)
	_ = g.Conn.Close()
	a.cfg.Strangers.Info(a.cfg.Now(), "connection closed", "addr", g.Conn.RemoteAddr().String(), "reason", why)
}

// Close stops listening, and closes all connections that have not been admitted. It is idempotent.
func (a *Acceptor) Close() {
	a.mu.Lock()
	again := a.closed
	a.closed = true
	a.pending.silent.CloseAll()
	a.pending.greeted.CloseAll()
	listener, browsers := a.listener, a.browsers
	a.mu.Unlock()
	if again {
		return
	}
	a.cfg.Strangers.Rest()
	if listener != nil {
		_ = listener.Close()
	}
	if browsers != nil {
		_ = browsers.Close()
	}
}

// The names of other protocols within TLS: for web servers, and for requesting a certificate.
const (
	webProtocol  = "http/1.1"
	acmeProtocol = "acme-tls/1"
)

// config returns the TLS configuration of an acceptor with that key.
func (a *Acceptor) config(id *keys.Identity) *tls.Config {
	config := transport.HostTLS(id)
	if a.cfg.AskKey {
		config.ClientAuth = tls.RequestClientCert
	}
	var web *tls.Config
	if a.cfg.Certificates != nil {
		web = &tls.Config{
			MinVersion: tls.VersionTLS12, GetCertificate: a.cfg.Certificates, NextProtos: []string{webProtocol, acmeProtocol},
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

// Identity returns the key of a host, or a fresh one if there is no function for it.
func Identity(f func() (*keys.Identity, error)) (*keys.Identity, error) {
	if f == nil {
		return keys.NewIdentity(rand.Reader)
	}
	return f()
}
