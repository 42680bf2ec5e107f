package meet

import (
	"crypto/rand"
	"fmt"
	"testing"
	"time"

	"mancala/netplay/limit"
)

// TestUnusedLookupsMakeRoom: hosts who open a lookup and hang up do not fill a meeting point, from
// few addresses or from many. A host whose line dropped for a moment keeps their code as long as
// others have more unused lookups. A host who has met a guest also keeps it.
func TestUnusedLookupsMakeRoom(t *testing.T) {
	for name, from := range map[string]func(i int) limit.Address{
		"one address":   func(int) limit.Address { return limit.AddressOf("203.0.113.5:1") },
		"100 addresses": func(i int) limit.Address { return limit.AddressOf(fmt.Sprintf("203.0.%d.5:1", i%100)) },
		"an IPv6 /48":   func(i int) limit.Address { return limit.AddressOf(fmt.Sprintf("[2001:db8:7:%x::1]:1", i)) },
		"this computer": func(int) limit.Address { return limit.AddressOf("127.0.0.1:1") },
		"far and wide":  func(i int) limit.Address { return limit.AddressOf(fmt.Sprintf("[2001:db8:%x::1]:1", i)) },
	} {
		t.Run(name, func(t *testing.T) {
			p := NewPoint(LimitsFor(4000), rand.Reader)
			now, honest := start, limit.AddressOf("198.51.100.1:1")
			met := mustOpen(t, p, honest, "", "", now)
			w, _, _, err := p.Join(honest, met.Lookup, now)
			if err != nil || p.Take(w.ID) != w {
				t.Fatal(err)
			}
			p.Part(w)
			p.Drop(met, now)
			for i := range 3 * p.limits.Names {
				now = now.Add(time.Millisecond)
				if n, _, no, _ := p.Open(from(i), "", "", now); no == "" {
					p.Keep(n) // a lie
					p.Drop(n, now)
				}
			}
			now = now.Add(time.Millisecond)
			moment := mustOpen(t, p, honest, "", "", now)
			p.Drop(moment, now)
			for i := range p.limits.Names - 2 { // met and moment have the other two places
				now = now.Add(time.Millisecond)
				if n, _, no, _ := p.Open(from(i), "", "", now); no == "" {
					p.Drop(n, now)
				}
			}
			for lookup, n := range map[string]*Name{"after a moment": moment, "with a guest": met} {
				if again, _, no, _ := p.Open(honest, n.Lookup, n.Ticket, now); again != n || no != "" {
					t.Errorf("a host who is away, %s, comes back to %v, %q", lookup, again, no)
				}
			}
			mustOpen(t, p, limit.AddressOf("192.0.2.1:1"), "", "", now)
		})
	}
}

// TestNetworksHaveLimits: a network cannot have all places, however many addresses it has.
func TestNetworksHaveLimits(t *testing.T) {
	for name, from := range map[string]func(i int) limit.Address{
		"an IPv4 /24": func(i int) limit.Address { return limit.AddressOf(fmt.Sprintf("203.0.113.%d:1", i%256)) },
		"an IPv6 /48": func(i int) limit.Address { return limit.AddressOf(fmt.Sprintf("[2001:db8:7:%x::1]:1", i)) },
	} {
		p := NewPoint(LimitsFor(4000), rand.Reader)
		var names []*Name
		for i := range p.limits.NamesIn {
			names = append(names, mustOpen(t, p, from(i), "", "", start))
		}
		if _, _, no, _ := p.Open(from(999), "", "", start); no != Busy {
			t.Errorf("%s: a host too many hears %q", name, no)
		}
		p.Drop(names[7], start)
		again := mustOpen(t, p, from(998), "", "", start)
		if p.names[names[7].Lookup] == names[7] || again == nil {
			t.Errorf("%s: a lookup that no one uses has made no room", name)
		}
		other := mustOpen(t, p, limit.AddressOf("198.51.100.1:1"), "", "", start)
		hosts := append(names[:7:7], other)
		for i := range p.limits.GuestIn {
			if w, no, _, _ := p.Join(from(i), hosts[i/p.limits.GuestAt].Lookup, start); w == nil {
				t.Fatalf("%s: guest %d hears %q", name, i, no)
			}
		}
		if _, no, _, _ := p.Join(from(997), names[20].Lookup, start); no != Busy {
			t.Errorf("%s: a guest too many hears %q", name, no)
		}
		if w, no, _, _ := p.Join(limit.AddressOf("192.0.2.1:1"), names[20].Lookup, start); w == nil {
			t.Errorf("%s: a guest from elsewhere hears %q", name, no)
		}
	}
}

// BenchmarkFull opens lookups at a meeting point full of unused lookups, each of another network.
func BenchmarkFull(b *testing.B) {
	p := NewPoint(LimitsFor(1<<20), rand.Reader)
	open := func(i int) {
		n, _, no, err := p.Open(limit.AddressOf(fmt.Sprintf("[2001:%x:%x::1]:1", i>>16&0xffff, i&0xffff)), "", "", start.Add(time.Duration(i)))
		if err != nil || no != "" {
			b.Fatal(no, err)
		}
		p.Drop(n, start.Add(time.Duration(i)))
	}
	for i := range maxNames {
		open(i)
	}
	for i := 0; b.Loop(); i++ {
		open(maxNames + i)
	}
}
