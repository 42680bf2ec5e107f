package router

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// fake is a way with answers from the test, one after the other; it repeats the last one.
type fake struct {
	answers []answer
	asked   atomic.Int32
	closed  []netip.AddrPort
}

type answer struct {
	public   string
	lifetime time.Duration
	err      error
	takes    time.Duration // until the answer comes
}

func (f *fake) Open(_ context.Context, port uint16) (Mapping, error) {
	a := f.answers[min(int(f.asked.Add(1)), len(f.answers))-1]
	time.Sleep(a.takes)
	if a.err != nil {
		return Mapping{}, a.err
	}
	public := netip.AddrPortFrom(netip.MustParseAddr(a.public), port)
	return Mapping{Public: public, Lifetime: a.lifetime, Close: func(context.Context) error {
		f.closed = append(f.closed, public)
		return nil
	}}, nil
}

// everywhere is an address of a host to reach from outside.
var everywhere = netip.MustParseAddrPort("[::]:7000")

var errSilent = errors.New("no answer")

// The ways are tried in order, and the port is closed at the end.
func TestFirstWayThatOpens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := &fake{answers: []answer{{err: errSilent, takes: time.Millisecond}}}
		upnp := &fake{answers: []answer{{public: "203.0.113.5", lifetime: time.Hour}}}
		unused := &fake{answers: []answer{{public: "203.0.113.6"}}}
		p := Start(Config{Listen: everywhere, Ways: []Way{silent, upnp, unused}})
		if r, _ := p.Result(); r.State != Asking {
			t.Errorf("at first it is %+v", r)
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		r, changed := p.Result()
		if r.State != Open || r.Public.String() != "203.0.113.5:7000" || r.Reason != nil || !changed {
			t.Errorf("the result is %+v, changed %t", r, changed)
		}
		if _, changed := p.Result(); changed {
			t.Error("changed twice")
		}
		p.Close()
		p.Close()
		if len(upnp.closed) != 1 || unused.asked.Load() != 0 {
			t.Errorf("closed %v, another was asked %d times", upnp.closed, unused.asked.Load())
		}
	})
}

// A port is renewed after half its life, and a change of the address is noticed.
func TestRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		way := &fake{answers: []answer{
			{public: "203.0.113.5", lifetime: time.Hour},
			{public: "203.0.113.5", lifetime: time.Second},
			{err: errSilent},
			{public: "203.0.113.9", lifetime: time.Hour},
		}}
		p := Start(Config{Listen: everywhere, Ways: []Way{way}})
		defer p.Close()
		synctest.Wait()
		for _, step := range []struct {
			after   time.Duration
			asked   int
			state   State
			public  string
			changed bool
		}{
			{0, 1, Open, "203.0.113.5:7000", true},
			{30*time.Minute - 1, 1, Open, "203.0.113.5:7000", false},
			{1, 2, Open, "203.0.113.5:7000", false},
			{shortest, 3, Closed, "invalid AddrPort", true},
			{tryAgain, 4, Open, "203.0.113.9:7000", true},
		} {
			time.Sleep(step.after)
			synctest.Wait()
			r, changed := p.Result()
			if int(way.asked.Load()) != step.asked || r.State != step.state || r.Public.String() != step.public || changed != step.changed {
				t.Errorf("%+v: asked %d times, %+v, changed %t", step, int(way.asked.Load()), r, changed)
			}
		}
	})
}

// Every reason has its note; the most informative one comes first.
func TestReasons(t *testing.T) {
	refused := fmt.Errorf("%w: 606", ErrRefused)
	nat := &PrivateError{netip.MustParseAddr("100.70.1.2")}
	for _, c := range []struct {
		ways []answer
		want string
	}{
		{[]answer{{err: errSilent}, {err: errSilent}}, `netplay.router-silent "7000"`},
		{[]answer{{err: refused}, {err: errSilent}}, `netplay.router-refuses "7000"`},
		{[]answer{{err: errSilent}, {err: refused}}, `netplay.router-refuses "7000"`},
		{[]answer{{err: refused}, {err: nat}}, `netplay.router-shared "100.70.1.2"`},
		{[]answer{{err: ErrNoNetwork}, {err: ErrNoNetwork}}, `netplay.router-none`},
		{[]answer{{public: "192.168.0.2"}, {err: errSilent}}, `netplay.router-shared "192.168.0.2"`},
	} {
		synctest.Test(t, func(t *testing.T) {
			var ways []Way
			for _, a := range c.ways {
				ways = append(ways, &fake{answers: []answer{a}})
			}
			p := Start(Config{Listen: everywhere, Ways: ways})
			synctest.Wait()
			r, _ := p.Result()
			p.Close()
			if r.State != Closed || r.Reason.String() != c.want {
				t.Errorf("%+v: %+v", c.ways, r)
			}
			if first := ways[0].(*fake); first.answers[0].public != "" && len(first.closed) != 1 {
				t.Error("a port that is of no use stays open")
			}
		})
	}
}

// A host on loopback asks no router.
func TestNoRouterIsAskedForLoopback(t *testing.T) {
	for _, listen := range []string{"127.0.0.1:7000", "[::1]:7000", "[::ffff:127.0.0.1]:7000"} {
		way := &fake{answers: []answer{{public: "203.0.113.5"}}}
		p := Start(Config{Listen: netip.MustParseAddrPort(listen), Ways: []Way{way}})
		r, changed := p.Result()
		p.Close()
		if int(way.asked.Load()) != 0 || r.State != Closed || !changed || r.Reason.Code != "netplay.router-loopback" {
			t.Errorf("%s: asked %d times, %+v", listen, int(way.asked.Load()), r)
		}
	}
}

// Close ends it while a router is silent, and a port that opens after that is closed.
func TestCloseWhileAsking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := 0
		slow := slowWay(func() (Mapping, error) {
			time.Sleep(patience)
			return Mapping{Public: everywhere, Close: func(context.Context) error { closed++; return nil }}, nil
		})
		p := Start(Config{Listen: everywhere, Ways: []Way{slow}})
		time.Sleep(time.Millisecond)
		begin := time.Now()
		p.Close()
		if took := time.Since(begin); took != 0 {
			t.Errorf("it took %s", took)
		}
		time.Sleep(patience)
		synctest.Wait()
		if closed != 1 {
			t.Errorf("closed %d times", closed)
		}
	})
}

type slowWay func() (Mapping, error)

func (s slowWay) Open(ctx context.Context, _ uint16) (Mapping, error) { return within(ctx, s) }

func TestPublic(t *testing.T) {
	var got []string
	for _, text := range []string{
		"203.0.113.5", "8.8.8.8", "::ffff:8.8.8.8", "2001:db8::1", "10.0.0.1", "172.31.0.1", "192.168.1.1", "100.64.0.1", "100.127.255.255", "100.128.0.1",
		"169.254.1.1", "127.0.0.1", "0.0.0.0", "0.1.2.3", "192.0.0.4", "198.18.0.1", "224.0.0.1", "255.255.255.255", "240.0.0.1", "fd00::1", "fe80::1", "::",
	} {
		if public(netip.MustParseAddr(text)) {
			got = append(got, text)
		}
	}
	if want := []string{"203.0.113.5", "8.8.8.8", "::ffff:8.8.8.8", "2001:db8::1", "100.128.0.1"}; !slices.Equal(got, want) {
		t.Errorf("public are %v", got)
	}
}
