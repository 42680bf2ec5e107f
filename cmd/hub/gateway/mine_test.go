package gateway

import (
	"fmt"
	"testing"
	"testing/synctest"

	"mancala/internal/match/lobby"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
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
		mine := wirelobby.Message{ID: 7, Body: lobby.Mine{}}
		in := says(t, nc, need.Must(wirelobby.AppendCall(out, mine))(t))
		var news [3]wirelobby.Message
		for i := range news {
			news[i] = need.Must(wirelobby.ReadNews(in))(t)
		}
		welcome, in0 := news[0].Body.(wirelobby.Welcome)
		seat, in1 := news[1].Body.(lobby.Seat)
		if !in0 || !in1 || seat.Table.ID != id || news[1].ID != 7 || news[2] != (wirelobby.Message{ID: 7, Body: wirelobby.Done{}}) {
			t.Errorf("the club says %v", news)
		}
		if got := fmt.Sprint(append(seat.Addrs, welcome.Addrs...)); got != "[n0:7000 n1:7000 n1:7000 n0:7000]" {
			t.Errorf("the addresses of the seat, with the table's node first, and of the club: %s", got)
		}
	})
}
