package match

import (
	"slices"
	"testing"

	"mancala/rules"

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
	m, err := New(anyVariant().Draw(t, "variant"))
	if err != nil {
		t.Fatal(err)
	}
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
		if _, err := m.Play(m.Position().ToMove(), rapid.SampledFrom(plies).Draw(t, "house")); err != nil {
			t.Fatal(err)
		}
	}
}

// again returns a match with the first n plies of m.
func again(t rapid.TB, m *Match, n int) *Match {
	t.Helper()
	fresh, err := New(m.Position().Variant())
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range m.Game().Plies[:n] {
		if _, err := fresh.Play(fresh.Position().ToMove(), h); err != nil {
			t.Fatal(err)
		}
	}
	return fresh
}

// Going back n plies gives the match as it was before them, and going forward again the same match;
// a ply played between gives the same as if the plies taken back had never been.
func TestUndoRedo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMatch(t)
		all := again(t, m, m.Plies())
		n := rapid.IntRange(0, m.Plies()).Draw(t, "back")
		for range n {
			if err := m.Undo(); err != nil {
				t.Fatal(err)
			}
		}
		checkSame(t, m, again(t, all, all.Plies()-n))
		for left := n; left > 0; left-- {
			if m.Undone() != left {
				t.Fatalf("%d plies can be played again, not %d", m.Undone(), left)
			}
			before, want := all.Ply(all.Plies() - left + 1)
			if s, err := m.Redo(); err != nil || s != want {
				t.Fatalf("%v: redo gives %+v, %v, not %+v", before, s, err, want)
			}
		}
		checkSame(t, m, all)
		if _, err := m.Redo(); err != ErrNothingToRedo {
			t.Fatalf("redo at the end gives %v", err)
		}
	})
}

func TestPlayForgetsWhatWasUndone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMatch(t)
		all := again(t, m, m.Plies())
		n := rapid.IntRange(0, m.Plies()).Draw(t, "plies left")
		for m.Plies() > n {
			if err := m.Undo(); err != nil {
				t.Fatal(err)
			}
		}
		undone := m.Undone()
		if _, err := m.Play(m.Position().ToMove(), 0); err == nil || m.Undone() != undone {
			t.Fatalf("a refused ply leaves %d plies to play again, not %d: %v", m.Undone(), undone, err)
		}
		playOn(t, m, 1)
		fresh := again(t, m, m.Plies())
		checkSame(t, m, fresh)
		if m.Plies() == n { // it had ended
			return
		}
		if m.Undone() != 0 {
			t.Fatalf("%d plies can still be played again", m.Undone())
		}
		if _, err := m.Redo(); err != ErrNothingToRedo {
			t.Fatalf("redo gives %v", err)
		}
		if err := m.Undo(); err != nil {
			t.Fatal(err)
		}
		checkSame(t, m, again(t, all, n))
	})
}

func TestUndoReopensAnEnding(t *testing.T) {
	for _, c := range []struct {
		name          string
		m             *Match
		end           func(m *Match) error
		plies, undone int
	}{
		{"finished", begin(t, "kalah(1,3)", 1), nil, 0, 1},
		{"a majority", begin(t, "video(1,2)", 1, 1), nil, 1, 1},
		{"resigned", begin(t, "kalah(6,4)", 3, 6), func(m *Match) error { return m.Resign(rules.South) }, 2, 0},
		{"resigned before a ply", begin(t, "kalah(6,4)"), func(m *Match) error { return m.Resign(rules.North) }, 0, 0},
		{"abandoned", begin(t, "kalah(6,4)", 1), func(m *Match) error { return m.Abort(Abandoned) }, 1, 0},
		{"desynced", begin(t, "kalah(6,4)", 1), func(m *Match) error { return m.Abort(Desynced) }, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.end != nil {
				if err := c.end(c.m); err != nil {
					t.Fatal(err)
				}
			}
			ended := stateOf(c.m)
			if _, err := c.m.Redo(); err != ErrNothingToRedo {
				t.Errorf("redo in an ended match gives %v", err)
			}
			if err := c.m.Undo(); err != nil {
				t.Fatal(err)
			}
			r := c.m.Result()
			if r.Ending != Running || r.Outcome != rules.Undecided || c.m.Plies() != c.plies || c.m.Undone() != c.undone {
				t.Errorf("reopened: %+v with %d plies and %d undone", r, c.m.Plies(), c.m.Undone())
			}
			if _, won := c.m.Win(); won {
				t.Error("an open match is won")
			}
			if c.undone == 1 {
				if _, err := c.m.Redo(); err != nil || stateOf(c.m) != ended {
					t.Errorf("redo: %v, %+v, not %+v", err, stateOf(c.m), ended)
				}
			} else if _, err := c.m.Redo(); err != ErrNothingToRedo {
				t.Errorf("an ending without a ply is redone: %v", err)
			}
		})
	}
}

// Plies that were taken back before a player resigned can be played again once the resignation is
// taken back.
func TestResignationKeepsWhatWasUndone(t *testing.T) {
	m := begin(t, "kalah(6,4)", 3, 6, 1)
	for _, step := range []func() error{m.Undo, func() error { return m.Resign(rules.North) }, m.Undo} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if s, err := m.Redo(); err != nil || s.From != 1 || m.Plies() != 3 {
		t.Errorf("redo gives %+v, %v", s, err)
	}
}
