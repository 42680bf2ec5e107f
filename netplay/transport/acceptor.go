package transport

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"slices"
	"sync"
	"time"

	"mancala/internal/match"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	"mancala/netplay/workers"
	"mancala/rules"
)

// acceptPause is the pause after the system refused to hand out a connection.
const acceptPause = 100 * time.Millisecond

// ListenConfig configures an [Acceptor] or a [Listener].
type ListenConfig struct {
	// Name is the name of the host or club, for browsers.
	Name string
	// Identity returns the key that identifies the host to guests. It is called once; nil means a
	// new key.
	Identity func() (*keys.Identity, error)
	// Insecure leaves encryption out.
	Insecure bool
	// Transport makes the listener; nil means TCP.
	Transport Transport
	// Browsers makes the server for browsers; nil means that browsers are disconnected. Watchers
	// reports to it whether watching is allowed; nil means always.
	Browsers func(Site) Browsers
	Watchers func() bool
	// Certificates returns the certificate for a browser that uses TLS, by the requested name. Nil
	// disconnects such browsers.
	Certificates func(*tls.ClientHelloInfo) (*tls.Certificate, error)
	// Full reports each connection closed because too many files are open; nil reports nothing.
	Full func()
	// Places is the number of connections without a Hello that are kept in each of two groups:
	// silent ones, and ones whose first bytes may be a guest's. 0 means as many as the system has
	// files for.
	Places int
	// Log receives details that are not for the player; nil means nowhere.
	Log *slog.Logger
	// Now is the clock; nil means the real one.
	Now func() time.Time
}

// Acceptor accepts connections. It listens, holds silent connections, detects the protocol of each,
// and encrypts it. Its owner gets the guests' connections. Make one with [NewAcceptor].
type Acceptor struct {
	// Strangers is the log of the connections that are not admitted.
	Strangers *limit.Log

	cfg   ListenConfig
	admit func(Greeted)
	shut  func() bool
	// club lets members in without encryption, if encryption is left out, and asks guests for their
	// own certificate, which shows their key. Files is the number of files that the process may
	// have open for connections to be let in; 0 means as many as the system allows.
	club  bool
	files uint64

	mu       sync.Mutex // never held while the owner is called
	closed   bool
	listener net.Listener // nil before it listens
	tls      *tls.Config  // nil if connections are not encrypted
	pending  pending
	refusals limit.Allowance
	browsers Browsers // nil if none are answered
}

// NewAcceptor returns an acceptor that does not listen yet. Admit takes over each connection that
// was greeted, on its own goroutine. Shut reports whether the owner lets no one in now.
func NewAcceptor(cfg ListenConfig, admit func(Greeted), shut func() bool) *Acceptor {
	if cfg.Transport == nil {
		cfg.Transport = TCP{}
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Watchers == nil {
		cfg.Watchers = func() bool { return true }
	}
	return &Acceptor{
		cfg: cfg, admit: admit, shut: shut, Strangers: limit.NewLog(cfg.Log), pending: newPending(cfg.Places), refusals: limit.NewAllowance(promptRefusals, promptRefusals, cfg.Now()),
	}
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

// Open opens an address, and returns it with its real port, and the key that guests are shown; nil
// without encryption. From then on it answers browsers until ctx ends.
func (a *Acceptor) Open(ctx context.Context, addr string) (at string, id *keys.Identity, refused *rules.Note) {
	if !a.cfg.Insecure {
		var err error
		if id, err = a.identity(); err != nil {
			return "", nil, rules.NewNote("netplay.no-key").Because(err)
		}
	}
	listener, err := a.cfg.Transport.Listen(ctx, addr)
	if err != nil {
		return "", nil, ListenError(addr, err)
	}
	var browsers Browsers
	if a.cfg.Browsers != nil {
		browsers = a.cfg.Browsers(a.site(ctx))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.listener, a.browsers = listener, browsers; id != nil {
		a.tls = a.config(id)
	}
	if a.closed {
		closeAll(listener, browsers)
		return "", nil, ListenError(addr, net.ErrClosed)
	}
	return listener.Addr().String(), id, nil
}

// identity returns the key of the host, or a fresh one if there is no function for it.
func (a *Acceptor) identity() (*keys.Identity, error) {
	if a.cfg.Identity == nil {
		return keys.NewIdentity(rand.Reader)
	}
	return a.cfg.Identity()
}

// site describes the host to the server for browsers.
func (a *Acceptor) site(ctx context.Context) Site {
	return Site{
		Name: match.NameOr(a.cfg.Name, match.Host), Encrypted: !a.cfg.Insecure, Places: max(places(OpenFiles())/4, 2), Watchers: a.cfg.Watchers,
		Enter: func(nc net.Conn, far bool) { a.Receive(ctx, nc, Origin{Within: true, Far: far}) },
	}
}

// Serve accepts connections until the acceptor is closed.
func (a *Acceptor) Serve(ctx context.Context) {
	for {
		nc, err := a.listener.Accept()
		switch {
		case err == nil && a.files > 0 && fileOf(nc) >= a.files:
			_ = nc.Close()
			a.Strangers.Info(a.cfg.Now(), "connection closed", "addr", nc.RemoteAddr().String(), "reason", errFiles)
			if a.cfg.Full != nil {
				a.cfg.Full()
			}
		case err == nil:
			a.Receive(ctx, nc, Origin{})
		case errors.Is(err, net.ErrClosed):
			return
		default: // too many open files, or a connection that broke at once
			a.Strangers.Info(a.cfg.Now(), "accept failed", "error", err.Error())
			workers.Pause(ctx, acceptPause)
		}
	}
}

var errFiles = errors.New("the program has almost as many files open as the system allows")

// Receive takes in a connection, and returns when the next one may come or ctx has ended.
func (a *Acceptor) Receive(ctx context.Context, nc net.Conn, from Origin) {
	for {
		if ctx.Err() != nil || a.shut() {
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
	a.Strangers.Info(a.cfg.Now(), "connection closed", "addr", g.Conn.RemoteAddr().String(), "reason", why)
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
	if !again {
		a.Strangers.Rest()
		closeAll(listener, browsers)
	}
}

// closeAll closes a listener and a server for browsers; either may be nil.
func closeAll(listener net.Listener, browsers Browsers) {
	if listener != nil {
		_ = listener.Close()
	}
	if browsers != nil {
		_ = browsers.Close()
	}
}

// RefusalWait returns how long to delay the refusal of a guest: some a second are sent at once, so
// persistent guests cost this computer little work.
func (a *Acceptor) RefusalWait() time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.refusals.Allow(a.cfg.Now()) {
		return 0
	}
	return refusalWait
}

// The names of other protocols within TLS: for web servers, and for requesting a certificate.
const (
	webProtocol  = "http/1.1"
	acmeProtocol = "acme-tls/1"
)

// config returns the TLS configuration of an acceptor with that key.
func (a *Acceptor) config(id *keys.Identity) *tls.Config {
	config := HostTLS(id)
	if a.club {
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
			return nil, NoProtocol(hello)
		case web != nil && (slices.Contains(offers, webProtocol) || slices.Contains(offers, acmeProtocol)):
			return web, nil
		}
		return nil, nil
	}
	return config
}
