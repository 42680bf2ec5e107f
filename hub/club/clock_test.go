package club

import (
	"testing"
	"time"

	"mancala/match/lobby"
	"mancala/tools/need"
)

// TestANodeWithAWrongClock: the times of a node whose clock was 200 days ahead keep nothing and no
// one from anything once it is right.
func TestANodeWithAWrongClock(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ahead := time.Now().UTC().AddDate(0, 0, 200)
	ada, bob := n.enter("Ada"), n.enter("Bob")
	device := ada.Keys[0]
	need.Must(n.members.change(ctx, ada.ID, func(m *Member) error {
		m.setDevice(device, deviceSeen(ahead))
		s := m.in("oware")
		s.RatedAt = ahead
		m.set("oware", s)
		return nil
	}))(t)
	if m := n.enter("Ada"); m.ID != ada.ID || !m.Devices[device].Seen.Equal(day(time.Now())) {
		t.Errorf("the device was seen on %v", m.Devices[device].Seen)
	}

	// A place at a table that is gone, and a name that no one has.
	need.Must(n.places.create(ctx, ada.ID, place{Table: "missingtable2222", Run: n.run, Since: ahead}))(t)
	if _, err := n.Open(ctx, ada, blitz); err != nil {
		t.Errorf("she cannot open a table: %v", err)
	}
	need.Must(n.places.create(ctx, bob.ID, place{Table: "missingtable2222", Run: n.run, Since: ahead}))(t)
	if err := n.Cancel(ctx, bob.ID); err != nil {
		t.Error(err)
	}
	if _, _, found, err := n.places.find(ctx, bob.ID); found || err != nil {
		t.Errorf("his place at a missing table stays, %v", err)
	}
	if used, err := n.isUsed(ctx, claim{Member: "nobodynobodynobo", Since: ahead}, "cy"); used || err != nil {
		t.Errorf("a name that nobody has is used, %v", err)
	}

	// A wish waits from when it was heard of.
	need.Must(n.places.create(ctx, bob.ID, place{Wish: &Wish{Member: lobby.Member{ID: bob.ID}, Settings: blitz}, Run: n.run, Since: ahead}))(t)
	need.Until(t, "the wish is there", func() bool { return n.Waiting() == 1 })
	n.seating.mu.Lock()
	w := n.wishes[bob.ID]
	n.seating.mu.Unlock()
	if later := time.Now().Add(anyAfter); w.window(later) != lobby.MaxRating {
		t.Errorf("after a minute its window is %d", w.window(later))
	}
}

func deviceSeen(at time.Time) device { return device{Added: at, Seen: day(at)} }
