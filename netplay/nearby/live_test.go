package nearby

import (
	"net/netip"
	"slices"
	"testing"
	"time"

	"mancala/rules"
)

// hilda is a game for tests.
var hilda = Game{Name: "Hilda", Variant: rules.Presets()[0].Variant, Fingerprint: "abcdefghijklmnopqrstuvwxyz", Oldest: 2, Newest: 2}

// await returns the games once they are as wanted.
func await(t *testing.T, s *Search, what string, wanted func([]Found) bool) []Found {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if list, _ := s.Games(); wanted(list) {
			return list
		}
	}
	list, _ := s.Games()
	t.Fatalf("%s: not so after 5 seconds, but %+v", what, list)
	return nil
}

// Two hosts and two searches on one machine, on loopback.
func TestLoopback(t *testing.T) {
	searches := make([]*Search, 2)
	for i := range searches {
		s, err := Browse(true)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		searches[i] = s
	}
	listen := netip.MustParseAddrPort("127.0.0.1:7000")
	first, err := Announce(AnnounceConfig{Game: hilda, Listen: listen, Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	other := hilda
	other.Name, other.Full = "Bo. B", true
	second, err := Announce(AnnounceConfig{Game: other, Listen: netip.MustParseAddrPort("127.0.0.1:7001"), Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range searches {
		list := await(t, s, "two games", func(l []Found) bool { return len(l) == 2 })
		if list[0].Game != other || list[1].Game != hilda || list[1].Addr != listen {
			t.Errorf("found %+v", list)
		}
	}
	first.Set(true)
	await(t, searches[0], "full", func(l []Found) bool { return len(l) == 2 && l[1].Full })
	first.Close()
	list := await(t, searches[1], "one left", func(l []Found) bool { return len(l) == 1 })
	second.Close()
	await(t, searches[0], "none left", func(l []Found) bool { return len(l) == 0 })
	if !slices.ContainsFunc(list, func(f Found) bool { return f.Name == "Bo. B" }) {
		t.Errorf("left is %+v", list)
	}
}
