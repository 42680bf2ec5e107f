// Package router asks the router of the local network to forward a port, so that guests from the
// internet can reach a host. If that is impossible, it explains why.
//
// A [Port] asks in the background: first by NAT-PMP (RFC 6886), then by UPnP. Most home routers
// support one of the two. If the provider shares one public address among several customers,
// neither helps.
package router

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"mancala/netplay/workers"
	"mancala/rules"
)

const (
	patience = 2 * time.Second  // for each question to a router
	lease    = time.Hour        // the lifetime that is requested for a port
	shortest = time.Minute      // between two renewals
	tryAgain = 10 * time.Minute // after a port could not be opened
)

// State is the state of the request to the router.
type State uint8

// The states.
const (
	Asking State = iota // the router is being asked
	Open                // guests can join from anywhere at the public address
	Closed              // the port is not open, for a reason
)

// Result is the latest result of asking the router.
type Result struct {
	State State
	// Public is the address for guests from anywhere, if the port is open.
	Public netip.AddrPort
	// Reason says why the port is closed, and suggests an alternative.
	Reason *rules.Note
}

// Mapping is a port that a router has opened.
type Mapping struct {
	// Public is the listening address of the router.
	Public netip.AddrPort
	// Lifetime is the time that the port stays open, a minute or more; 0 means as long as the
	// router runs.
	Lifetime time.Duration
	// Close closes the port.
	Close func(ctx context.Context) error
}

// Way is a protocol for opening ports of routers.
type Way interface {
	// Open asks to make or keep a TCP port of this computer reachable from outside. If the router
	// answers, the error is one of this package's.
	Open(ctx context.Context, port uint16) (Mapping, error)
}

// Reasons why a router opens no port.
var (
	ErrRefused   = errors.New("the router refuses")
	ErrNoNetwork = errors.New("there is no router")
)

// PrivateError means that the router itself has no public address.
type PrivateError struct{ Outer netip.Addr }

func (e *PrivateError) Error() string { return "the router's outer address is " + e.Outer.String() }

// Config configures a [Port].
type Config struct {
	// Listen is the address that the host listens on.
	Listen netip.AddrPort
	// Ways are tried in order; nil means NAT-PMP and UPnP.
	Ways []Way
	// Log receives details that are not for the player; nil drops them.
	Log *slog.Logger
}

// Port is a port that the router is asked to open and keep open.
type Port struct {
	cfg    Config
	cancel context.CancelFunc
	ended  sync.WaitGroup

	mu      sync.Mutex
	result  Result
	changed bool
}

// Start begins to ask. A host on loopback needs no router, and asks none.
func Start(cfg Config) *Port {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Ways == nil {
		cfg.Ways = []Way{NATPMP{}, UPnP{}}
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := &Port{cfg: cfg, cancel: cancel}
	if cfg.Listen.Addr().Unmap().IsLoopback() {
		p.set(Result{State: Closed, Reason: note("router-loopback")})
		return p
	}
	p.ended.Go(func() { p.keep(ctx) })
	return p
}

// Result returns the latest result, and whether it has changed since the last call.
func (p *Port) Result() (r Result, changed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	changed, p.changed = p.changed, false
	return p.result, changed
}

// Close asks the router to close the port, and waits for that, for a few seconds at most. It may be
// called more than once.
func (p *Port) Close() {
	p.cancel()
	p.ended.Wait()
}

func (p *Port) set(r Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	same := p.result.State == r.State && p.result.Public == r.Public && p.result.Reason.String() == r.Reason.String()
	p.result, p.changed = r, p.changed || !same
}

// keep opens the port, and keeps it open until ctx ends.
func (p *Port) keep(ctx context.Context) {
	var opened Mapping
	for ctx.Err() == nil {
		m, way, err := p.open(ctx)
		if ctx.Err() != nil && err != nil {
			break
		}
		wait := tryAgain
		if err != nil {
			p.cfg.Log.Info("no port opened", "reason", err.Error())
			p.set(Result{State: Closed, Reason: reason(err, p.cfg.Listen.Port())})
		} else {
			p.cfg.Log.Info("port opened", "way", way, "public", m.Public.String(), "lifetime", m.Lifetime.String())
			opened = m
			p.set(Result{State: Open, Public: m.Public})
			if m.Lifetime > 0 {
				wait = max(m.Lifetime/2, shortest)
			}
		}
		workers.Pause(ctx, wait)
	}
	if opened.Close != nil {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		if err := opened.Close(closing); err != nil {
			p.cfg.Log.Info("port not closed", "reason", err.Error())
		}
	}
}

// within calls f, and returns early if ctx ends; a port that is opened after that is closed.
func within(ctx context.Context, f func() (Mapping, error)) (Mapping, error) {
	type outcome struct {
		m   Mapping
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		m, err := f()
		if ctx.Err() != nil && m.Close != nil {
			_ = m.Close(context.WithoutCancel(ctx))
		}
		done <- outcome{m, err}
	}()
	select {
	case o := <-done:
		return o.m, o.err
	case <-ctx.Done():
		return Mapping{}, ctx.Err()
	}
}

// open tries all ways until one opens the port. It returns the joined errors.
func (p *Port) open(ctx context.Context) (m Mapping, way int, err error) {
	var errs []error
	for i, w := range p.cfg.Ways {
		m, err := w.Open(ctx, p.cfg.Listen.Port())
		if err == nil && !public(m.Public.Addr()) {
			err = &PrivateError{m.Public.Addr()}
			if m.Close != nil { // it is of no use
				closing, cancel := context.WithTimeout(ctx, patience)
				_ = m.Close(closing)
				cancel()
			}
		}
		if err == nil {
			return m, i, nil
		}
		errs = append(errs, err)
	}
	return Mapping{}, 0, errors.Join(errs...)
}

// shared are the addresses behind a provider's shared public address (RFC 6598), and others that
// are not routed on the internet.
var shared = []netip.Prefix{
	netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("240.0.0.0/4"),
}

// public reports whether guests from anywhere can reach an address.
func public(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, p := range shared {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// reason returns the note about the failure to open a port, with an alternative. The error of an
// answering router takes precedence over the mapping of a silent one.
func reason(err error, port uint16) *rules.Note {
	number := strconv.Itoa(int(port))
	n := note("router-silent", number)
	private := (*PrivateError)(nil)
	switch {
	case errors.As(err, &private):
		n = note("router-shared", private.Outer.String())
	case errors.Is(err, ErrRefused):
		n = note("router-refuses", number)
	case errors.Is(err, ErrNoNetwork):
		n = note("router-none")
	}
	return n.Because(err)
}

func note(code string, args ...any) *rules.Note { return rules.NewNote("netplay."+code, args...) }
