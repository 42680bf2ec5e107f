package match_test

import (
	"slices"
	"testing"

	. "mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

// whole is all that a match knows, for comparing two.
func whole(m *Match) (state, []rules.Position, []rules.Sowing) {
	var positions []rules.Position
	var sowings []rules.Sowing
	for n := 1; n <= m.Plies(); n++ {
		p, s := m.Ply(n)
		positions, sowings = append(positions, p), append(sowings, s)
	}
	return stateOf(m), positions, sowings
}

// checkSame fails unless two matches show the same, now and before each ply.
func checkSame(t rapid.TB, got, want *Match) {
	t.Helper()
	s, positions, sowings := whole(got)
	s2, positions2, sowings2 := whole(want)
	if s != s2 || !slices.Equal(positions, positions2) || !slices.Equal(sowings, sowings2) {
		t.Fatalf("%+v is not %+v", s, s2)
	}
}

// anyVariant draws a combination of switches and a size, small boards as often as large ones.
func anyVariant() *rapid.Generator[rules.Variant] {
	size := rapid.OneOf(rapid.IntRange(1, 3), rapid.IntRange(1, 10))
	return rapid.Custom(func(t *rapid.T) rules.Variant {
		flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
		v := rapid.SampledFrom(rules.Presets()).Draw(t, "preset").Variant
		if flag("custom") {
			v = rules.Variant{
				SowOpponentStore: flag("sow opponent's store"), ExtraTurn: flag("extra turn"),
				Capture:      rules.CaptureRule(rapid.IntRange(0, int(rules.CaptureEither)).Draw(t, "capture")),
				CaptureEmpty: flag("capture empty"), Take: rules.TakeRule(rapid.IntRange(0, 1).Draw(t, "take")),
				End: rules.EndRule(rapid.IntRange(0, 1).Draw(t, "end")), Majority: flag("majority"),
				Sweep: rules.SweepRule(rapid.IntRange(0, 1).Draw(t, "sweep")),
			}
		}
		v.Houses, v.Seeds = uint8(size.Draw(t, "houses")), uint8(size.Draw(t, "seeds"))
		v.Pie = flag("pie")
		return v
	})
}

// drawMatch plays a random match, or the beginning of one.
func drawMatch(t *rapid.T) *Match {
	m := need.Must(New(anyVariant().Draw(t, "variant")))(t)
	playOn(t, m, rapid.IntRange(0, 60).Draw(t, "plies"))
	return m
}

// PlayOn plays up to n more random plies.
func playOn(t *rapid.T, m *Match, n int) {
	for range n {
		plies := slices.Collect(m.Position().Plies())
		if len(plies) == 0 {
			return
		}
		need.Must(m.Play(m.Position().ToMove(), rapid.SampledFrom(plies).Draw(t, "house")))(t)
	}
}

// again returns a match with the first n plies of m.
func again(t rapid.TB, m *Match, n int) *Match {
	t.Helper()
	fresh := need.Must(New(m.Position().Variant()))(t)
	for _, h := range m.Game().Plies[:n] {
		need.Must(fresh.Play(fresh.Position().ToMove(), h))(t)
	}
	return fresh
}

// Going back to n plies restores the match after them, and the same plies from there lead to the
// same match.
func TestRewind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMatch(t)
		all := again(t, m, m.Plies())
		n := rapid.IntRange(0, m.Plies()).Draw(t, "plies left")
		if err := m.Rewind(n); (err == nil) != (n < all.Plies()) {
			t.Fatalf("from %d plies to %d: %v", all.Plies(), n, err)
		}
		checkSame(t, m, again(t, all, n))
		for _, h := range all.Game().Plies[n:] {
			need.Must(m.Play(m.Position().ToMove(), h))(t)
		}
		checkSame(t, m, all)
	})
}

func TestRewindReopensAnEnding(t *testing.T) {
	for _, c := range []struct {
		name  string
		m     *Match
		end   func(m *Match) error
		plies int
	}{
		{"finished", begin(t, "kalah(1,3)", 1), nil, 0},
		{"a majority", begin(t, "video(1,2)", 1, 1), nil, 1},
		{"resigned", begin(t, "kalah(6,4)", 3, 6), func(m *Match) error { return m.Resign(rules.South) }, 2},
		{"resigned before a ply", begin(t, "kalah(6,4)"), func(m *Match) error { return m.Resign(rules.North) }, 0},
		{"abandoned", begin(t, "kalah(6,4)", 1), func(m *Match) error { return m.Abort(Abandoned) }, 1},
		{"desynced", begin(t, "kalah(6,4)", 1), func(m *Match) error { return m.Abort(Desynced) }, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.end != nil {
				need.NoError(t, c.end(c.m))
			}
			need.NoError(t, c.m.Rewind(c.plies))
			r := c.m.Result()
			if r.Ending != Running || r.Outcome != rules.Undecided || c.m.Plies() != c.plies {
				t.Errorf("reopened: %+v with %d plies", r, c.m.Plies())
			}
			if _, won := c.m.Win(); won {
				t.Error("an open match is won")
			}
			if err := c.m.Rewind(c.plies); err != ErrNothingToUndo {
				t.Errorf("back to where it is: %v", err)
			}
		})
	}
}
