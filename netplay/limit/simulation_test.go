package limit

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// backlog is the number of connections that the system queues for a listener that does not accept.
// redials are the times, in milliseconds, after which a client's system tries again if there was no
// room.
const backlog = 4096

var redials = [...]int{1000, 2000, 4000}

// silent is the number of a host's places for silent connections.
const silent = Places * 3 / 4

// flood is a simulated host under a flood of connections that never say Hello.
type flood struct {
	perSecond int
	places    int
	addrs     int  // addresses that the flood comes from
	until     int  // milliseconds that it lasts
	late      int  // milliseconds from the connection to the Hello of an honest guest
	shared    bool // the honest guests come from an address of the flood
	all       int  // places of the host in all; 0 means enough
}

// caller is a connection of the simulation; its times are in milliseconds.
type caller struct {
	honest bool
	addr   Address
	tries  int
	hello  int // of an honest guest that is connected
	id     ID
}

// street is the state of a simulation.
type street struct {
	flood
	random   *rand.Rand
	pending  *Pending
	dialling map[int][]*caller // by the time of the next attempt
	queue    []*caller
	guests   []*caller // honest ones that are pending
	pausedTo int
}

// run has 250 honest guests come after a second of the flood, one each 10 ms, and returns the
// number who said Hello.
func (f flood) run() (in int) {
	s := &street{
		flood: f, random: rand.New(rand.NewPCG(uint64(f.perSecond), uint64(f.addrs))),
		pending: NewSilentPending(f.places, cmp.Or(f.all, Places)), dialling: map[int][]*caller{},
	}
	owed := 0
	for now := range f.until + 8000 {
		if now < f.until {
			for owed += f.perSecond; owed >= 1000; owed -= 1000 {
				s.dialling[now] = append(s.dialling[now], &caller{addr: numbered(1 + s.random.IntN(f.addrs))})
			}
		}
		if now >= 1000 && now < 3500 && now%10 == 0 {
			c := &caller{honest: true, addr: numbered(0)}
			if f.shared {
				c.addr = numbered(1 + s.random.IntN(f.addrs))
			}
			s.dialling[now] = append(s.dialling[now], c)
		}
		s.connect(now)
		s.accept(now)
		s.guests = slices.DeleteFunc(s.guests, func(c *caller) bool {
			if now < c.hello {
				return false
			}
			in++
			s.pending.Leave(c.id)
			return true
		})
	}
	return in
}

// connect queues clients with a due attempt, while there is room.
func (s *street) connect(now int) {
	for _, c := range s.dialling[now] {
		if len(s.queue) < backlog {
			c.hello = now + s.late
			s.queue = append(s.queue, c)
		} else if c.tries < len(redials) {
			at := now + redials[c.tries]
			c.tries++
			s.dialling[at] = append(s.dialling[at], c)
		}
	}
	delete(s.dialling, now)
}

// accept accepts all in the queue, unless there is no place yet.
func (s *street) accept(now int) {
	for len(s.queue) > 0 && now >= s.pausedTo {
		c := s.queue[0]
		v := s.pending.Arrive(nil, c.addr, epoch.Add(time.Duration(now)*time.Millisecond))
		if v.Wait > 0 {
			s.pausedTo = now + int((v.Wait+time.Millisecond-1)/time.Millisecond)
			return
		}
		s.queue = s.queue[1:]
		s.guests = slices.DeleteFunc(s.guests, func(g *caller) bool { return g.id == v.Evict })
		if c.id = v.ID; c.honest {
			s.guests = append(s.guests, c)
		}
	}
}

// TestLateHelloInAFlood: every honest guest with a late Hello gets in, for any distribution of a
// flood of 5,000 connections a second over addresses.
func TestLateHelloInAFlood(t *testing.T) {
	floods := []flood{
		{perSecond: 5000, places: silent, addrs: 1 << 20, until: 4000, late: 50},
		{perSecond: 5000, places: silent, addrs: 1, until: 4000, late: 50, shared: true},
		{perSecond: 5000, places: silent, addrs: 1, until: 4000, late: 200},
		{perSecond: 5000, places: silent, addrs: 1 << 20, until: 4000, late: 200},
	}
	if testing.Short() {
		floods = floods[:1]
	}
	for _, f := range floods {
		if in := f.run(); in != 250 {
			t.Errorf("%+v: %d of 250 were let in", f, in)
		}
	}
}

// TestFloodsWithFewPlaces floods hosts that may open few files. Honest guests still get in: they
// waited in the system's queue and say Hello at once.
func TestFloodsWithFewPlaces(t *testing.T) {
	for _, all := range []int{2, 20, 116, 500} {
		for _, addrs := range []int{1, 1 << 20} {
			silent := all - all/4
			f := flood{perSecond: min(80*silent, 5000), places: silent, all: all, addrs: addrs, until: 4000, shared: addrs == 1}
			if in := f.run(); in != 250 {
				t.Errorf("%+v: %d of 250 were let in", f, in)
			}
		}
	}
}

// TestLargerFloods shows that a crowd harms only itself. It counts the guests who get in if a flood
// from everywhere has more connections than places.
func TestLargerFloods(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector")
	}
	tests := []struct {
		flood
		least int // of 250 guests, how many have to get in
	}{
		{flood{perSecond: 10_000, places: silent, addrs: 1, until: 4000, late: 50, shared: true}, 250},
		{flood{perSecond: 10_000, places: silent, addrs: 20, until: 4000, late: 200}, 250},
		{flood{perSecond: 9_000, places: silent, addrs: 1 << 20, until: 11_000, late: 50}, 125},
		{flood{perSecond: 5_000, places: 512, addrs: 1, until: 4000, late: 50, shared: true}, 250},
		{flood{perSecond: 5_000, places: 512, addrs: 1 << 20, until: 11_000, late: 50}, 90},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%+v", test.flood), func(t *testing.T) {
			in := test.run()
			t.Logf("%d of 250 were let in", in)
			if in < test.least {
				t.Errorf("%d of 250 were let in, at least %d should be", in, test.least)
			}
		})
	}
}
