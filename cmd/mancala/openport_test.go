package main

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/ports"
	"mancala/netplay/router"
)

// way is a router that opens the port at an address, or does not answer.
type way struct {
	outer        string
	asked, close *atomic.Int32
}

func newWay(outer string) way { return way{outer, new(atomic.Int32), new(atomic.Int32)} }

func (w way) Open(_ context.Context, port uint16) (router.Mapping, error) {
	w.asked.Add(1)
	if w.outer == "" {
		return router.Mapping{}, errors.New("silence")
	}
	return router.Mapping{Public: netip.AddrPortFrom(netip.MustParseAddr(w.outer), port), Close: func(context.Context) error {
		w.close.Add(1)
		return nil
	}}, nil
}

// The screens' port changes from asking to open, and its screen or the end closes it once.
func TestOpenPort(t *testing.T) {
	for _, byScreen := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			w := newWay("203.0.113.5")
			r := &routers{log: slog.New(slog.DiscardHandler), ways: []router.Way{w}}
			port := r.start("[::]:7000")
			synctest.Wait()
			if o, changed := port.Opening(); !changed || o != (ports.Opening{State: ports.PortOpen, Public: "203.0.113.5:7000"}) {
				t.Errorf("it is %+v, changed %t", o, changed)
			}
			if byScreen {
				port.Close()
				port.Close()
			}
			r.close()
			if n := w.close.Load(); n != 1 {
				t.Errorf("closed %d times", n)
			}
			port.Close()
		})
	}
}

// With the tests' environment variable the program asks no router at any address.
func TestNoRouterIsAskedOnLoopback(t *testing.T) {
	r := &routers{log: slog.New(slog.DiscardHandler)}
	defer r.close()
	for _, addr := range []string{"[::]:7000", "192.168.1.5:7000", "nonsense"} {
		o, _ := r.start(addr).Opening()
		if o.State != ports.PortClosed || o.Reason.Error() != "netplay.router-loopback" {
			t.Errorf("%s: %+v", addr, o)
		}
	}
}

// A host in a terminal sees the router's answer in a sentence.
func TestRouted(t *testing.T) {
	for _, c := range []struct{ outer, want string }{
		{"203.0.113.5", "The router lets guests in at 203.0.113.5:7000. They join with: mancala --join 203.0.113.5:7000"},
		{"", "The router does not open the port by itself. Guests on the same network can join. Others can if you forward TCP port 7000 in the " +
			"router's settings, or through a VPN such as Tailscale, by the address that you have there."},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWay(c.outer)
			r := &routers{log: slog.New(slog.DiscardHandler), ways: []router.Way{w}}
			fake := &tabletest.Link{}
			var told []string
			link := &routed{Link: fake, routers: r, tell: func(s string) { told = append(told, s) }}
			for range 3 {
				fake.Push(table.Listening{Addr: "[::]:7000"})
				link.Events()
				synctest.Wait()
			}
			if len(told) != 1 || told[0] != c.want || w.asked.Load() != 1 {
				t.Errorf("told %q; asked %d times", told, w.asked.Load())
			}
			if err := link.Close(); err != nil {
				t.Error(err)
			}
			r.close()
		})
	}
}
