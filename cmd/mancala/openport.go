package main

import (
	"log/slog"
	"net/netip"
	"sync"

	"mancala/match"
	"mancala/menus/ports"
	"mancala/netplay/router"
	"mancala/words"
)

// routers holds the ports that this program has routers open. Those still open at its end are
// closed.
type routers struct {
	log   *slog.Logger
	ways  []router.Way // nil means those of package router
	mu    sync.Mutex
	open  map[*router.Port]bool
	ended sync.WaitGroup
}

// start has the router open the port of an address that is listened on. With
// [netplay.LoopbackVariable] no router is asked.
func (r *routers) start(addr string) *openedPort {
	listen, err := netip.ParseAddrPort(addr)
	if err != nil || loopbackAlone() && r.ways == nil {
		listen = netip.AddrPortFrom(netip.IPv6Loopback(), listen.Port())
	}
	port := router.Start(router.Config{Listen: listen, Ways: r.ways, Log: r.log})
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == nil {
		r.open = map[*router.Port]bool{}
	}
	r.open[port] = true
	return &openedPort{port, r}
}

// close has the routers close all ports, and waits for that.
func (r *routers) close() {
	r.mu.Lock()
	for port := range r.open {
		r.ended.Go(port.Close)
	}
	r.open = nil
	r.mu.Unlock()
	r.ended.Wait()
}

// openedPort is a port as the screens know it.
type openedPort struct {
	*router.Port
	routers *routers
}

// Opening returns how far it is.
func (o *openedPort) Opening() (ports.Opening, bool) {
	r, changed := o.Result()
	switch r.State {
	case router.Open:
		return ports.Opening{State: ports.PortOpen, Public: r.Public.String()}, changed
	case router.Closed:
		return ports.Opening{State: ports.PortClosed, Reason: r.Reason}, changed
	}
	return ports.Opening{}, changed
}

// Close has the router close the port, in the background.
func (o *openedPort) Close() {
	o.routers.mu.Lock()
	defer o.routers.mu.Unlock()
	if o.routers.open[o.Port] {
		delete(o.routers.open, o.Port)
		o.routers.ended.Go(o.Port.Close)
	}
}

// routed is a host's link whose port the router opens as soon as it listens. The router's answer is
// told in a sentence.
type routed struct {
	match.Link
	routers  *routers
	tell     func(sentence string)
	browsers bool        // they are let in
	port     *openedPort // nil until it listens
}

// Events returns the events of the link, and has the router asked.
func (r *routed) Events() []match.Event {
	events := r.Link.Events()
	for _, e := range events {
		if at, ok := e.(match.Listening); ok && r.port == nil {
			r.port = r.routers.start(at.Addr)
		}
	}
	if r.port == nil {
		return events
	}
	switch o, changed := r.port.Opening(); {
	case !changed:
	case o.State == ports.PortOpen:
		r.tell(words.T("The router lets guests in at %s. They join with: %s", o.Public, "mancala --join "+o.Public))
		if r.browsers {
			r.tell(words.T("Friends without Mancala open this in a browser: %s", pageLink(o.Public)))
		}
	case o.State == ports.PortClosed:
		r.tell(words.Sentence(o.Reason))
	}
	return events
}

// Close ends the link, and has the router close the port in the background.
func (r *routed) Close() error {
	if r.port != nil {
		r.port.Close()
	}
	return r.Link.Close()
}
