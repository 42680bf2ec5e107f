package main

import (
	"log/slog"
	"net/netip"
	"sync"

	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/ports"
	"mancala/netplay/router"
)

// routers holds the ports that routers have opened for this program. close closes those that are
// still open.
type routers struct {
	log   *slog.Logger
	ways  []router.Way // nil means the default ways of package router
	mu    sync.Mutex
	open  map[*router.Port]bool
	ended sync.WaitGroup
}

// start asks the router to open the port of a listening address. With [address.LoopbackVariable] it
// asks no router.
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

// close closes all ports at the routers, and waits for that.
func (r *routers) close() {
	r.mu.Lock()
	for port := range r.open {
		r.ended.Go(port.Close)
	}
	r.open = nil
	r.mu.Unlock()
	r.ended.Wait()
}

// openedPort adapts a port for the screens.
type openedPort struct {
	*router.Port
	routers *routers
}

// Opening returns the state of the port.
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

// Close closes the port at the router, in the background.
func (o *openedPort) Close() {
	o.routers.mu.Lock()
	defer o.routers.mu.Unlock()
	if o.routers.open[o.Port] {
		delete(o.routers.open, o.Port)
		o.routers.ended.Go(o.Port.Close)
	}
}

// routed wraps a host's link and has its port opened as soon as it listens. It tells the router's
// answer in a sentence.
type routed struct {
	table.Link
	routers  *routers
	tell     func(sentence string)
	browsers bool        // browsers may join
	port     *openedPort // nil until it listens
}

// Events returns the events of the link, and asks the router once it listens.
func (r *routed) Events() []table.News {
	events := r.Link.Events()
	for _, e := range events {
		if at, ok := e.(table.Listening); ok && r.port == nil {
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

// Close closes the link, and in the background its port at the router.
func (r *routed) Close() error {
	if r.port != nil {
		r.port.Close()
	}
	return r.Link.Close()
}
