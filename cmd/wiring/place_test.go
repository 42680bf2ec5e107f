package wiring

import (
	"net"
	"testing"

	"mancala/internal/match"
	"mancala/netplay/transport"
	"mancala/rules"
	"mancala/tools/need"
)

// TestPortOfThen listens at any port, which is the one of then only if that is free now.
func TestPortOfThen(t *testing.T) {
	busy := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer busy.Close()
	then := busy.Addr().String()
	goesOn := func(want string) bool {
		all := func(rules.Variant) bool { return true }
		return Place{Serve: want}.Series(transport.Loopback{}, []match.Bookmark{{Self: match.Host, Addr: then}}, all) != nil
	}
	if goesOn("127.0.0.1:0") {
		t.Errorf("a game at %s, where another program listens, is taken up", then)
	}
	if err := busy.Close(); err != nil || !goesOn("127.0.0.1:0") || goesOn(":0") || goesOn("nonsense") {
		t.Error("any free port is not the port of then")
	}
}

// TestPlaceOfSeries resumes where a series was, unless the host asks for another port.
func TestPlaceOfSeries(t *testing.T) {
	host, guest := match.Bookmark{Self: match.Host, Addr: "127.0.0.1:7000"}, match.Bookmark{Self: match.Guest, Addr: "ann:7000"}
	for _, test := range []struct {
		asked Place
		mark  match.Bookmark
		want  Place
		lasts bool
	}{
		{Place{}, host, Place{Serve: "127.0.0.1:7000"}, true},
		{Place{}, guest, Place{Join: "ann:7000"}, true},
		{Place{Serve: ":0"}, host, Place{Serve: "127.0.0.1:7000"}, true},
		{Place{Serve: ":7000"}, host, Place{Serve: ":7000"}, true},
		{Place{}, match.Bookmark{Self: match.Host, Addr: "127.0.0.1:0"}, Place{Serve: "127.0.0.1:0"}, false},
	} {
		got := test.asked.Of(test.mark)
		if got != test.want || got.Lasts() != test.lasts || !got.Far() || got.Self() != test.mark.Self {
			t.Errorf("%+v goes on at %+v, want %+v", test.mark, got, test.want)
		}
	}
	if (Place{}).Far() || (Place{}).Lasts() {
		t.Error("a game at this machine is one across a network")
	}
}
