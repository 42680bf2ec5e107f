package gateway

import (
	"fmt"
	"testing"
	"testing/synctest"

	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"
)

// TestMineHasItsNumber: the seats of running games have the call's id, so that a program can
// distinguish them from new ones.
func TestMineHasItsNumber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 1)
		club, ctx := h.clubs[0], t.Context()
		ada, _ := need.Must2(club.Enter(ctx, keys.Fingerprint{1}, "Ada", false))(t)
		bob, _ := need.Must2(club.Enter(ctx, keys.Fingerprint{2}, "Bob", false))(t)
		id := need.Must(club.Open(ctx, ada, terms))(t)
		need.Must(club.Sit(ctx, bob, id))(t)
		nc := h.connect(0, keys.Fingerprint{2}, "")
		defer nc.Close()
		out := need.Must(wirelobby.AppendCall([]byte(wirelobby.Preface), hello(nil)))(t)
		mine := &wire.ClubCall{Id: 7, Body: &wire.ClubCall_Mine{Mine: &wire.ClubMine{}}}
		in := says(t, nc, need.Must(wirelobby.AppendCall(out, mine))(t))
		var news [3]*wire.ClubNews
		for i := range news {
			news[i] = need.Must(wirelobby.ReadNews(in))(t)
		}
		if news[0].GetWelcome() == nil || news[1].GetSeat().GetTable().GetId() != id || news[1].GetId() != 7 || news[2].GetDone() == nil || news[2].GetId() != 7 {
			t.Errorf("the club says %v", news)
		}
		var addrs []string
		for _, a := range append(news[1].GetSeat().GetAddresses(), news[0].GetWelcome().GetAddresses()...) {
			addrs = append(addrs, a.GetAddr())
		}
		if got := fmt.Sprint(addrs); got != "[n0:7000 n1:7000 n1:7000 n0:7000]" {
			t.Errorf("the addresses of the seat, with the table's node first, and of the club: %s", got)
		}
	})
}
