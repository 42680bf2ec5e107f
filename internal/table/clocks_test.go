package table

import (
	"testing"
	"time"

	"mancala/internal/match"
)

// TestClocksCharge: each player is charged the time from the sending of the event that gave them
// the turn to the arrival of their wish, and nothing for storing.
func TestClocksCharge(t *testing.T) {
	p := club(t, A, true)
	ply := func(by Seat, house uint32, thinks, stores time.Duration) {
		t.Helper()
		p.guest(by, KindPly, house)
		p.now = p.now.Add(thinks)
		w := *p.up[by][0].wish
		p.up[by] = nil
		outs, err := p.o.Wish(by, w, p.now)
		p.now = p.now.Add(stores)
		p.send(outs, err)
		p.settle()
	}
	for _, c := range []struct {
		by             Seat
		house          uint32
		thinks, stores time.Duration
		left           [2]uint32
	}{
		{A, 2, 5 * time.Second, 2 * time.Second, [2]uint32{56_000, 60_000}}, // another turn
		{A, 1, 1500 * time.Microsecond, 3 * time.Second, [2]uint32{56_999, 60_000}},
		{B, 3, 10 * time.Second, time.Hour, [2]uint32{56_999, 51_000}},
	} {
		if ply(c.by, c.house, c.thinks, c.stores); p.f[B].State().known() != c.left {
			t.Errorf("after %d by %d: %v left, want %v", c.house, c.by, p.f[B].State().known(), c.left)
		}
	}
	p.now = p.now.Add(-time.Hour) // the clock of the computer is set back
	if outs := p.o.Tick(p.now); len(outs) > 0 || p.o.State().known() != [2]uint32{56_999, 51_000} {
		t.Errorf("%d events, %v left", len(outs), p.o.State().known())
	}
	p.now = p.now.Add(2 * time.Hour)
	p.send(p.o.Tick(p.now), nil)
	p.settle()
	p.same()
	if r := p.f[A].State().Series.Match().Result(); r.Ending != match.TimedOut {
		t.Errorf("%v", r)
	}
}
