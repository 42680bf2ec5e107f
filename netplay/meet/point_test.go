package meet

import (
	"crypto/rand"
	"flag"
	"fmt"
	mathrand "math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"mancala/netplay/limit"
)

var pointSeeds = flag.Int("point-seeds", 300, "how many runs of the simulated meeting point")

func from(n int) limit.Address {
	return limit.AddressOf(netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, byte(n)}), 1000).String())
}

// of6 returns an address of an IPv6 network that has many.
func of6(n int) limit.Address {
	return limit.AddressOf(fmt.Sprintf("[2001:db8:7:%x::1]:1000", n))
}

var start = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// mustOpen gives a host a lookup.
func mustOpen(t *testing.T, p *Point, at limit.Address, lookup, ticket string, now time.Time) *Name {
	t.Helper()
	n, _, no, err := p.Open(at, lookup, ticket, now)
	if err != nil || no != "" {
		t.Fatalf("Open says %q, %v", no, err)
	}
	return n
}

// TestLookupsComeBack: a host gets its lookup back with its ticket, no other host does, and a
// meeting point that has been restarted gives it to the first host that asks.
func TestLookupsComeBack(t *testing.T) {
	p := NewPoint(LimitsFor(1024), rand.Reader)
	n := mustOpen(t, p, from(1), "", "", start)
	if _, _, no, _ := p.Open(from(2), n.Lookup, someSecret, start); no != Taken {
		t.Errorf("with another ticket the answer is %q", no)
	}
	if again, had, no, _ := p.Open(from(3), n.Lookup, n.Ticket, start); again != n || !had || no != "" {
		t.Errorf("with the ticket it is %v, %v, %q", again, had, no)
	}
	p.Drop(n, start)
	if _, no, _, _ := p.Join(from(9), n.Lookup, start); no != Away {
		t.Errorf("a guest of a host whose line is down hears %q", no)
	}
	if _, had, no, _ := p.Open(from(1), n.Lookup, n.Ticket, start); had || no != "" {
		t.Errorf("after the loss of the line it is %v, %q", had, no)
	}
	p.Drop(n, start)
	p.Tidy(start.Add(awayLife - 1))
	if c := p.Counts(); c.Hosts != 1 || c.Away != 1 {
		t.Errorf("before its time is over there is %+v", c)
	}
	p.Tidy(start.Add(awayLife))
	if c := p.Counts(); c != (Counts{}) {
		t.Errorf("after its time there is %+v", c)
	}
	fresh := NewPoint(LimitsFor(1024), rand.Reader)
	if again := mustOpen(t, fresh, from(1), n.Lookup, n.Ticket, start); again.Lookup != n.Lookup || again.Ticket != n.Ticket {
		t.Errorf("a restarted meeting point gives %v", again)
	}
	if _, _, no, _ := fresh.Open(from(2), n.Lookup, someSecret, start); no != Taken {
		t.Errorf("and then to another one says %q", no)
	}
}

// TestLookupsExpire: an unused lookup expires after ten minutes, and a used one does not.
func TestLookupsExpire(t *testing.T) {
	p := NewPoint(LimitsFor(1024), rand.Reader)
	n := mustOpen(t, p, from(1), "", "", start)
	if at := p.Expires(n); !at.Equal(start.Add(10 * time.Minute)) {
		t.Errorf("it expires at %v", at)
	}
	p.Keep(n)
	if at := p.Expires(n); !at.IsZero() {
		t.Errorf("in use it expires at %v", at)
	}
	p.Forget(n)
	if _, no, _, _ := p.Join(from(2), n.Lookup, start); no != NoneSuch {
		t.Errorf("a guest of a lookup that was given back hears %q", no)
	}
}

// TestManyLookups: half of the adjectives are given without a number, then with numbers. 20,000
// hosts have different lookups.
func TestManyLookups(t *testing.T) {
	p := NewPoint(LimitsFor(1<<20), rand.Reader)
	short := 0
	for i := range maxNames {
		n := mustOpen(t, p, limit.Address{}, "", "", start)
		if len(n.Lookup) > 2 && !isNumber(n.Lookup[len(n.Lookup)-2:]) {
			short++
			if i >= 128 {
				t.Fatalf("host %d has %s", i, n.Lookup)
			}
		}
		if !isLookup(n.Lookup) {
			t.Fatalf("%q is no lookup", n.Lookup)
		}
	}
	if c := p.Counts(); c.Hosts != maxNames || short != 128 {
		t.Errorf("%+v, of which %d have no number", c, short)
	}
	if _, _, no, _ := p.Open(limit.Address{}, "", "", start); no != Full {
		t.Errorf("one more hears %q", no)
	}
}

func TestWrongLookups(t *testing.T) {
	p := NewPoint(LimitsFor(1024), rand.Reader)
	n := mustOpen(t, p, from(1), "amber", someSecret, start)
	for i := range 10 {
		if _, no, wait, _ := p.Join(from(2), "azure", start); no != NoneSuch || wait != 0 {
			t.Errorf("wrong lookup %d: %q after %v", i, no, wait)
		}
	}
	if _, no, wait, _ := p.Join(from(2), n.Lookup, start.Add(5*time.Second)); no != Often || wait != time.Second {
		t.Errorf("after too many: %q after %v", no, wait)
	}
	if w, no, _, _ := p.Join(from(3), n.Lookup, start); w == nil {
		t.Errorf("another address: %q", no)
	}
	if w, no, _, _ := p.Join(from(2), n.Lookup, start.Add(6*time.Second)); w == nil {
		t.Errorf("six seconds later: %q", no)
	}
}

func TestCrowds(t *testing.T) {
	limits := Limits{Names: 100, Guests: 20, Pairs: 30, NamesOf: 64, NamesIn: 100, GuestOf: 16, GuestIn: 20, GuestAt: 8, PairsAt: 3}
	p := NewPoint(limits, rand.Reader)
	var names []*Name
	for range 64 {
		names = append(names, mustOpen(t, p, from(1), "", "", start))
	}
	if _, _, no, _ := p.Open(from(1), "", "", start); no != Busy {
		t.Errorf("a host too many of one address hears %q", no)
	}
	var list []*Waiting
	join := func(at int, n *Name, want Reason) {
		t.Helper()
		w, no, _, _ := p.Join(from(at), n.Lookup, start)
		if no != want {
			t.Errorf("a guest hears %q, want %q", no, want)
		}
		if w != nil {
			list = append(list, w)
		}
	}
	for range 8 {
		join(2, names[0], "")
	}
	join(3, names[0], Busy) // the host has enough
	for range 8 {
		join(2, names[1], "")
	}
	join(2, names[2], Busy) // the address has enough
	for range 4 {
		join(3, names[2], "")
	}
	join(4, names[3], Full) // all have enough
	for i, w := range list {
		if i%2 == 0 {
			p.Leave(w)
			p.Leave(w)
		} else if p.Take(w.ID) != w || p.Take(w.ID) != nil {
			t.Error("a guest is not taken once")
		}
	}
	if c := p.Counts(); c != (Counts{Hosts: 64, Pairs: 10}) {
		t.Errorf("now there is %+v", c)
	}
	join(5, names[0], Busy) // its four pairs are enough
	for i, w := range list {
		if i%2 == 1 {
			p.Part(w)
		}
	}
	join(5, names[0], "")
}

// TestSimulatedPoint makes random calls in any order, and keeps its own counts.
func TestSimulatedPoint(t *testing.T) {
	seeds := *pointSeeds
	if testing.Short() {
		seeds = min(seeds, 30)
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { simulate(t, uint64(seed)) })
	}
}

func simulate(t *testing.T, seed uint64) {
	r := mathrand.New(mathrand.NewPCG(seed, 7))
	limits := Limits{Names: 12, Guests: 9, Pairs: 10, NamesOf: 5, NamesIn: 8, GuestOf: 4, GuestIn: 6, GuestAt: 3, PairsAt: 4}
	p := NewPoint(limits, rand.Reader)
	var names []*Name
	var waiting, paired []*Waiting
	now := start
	pick := func(n int) int { return r.IntN(max(n, 1)) }
	for range 400 {
		now = now.Add(time.Duration(r.IntN(20)) * time.Second)
		at := []limit.Address{from(1), from(2), from(3), of6(1), of6(2), {}}[r.IntN(6)]
		switch what := r.IntN(9); {
		case what == 0:
			if n, _, no, _ := p.Open(at, "", "", now); no == "" {
				names = append(names, n)
			}
		case what == 1 && len(names) > 0:
			n := names[pick(len(names))]
			if again, _, no, _ := p.Open(at, n.Lookup, n.Ticket, now); no == "" && again != n {
				names = append(names, again)
			}
		case what == 2 && len(names) > 0:
			p.Drop(names[pick(len(names))], now)
		case what == 3 && len(names) > 0:
			i := pick(len(names))
			p.Forget(names[i])
			p.Forget(names[i])
		case what <= 5 && len(names) > 0:
			if w, no, _, _ := p.Join(at, names[pick(len(names))].Lookup, now); no == "" {
				waiting = append(waiting, w)
			}
		case what == 6 && len(waiting) > 0:
			i := pick(len(waiting))
			if w := p.Take(waiting[i].ID); w != nil {
				paired = append(paired, w)
			}
		case what == 7 && len(waiting) > 0:
			p.Leave(waiting[pick(len(waiting))])
		case what == 8 && len(paired) > 0:
			i := pick(len(paired))
			p.Part(paired[i])
			paired = append(paired[:i], paired[i+1:]...)
		}
		if r.IntN(20) == 0 {
			p.Tidy(now)
		}
		check(t, p, len(paired))
	}
}

// check compares the counts of a meeting point with its content.
func check(t *testing.T, p *Point, pairs int) {
	t.Helper()
	c := p.Counts()
	if c.Pairs != pairs || c.Hosts > p.limits.Names || c.Waiting > p.limits.Guests || c.Pairs > p.limits.Pairs {
		t.Fatalf("%+v with %d pairs", c, pairs)
	}
	crowds := map[limit.Address][3]int{}
	count := func(of limit.Address, names, guests, idle int) {
		for _, of := range map[limit.Address]limit.Address{of: of, of.Network(): of.Network()} {
			c := crowds[of]
			crowds[of] = [3]int{c[0] + names, c[1] + guests, c[2] + idle}
		}
	}
	at := map[*Name]int{}
	shorts := 0
	for lookup, n := range p.names {
		if n.Lookup != lookup {
			t.Fatalf("%s stands at %s", n.Lookup, lookup)
		}
		idle := 0
		if n.away && !n.met {
			idle = 1
		}
		count(n.addr, 1, 0, idle)
		shorts += plain(lookup)
	}
	for _, w := range p.guests {
		count(w.addr, 0, 1, 0)
		at[w.Name]++
	}
	for n, guests := range at {
		if n.guests != guests || guests > p.limits.GuestAt || n.pairs > p.limits.PairsAt+p.limits.GuestAt {
			t.Fatalf("%s has %d guests, noted %d, and %d pairs", n.Lookup, guests, n.guests, n.pairs)
		}
	}
	if shorts != p.plain {
		t.Fatalf("%d short lookups, noted %d", shorts, p.plain)
	}
	for a := range p.crowds {
		if _, there := crowds[a]; !there {
			t.Fatalf("%v has a crowd, and nothing here", a)
		}
	}
	for a, of := range crowds {
		if got := [2]int{p.strangers.Has(limit.Hosts, a), p.strangers.Has(limit.Guests, a)}; got != [2]int(of[:2]) {
			t.Fatalf("%v has %v, noted %v", a, of, got)
		}
		if _, there := p.crowds[a]; there != (of[2] > 0) || there && len(p.crowds[a].idle) != of[2] {
			t.Fatalf("%v has %d idle names, noted %v", a, of[2], p.crowds[a])
		}
		if of[2] == 0 {
			continue
		}
		if !slices.IsSortedFunc(p.crowds[a].idle, func(n, m *Name) int { return n.since.Compare(m.since) }) {
			t.Fatalf("%v has its idle names in another order than they went away", a)
		}
		if c, first := p.crowds[a], (*crowd)(nil); a == a.Network() {
			if c.at == 0 || p.idlest[c.at-1] != c {
				t.Fatalf("%v is not at %d of the heap", a, c.at)
			}
			if first = p.idlest[0]; len(first.idle) < len(c.idle) || len(first.idle) == len(c.idle) && first.idle[0].since.After(c.idle[0].since) {
				t.Fatalf("the first of the heap has %v, and %v has %v", first.idle, a, c.idle)
			}
		}
	}
}
