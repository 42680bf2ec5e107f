package club

import (
	"crypto/rand"
	"testing"
	"time"

	"mancala/hub/store"
	"mancala/tools/need"
)

// TestANodeWithAWrongClock: a node whose clock is 200 days ahead stores no time that is.
func TestANodeWithAWrongClock(t *testing.T) {
	first := need.Must(store.Open(t.Context(), store.Config{Dir: t.TempDir(), Node: "first", Rand: rand.Reader}))(t)
	t.Cleanup(func() { _ = first.Close() })
	ahead := func() time.Time { return time.Now().AddDate(0, 0, 200) }
	n := clubs(t, 1, func(cfg store.Config) (*store.Store, error) {
		cfg.Now = ahead
		return first.Join(t.Context(), cfg)
	})[0]
	ctx := t.Context()
	ada, bob := n.enter("Ada"), n.enter("Bob")
	g := game("tabletabletable2-1", ada, bob)
	g.Entry.Began, g.Entry.Ended = ahead(), ahead()
	n.settle(g)
	ada = n.again(ada)
	id := need.Must(n.Open(ctx, bob, blitz))(t)
	need.Must(n.Sit(ctx, ada, id))(t)
	kept := need.Must(store.ArchiveOf(first).Game(ctx, g.Entry.ID))(t)
	seat := need.Must(n.read(ctx, id))(t)
	tomorrow := time.Now().AddDate(0, 0, 1)
	for what, at := range map[string]time.Time{
		"entered": ada.Created, "added": ada.Devices[0].Added, "seen": ada.Devices[0].Seen, "rated": ada.in(usual).RatedAt, "began": kept.Entry.Began,
		"ended": kept.Entry.Ended, "sat down": seat.Since,
	} {
		if at.After(tomorrow) || at.IsZero() {
			t.Errorf("%s at %v", what, at)
		}
	}
}
