package nearby

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

// start is when the tests begin.
var start = time.Unix(1_000_000, 0)

// Packets from elsewhere, and addresses elsewhere, are ignored.
func TestOnlyFromTheNetworkItself(t *testing.T) {
	a := announcement(t, hilda, 1)
	for _, c := range []struct {
		from, addr, want string
	}{
		{"192.168.1.5", "192.168.1.5", "192.168.1.5:7000"},
		{"192.168.1.5", "192.168.1.77", "192.168.1.77:7000"},
		{"::ffff:192.168.1.5", "192.168.1.5", "192.168.1.5:7000"},
		{"192.168.1.5", "fe80::5", "[fe80::5%eth0]:7000"},
		{"192.168.2.5", "192.168.1.5", ""},
		{"192.168.1.5", "192.168.2.5", ""},
		{"192.168.1.5", "127.0.0.1", ""},
		{"192.168.1.5", "8.8.8.8", ""},
		{"192.168.1.5", "2001:db8::1", ""},
		{"192.168.1.5", "0.0.0.0", ""},
		{"192.168.1.5", "224.0.0.251", ""},
		{"8.8.8.8", "8.8.8.8", ""},
		{"127.0.0.1", "127.0.0.1", ""},
	} {
		var l List
		a.Addrs = []netip.Addr{netip.MustParseAddr(c.addr)}
		changed := l.Take(pack(t, a, false), netip.MustParseAddr(c.from), home, start)
		got := ""
		if list := l.Games(); len(list) == 1 {
			got = list[0].Addr.String()
		}
		if got != c.want || changed != (c.want != "") {
			t.Errorf("%s from %s: %q, changed %t", c.addr, c.from, got, changed)
		}
	}
}

// A game is found, changes, is announced again, says goodbye, and is silent.
func TestListChanges(t *testing.T) {
	var l List
	a := announcement(t, hilda, 1)
	if !l.Take(pack(t, a, false), there, home, start) || l.Take(pack(t, a, false), there, home, start.Add(time.Second)) {
		t.Fatal("found once, or not at all")
	}
	a.Full = true
	if !l.Take(pack(t, a, false), there, home, start.Add(2*time.Second)) || !l.Games()[0].Full {
		t.Error("the game is full, and the list does not say so")
	}
	other := netip.MustParseAddr("192.168.1.6")
	a.Full = false
	if l.Take(pack(t, a, false), other, home, start) || l.Take(pack(t, a, true), other, home, start) || !l.Games()[0].Full {
		t.Error("another computer changed the game")
	}
	if !l.Take(pack(t, a, true), there, home, start) || len(l.Games()) != 0 || l.Take(pack(t, a, true), there, home, start) {
		t.Error("it said goodbye")
	}
	l.Take(pack(t, a, false), there, home, start)
	if changed, _ := l.Tick(start.Add(silentFor)); changed {
		t.Error("forgotten too soon")
	}
	if changed, _ := l.Tick(start.Add(silentFor + 1)); !changed || len(l.Games()) != 0 {
		t.Error("silent, and not forgotten")
	}
}

// The questions become rarer, until a network comes up.
func TestQuestions(t *testing.T) {
	var l List
	var asked []int
	for s := range 40 {
		if s == 35 {
			l.AskSoon()
		}
		if _, ask := l.Tick(start.Add(time.Duration(s) * time.Second)); ask {
			asked = append(asked, s)
		}
	}
	want := []int{0, 1, 3, 7, 15, 25, 35, 36, 38}
	if len(asked) != len(want) {
		t.Fatalf("asked at %v", asked)
	}
	for i, s := range want {
		if asked[i] != s {
			t.Fatalf("asked at %v", asked)
		}
	}
}

// One computer cannot fill the list, and many cannot exceed its limit.
func TestListLimits(t *testing.T) {
	var l List
	for i := range 200 {
		l.Take(pack(t, announcement(t, hilda, byte(i)), false), there, home, start)
	}
	if n := len(l.Games()); n != maxFromOne {
		t.Errorf("one computer has %d games", n)
	}
	for i := range 200 {
		a := announcement(t, hilda, byte(i))
		from := netip.AddrFrom4([4]byte{192, 168, 1, byte(10 + i)})
		a.Addrs = []netip.Addr{from}
		l.Take(pack(t, a, false), from, home, start)
	}
	if n := len(l.Games()); n != maxFound {
		t.Errorf("%d games are listed", n)
	}
}

// A host is announced with the addresses that lead to it, and on no other network.
func TestVoiceAddresses(t *testing.T) {
	two := Network{"eth0", false, []netip.Prefix{
		netip.MustParsePrefix("192.168.1.9/24"), netip.MustParsePrefix("10.0.0.9/8"), netip.MustParsePrefix("fd00::9/64"), netip.MustParsePrefix("fe80::9/64"),
	}}
	lone := Network{"eth0", true, []netip.Prefix{netip.MustParsePrefix("fe80::9/64")}}
	lo := Network{"lo", false, []netip.Prefix{netip.MustParsePrefix("127.0.0.1/8")}}
	for _, c := range []struct {
		listen string
		on     Network
		want   string
	}{
		{"0.0.0.0:7000", two, "192.168.1.9 10.0.0.9"},
		{"[::]:7000", two, "192.168.1.9 10.0.0.9 fd00::9 fe80::9"},
		{"[::]:7000", lone, "fe80::9"},
		{"0.0.0.0:7000", lone, ""},
		{"192.168.1.9:7000", two, "192.168.1.9"},
		{"[fe80::9%eth0]:7000", two, "fe80::9"},
		{"192.168.1.10:7000", two, ""},
		{"127.0.0.1:7000", two, ""},
		{"127.3.2.1:7000", lo, "127.3.2.1"},
	} {
		v := voice{listen: netip.MustParseAddrPort(c.listen)}
		a, ok := v.on(c.on)
		got := ""
		for i, addr := range a.Addrs {
			if i > 0 {
				got += " "
			}
			got += addr.String()
		}
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s on %s: %q, %t", c.listen, c.on.Name, got, ok)
		}
	}
}

// Questions are answered to all at most once a second, and to single programs twenty times.
func TestVoiceIsNoAmplifier(t *testing.T) {
	i := need.Must(NewInstance("Hilda", chance(1)))(t)
	v := voice{instance: i, game: hilda, listen: netip.MustParseAddrPort("0.0.0.0:7000")}
	ask := need.Must(Ask())(t)
	answers := func(from string, now time.Time) (all, alone, later int) {
		for range 100 {
			switch r := v.answer(ask, netip.MustParseAddrPort(from), home, now); {
			case r.later:
				later++
			case r.packet != nil && r.alone:
				alone++
			case r.packet != nil:
				all++
			}
		}
		return all, alone, later
	}
	for _, c := range []struct {
		from              string
		at                time.Duration
		all, alone, later int
	}{
		{"192.168.1.5:5353", 0, 1, 0, 99},
		{"192.168.1.6:5353", 999 * time.Millisecond, 0, 0, 100},
		{"192.168.1.5:5353", time.Second, 1, 0, 99},
		{"192.168.1.5:40000", time.Second, 0, maxAlone, 0},
		{"192.168.1.6:40000", time.Second + 999*time.Millisecond, 0, 0, 0},
		{"192.168.1.6:40000", 2 * time.Second, 0, maxAlone, 0},
		{"203.0.113.5:5353", 10 * time.Second, 0, 0, 0}, // from beyond the network
		{"203.0.113.5:40000", 10 * time.Second, 0, 0, 0},
	} {
		if all, alone, later := answers(c.from, start.Add(c.at)); all != c.all || alone != c.alone || later != c.later {
			t.Errorf("%s after %s: %d answers to all, %d alone, %d later", c.from, c.at, all, alone, later)
		}
	}
}

// A game that is heard over IPv4 and over IPv6 is listed once, by the address that is valid most
// widely, and what its host says over either counts. A neighbour on another link with the same
// link-local address changes nothing.
func TestListOverBothVersions(t *testing.T) {
	prefixes := append([]netip.Prefix{netip.MustParsePrefix("fd00::9/64")}, home.Prefixes...)
	four, six := Network{"eth0", false, prefixes}, Network{"eth0", true, prefixes}
	link := netip.MustParseAddr("fe80::5")
	a := announcement(t, hilda, 1)
	for _, c := range []struct{ addrs, want string }{
		{"192.168.1.5 fd00::5 fe80::5", "192.168.1.5:7000"},
		{"fd00::5 fe80::5", "[fd00::5]:7000"},
		{"fe80::5", "[fe80::5%eth0]:7000"},
		{"2001:db8::5 fe80::5", "[fe80::5%eth0]:7000"},
		{"192.168.2.5 fd00::5", "[fd00::5]:7000"},
		{"2001:db8::5", ""},
	} {
		a.Addrs = nil
		for text := range strings.FieldsSeq(c.addrs) {
			a.Addrs = append(a.Addrs, netip.MustParseAddr(text))
		}
		var l List
		for range 2 { // in any order
			l.Take(pack(t, a, false), link.WithZone("eth0"), six, start)
			l.Take(pack(t, a, false), there, four, start)
		}
		got := ""
		for _, g := range l.Games() {
			got += g.Addr.String()
		}
		if got != c.want {
			t.Errorf("%s: %q", c.addrs, got)
		}
	}
	a.Addrs = []netip.Addr{there, link}
	for _, first := range []bool{false, true} {
		take := func(l *List, overSix, gone bool) bool {
			if overSix {
				return l.Take(pack(t, a, gone), link.WithZone("eth0"), six, start)
			}
			return l.Take(pack(t, a, gone), there, four, start)
		}
		var l List
		if !take(&l, first, false) || take(&l, !first, false) {
			t.Error("it is new twice, or not at all")
		}
		other := Network{"eth1", true, []netip.Prefix{netip.MustParsePrefix("fe80::9/64")}}
		if l.Take(pack(t, a, true), link.WithZone("eth1"), other, start) || l.Take(pack(t, a, true), link.WithZone("eth1"), six, start) {
			t.Error("a stranger ended it")
		}
		if !take(&l, !first, true) || len(l.Games()) != 0 {
			t.Error("its end was not believed")
		}
	}
}

// A host with very many addresses is announced in a packet that guests can read.
func TestManyAddresses(t *testing.T) {
	n := Network{Name: "eth0", Prefixes: home.Prefixes}
	for i := range 200 {
		n.Prefixes = append(n.Prefixes, netip.PrefixFrom(netip.AddrFrom4([4]byte{192, 168, 1, byte(10 + i)}), 24))
	}
	v := voice{instance: need.Must(NewInstance("Hilda", chance(1)))(t), game: hilda, listen: netip.MustParseAddrPort("[::]:7000")}
	var l List
	if packet := v.say(n, false, start); len(packet) > 1400 || !l.Take(packet, netip.MustParseAddr("192.168.1.9"), home, start) {
		t.Errorf("%d bytes, %+v", len(packet), l.Games())
	}
}
