package nearby

import (
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"
)

// hilda is a game for tests.
var hilda = Game{Name: "Hilda", Variant: rules.Presets()[0].Variant, Fingerprint: "abcdefghijklmnopqrstuvwxya", Oldest: 3, Newest: 3}

// await returns the games of this test once they are as wanted. Other tests of this computer may
// announce theirs.
func await(t *testing.T, s *Search, what string, wanted func([]Found) bool) []Found {
	t.Helper()
	var list []Found
	for end := time.Now().Add(need.Patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		list, _ = s.Games()
		list = slices.DeleteFunc(list, func(f Found) bool { return !strings.HasSuffix(f.Name, ours) })
		if wanted(list) {
			return list
		}
	}
	t.Fatalf("%s: not so, but %+v", what, list)
	return nil
}

// ours ends the names of this test.
var ours = " " + strconv.Itoa(os.Getpid())

// Two hosts and two searches on one machine, on loopback.
func TestLoopback(t *testing.T) {
	searches := make([]*Search, 2)
	for i := range searches {
		s := need.Must(Browse(true))(t)
		defer s.Close()
		searches[i] = s
	}
	listen := netip.MustParseAddrPort("127.0.0.1:7000")
	game := hilda
	game.Name += ours
	first := need.Must(Announce(AnnounceConfig{Game: game, Listen: listen, Loopback: true}))(t)
	other := hilda
	other.Name, other.Full = "Bo. B"+ours, true
	second := need.Must(Announce(AnnounceConfig{Game: other, Listen: netip.MustParseAddrPort("127.0.0.1:7001"), Loopback: true}))(t)
	for _, s := range searches {
		list := await(t, s, "two games", func(l []Found) bool { return len(l) == 2 })
		if list[0].Game != other || list[1].Game != game || list[1].Addr != listen {
			t.Errorf("found %+v", list)
		}
	}
	first.Set(true)
	await(t, searches[0], "full", func(l []Found) bool { return len(l) == 2 && l[1].Full })
	first.Close()
	list := await(t, searches[1], "one left", func(l []Found) bool { return len(l) == 1 })
	second.Close()
	await(t, searches[0], "none left", func(l []Found) bool { return len(l) == 0 })
	if !slices.ContainsFunc(list, func(f Found) bool { return f.Name == other.Name }) {
		t.Errorf("left is %+v", list)
	}
}
