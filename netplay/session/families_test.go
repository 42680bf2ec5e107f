package session

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"
)

// TestFamiliesOverTheWire plays whole random games of every named rule set between two ends, cuts
// the connection in the middle, and demands that both end with the same game. Some end by a
// repetition, which both ends must see.
func TestFamiliesOverTheWire(t *testing.T) {
	repeated := 0
	for _, named := range rules.Presets() {
		for seed := range uint64(8) {
			random := rand.New(rand.NewPCG(seed, 5))
			v := need.Must(named.WithSize(1+random.IntN(3), 1+random.IntN(3)))(t)
			if playFamily(t, v, random) == rules.CauseRepeated {
				repeated++
			}
		}
	}
	if repeated == 0 {
		t.Error("in no game a position came again")
	}
}

// playFamily plays a game to its end, and returns why it ended.
func playFamily(t *testing.T, v rules.Variant, random *rand.Rand) rules.Cause {
	t.Helper()
	w := newWired(t, v, match.FirstHost)
	g := w.guest(nil)
	g.settle()
	if NeedsConsent(v) {
		g.must(g.player().Accept())
		g.settle()
	}
	for n := 0; ; n++ {
		if n == 3 {
			g.cut()
			g = w.guest(g.player().Series())
			g.settle()
		}
		st := g.player().Series().Follower().State()
		m := st.Series.Match()
		owned := w.server.Current().Owner().State().Series.Match()
		if m.Game().String() != owned.Game().String() || m.Position() != owned.Position() {
			t.Fatalf("%v: the guest is at %v, the host at %v", v, m.Position(), owned.Position())
		}
		if !m.Running() {
			if m.Plies() == 0 {
				t.Fatalf("%v ended at once: %v", v, m.Result())
			}
			_, s := m.Ply(m.Plies())
			return s.End
		}
		legal := slices.Collect(m.Position().Plies())
		h := uint32(legal[random.IntN(len(legal))])
		if st.Seat(m.Position().ToMove()) == table.B {
			g.must(g.wish(table.KindPly, h, ""))
		} else {
			g.must(g.host(table.KindPly, h, ""))
		}
		g.settle()
	}
}
