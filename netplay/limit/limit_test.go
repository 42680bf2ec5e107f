package limit

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var epoch = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// numbered returns one of many addresses.
func numbered(n int) Address {
	return addressOf(netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}))
}

func TestAddresses(t *testing.T) {
	tests := []struct {
		text, want string
		near       bool
	}{
		{"192.0.2.7:50000", "192.0.2.7", false},
		{"[::ffff:192.0.2.7]:50000", "192.0.2.7", false},
		{"[2001:db8:1:2:3:4:5:6]:50000", "2001:db8:1:2::/64", false},
		{"[2001:db8:1:2::]:1", "2001:db8:1:2::/64", false},
		{"[fe80::7%eth0]:50000", "fe80::7", false},
		{"127.0.0.3:50000", "127.0.0.3", true},
		{"[::1]:50000", "::1", true},
		{"pipe", "?", true},
		{"", "?", true},
	}
	for _, test := range tests {
		a := AddressOf(test.text)
		if a.String() != test.want || a.Near() != test.near {
			t.Errorf("%q: %v, near %v; want %v, %v", test.text, a, a.Near(), test.want, test.near)
		}
	}
	if AddressOf("[2001:db8::1]:5") != AddressOf("[2001:db8::ffff]:6") {
		t.Error("two addresses of one /64 count as two")
	}
	for text, network := range map[string]string{
		"203.0.113.7:5": "203.0.113.0/24", "[2001:db8:1:2::3]:5": "2001:db8:1::/48", "[::ffff:203.0.113.7]:5": "203.0.113.0/24",
		"127.0.0.1:5": "127.0.0.1", "[::1]:5": "::1", "[fe80::1%eth0]:5": "fe80::1", "?": "?",
	} {
		if got := AddressOf(text).Network(); got.String() != network || got.Far() != AddressOf(text).Far().Network() {
			t.Errorf("%s belongs to %v", text, got)
		}
	}
	if far := AddressOf("127.0.0.1:5").Far(); far.Near() || far == AddressOf("127.0.0.1:5") || far.String() != "127.0.0.1" {
		t.Errorf("far is %v, near %v", far, far.Near())
	}
	if AddressOf("[fe80::1%eth0]:5") == AddressOf("[fe80::2%eth0]:5") {
		t.Error("two neighbours count as one")
	}
}

// TestPendingKeepsItsPromises calls a Pending at random and compares it with a list.
func TestPendingKeepsItsPromises(t *testing.T) {
	type guest struct {
		id      ID
		addr    Address
		since   time.Time
		settled bool
		resting bool
	}
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.IntRange(1, 200).Draw(t, "places")
		const settled, settledInCrowd = 700 * time.Millisecond, 200 * time.Millisecond
		share := rapid.SampledFrom([]int{0, 1, 3}).Draw(t, "share")
		lives := Lives{Alone: MinLife, InCrowd: CrowdLife, Crowd: Crowd, Settled: settled, SettledInCrowd: settledInCrowd, Share: share}
		pending, now, there := lives.Pending(places), epoch, []guest(nil)
		count := func(a Address) (n int) {
			for _, g := range there {
				if g.addr == a {
					n++
				}
			}
			return n
		}
		life := func(g guest) time.Duration {
			switch crowd := count(g.addr) >= Crowd; {
			case g.resting:
				return 0
			case g.settled && crowd:
				return settledInCrowd
			case g.settled:
				return settled
			case crowd:
				return CrowdLife
			}
			return MinLife
		}
		find := func(id ID) int {
			for i, g := range there {
				if g.id == id {
					return i
				}
			}
			t.Fatalf("connection %d is not there", id)
			return -1
		}
		for range rapid.IntRange(1, 400).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.SampledFrom([]int{0, 0, 0, 1, 20, 249, 250}).Draw(t, "ms")) * time.Millisecond)
			if len(there) > 0 && rapid.IntRange(0, 9).Draw(t, "leave") == 0 {
				i := rapid.IntRange(0, len(there)-1).Draw(t, "which")
				pending.Leave(there[i].id)
				pending.Leave(there[i].id) // twice does no harm
				there = append(there[:i], there[i+1:]...)
			}
			if len(there) > 0 && rapid.IntRange(0, 3).Draw(t, "settle") == 0 {
				i := rapid.IntRange(0, len(there)-1).Draw(t, "which")
				there[i].settled, there[i].resting = true, rapid.Bool().Draw(t, "rest")
				if there[i].resting {
					pending.Rest(there[i].id)
				} else {
					pending.Settle(there[i].id)
				}
			}
			addr := numbered(rapid.SampledFrom([]int{1, 1, 1, 2, 3, 4, 5}).Draw(t, "addr"))
			left := places - len(there)
			greedy := left > 0 && share > 0 && count(addr) >= share*left
			v := pending.Arrive(nil, addr, now)
			if left > 0 && !greedy && (v.Wait != 0 || v.Evict != 0) {
				t.Fatalf("there is room, and the verdict is %+v", v)
			}
			if greedy && v.Wait == 0 && v.Evict == 0 {
				t.Fatalf("%d of one address have come, and %d places are left for another one of it: %+v", count(addr), left, v)
			}
			switch {
			case v.Wait > 0:
				if v.Wait > settled || v.ID != 0 || v.Evict != 0 {
					t.Fatalf("verdict %+v", v)
				}
				soonest := time.Hour
				for _, g := range there {
					if !greedy || g.addr == addr {
						soonest = min(soonest, life(g)-now.Sub(g.since))
					}
				}
				if v.Wait != soonest {
					t.Fatalf("the wait is %v, and a connection may go in %v", v.Wait, soonest)
				}
				continue
			case v.Evict != 0:
				i := find(v.Evict)
				gone := there[i]
				if now.Sub(gone.since) < life(gone) || greedy && gone.addr != addr {
					t.Fatalf("%+v had to go at %v", gone, now)
				}
				for _, g := range there {
					may := now.Sub(g.since) >= life(g) && (!greedy || g.addr == addr)
					earlier := g.resting && !gone.resting || g.resting == gone.resting && g.id < gone.id
					if may && (count(g.addr) > count(gone.addr) || g.addr == gone.addr && earlier) {
						t.Fatalf("%+v had to go before %+v", gone, g)
					}
				}
				there = append(there[:i], there[i+1:]...)
			}
			there = append(there, guest{id: v.ID, addr: addr, since: now})
			if v.ID == 0 || pending.Len() != len(there) || len(there) > places {
				t.Fatalf("%d stand there, %d should; verdict %+v", pending.Len(), len(there), v)
			}
		}
		for _, g := range there {
			pending.Leave(g.id)
		}
		if pending.Len() != 0 || len(pending.counts) != 0 {
			t.Fatalf("%d are left, and %d addresses", pending.Len(), len(pending.counts))
		}
	})
}

// BenchmarkFullPending measures the cost of a newcomer while a flood fills all places.
func BenchmarkFullPending(b *testing.B) {
	for _, addrs := range []int{1, 1 << 20} {
		b.Run(fmt.Sprintf("addresses=%d", addrs), func(b *testing.B) {
			d, now := NewPending(Places), epoch
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				now = now.Add(MinLife / Places)
				if v := d.Arrive(nil, numbered(i%addrs), now); v.Wait > 2*time.Millisecond {
					b.Fatal(v)
				}
			}
		})
	}
}

func TestAllowance(t *testing.T) {
	a := NewAllowance(3, 2, epoch)
	for i := range 5 {
		if ok := a.Spend(epoch); ok != (i < 3) {
			t.Errorf("event %d is allowed: %v", i, ok)
		}
	}
	if w := a.Wait(epoch); w != 1500*time.Millisecond { // two of debt, and one
		t.Errorf("the wait is %v", w)
	}
	if a.Full(epoch) || a.Spend(epoch.Add(time.Second)) || !a.Spend(epoch.Add(2*time.Second)) {
		t.Error("the bucket fills at another rate")
	}
	if later := epoch.Add(time.Hour); !a.Full(later) || a.Wait(later) != 0 {
		t.Error("the bucket does not become full")
	}
	if !a.Full(epoch) { // a clock that was put back
		t.Error("the bucket empties by itself")
	}
	a = NewAllowance(2, 0, epoch) // without a refill
	for i := range 3 {
		if ok := a.Spend(epoch); ok != (i < 2) || a.Wait(epoch) != 0 {
			t.Errorf("event %d without a refill is allowed: %v", i, ok)
		}
	}
	a = NewAllowance(10, 10, epoch)
	allowed := 0
	for i := range 10_000 { // ten seconds of a flood, which makes no debt
		if a.Allow(epoch.Add(time.Duration(i) * time.Millisecond)) {
			allowed++
		}
	}
	if allowed < 108 || allowed > 110 {
		t.Errorf("%d events of a flood are allowed, want ten and ten a second", allowed)
	}
	if zero := new(Allowance); zero.Allow(epoch) || zero.Spend(epoch) {
		t.Error("the zero Allowance allows something")
	}
}

// TestAddressesInNetworks: an address is in a network that contains all of it.
func TestAddressesInNetworks(t *testing.T) {
	for _, test := range []struct {
		address, network string
		want             bool
	}{
		{"10.1.2.3:5", "10.0.0.0/8", true},
		{"[::ffff:10.1.2.3]:5", "10.0.0.0/8", true},
		{"11.1.2.3:5", "10.0.0.0/8", false},
		{"192.0.2.7:5", "192.0.2.7/32", true},
		{"[2001:db8:1:2::7]:5", "2001:db8::/32", true},
		{"[2001:db8:1:2::7]:5", "2001:db8:1:2::/64", true},
		{"[2001:db8:1:2::7]:5", "2001:db8:1:2::7/128", false},
		{"pipe", "0.0.0.0/0", false},
	} {
		a, networks := AddressOf(test.address), []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix(test.network)}
		if a.In(networks) != test.want || a.Far().In(networks) || a.In(nil) {
			t.Errorf("%s in %s: %v", test.address, test.network, a.In(networks))
		}
	}
}
