package match_test

import (
	"errors"
	"slices"
	"testing"

	. "mancala/internal/match"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

var variant = rulestest.VariantOf

// begin returns a match after some plies, each played by the side to move.
func begin(t testing.TB, text string, houses ...rules.House) *Match {
	t.Helper()
	m := need.Must(New(variant(t, text)))(t)
	for i, h := range houses {
		if _, err := m.Play(m.Position().ToMove(), h); err != nil {
			t.Fatalf("ply %d: %v", i+1, err)
		}
	}
	return m
}

// state is all that a match shows.
type state struct {
	position rules.Position
	houses   string
	plies    int
	turns    [2]int
	result   Result
}

func stateOf(m *Match) state {
	s := state{m.Position(), "", m.Plies(), [2]int{m.Turns(rules.South), m.Turns(rules.North)}, m.Result()}
	for _, h := range m.Game().Plies {
		s.houses += h.String() + " "
	}
	return s
}

func TestNew(t *testing.T) {
	m := begin(t, "kalah(6,4)")
	want := state{position: m.Position()}
	if got := stateOf(m); got != want || m.Position().ToMove() != rules.South || m.Position().Over() {
		t.Errorf("a match begins with %+v", got)
	}
	if m, err := New(rules.Variant{}); err == nil || m != nil {
		t.Errorf("a match without houses is %v, %v", m, err)
	}
}

func TestTurnsAlternate(t *testing.T) {
	m := begin(t, "kalah(6,4)")
	for i, ply := range []struct {
		side  rules.Side
		house rules.House
		extra bool
	}{
		{rules.South, 1, false},
		{rules.North, 3, true},
		{rules.North, 6, false},
		{rules.South, 1, false},
		{rules.North, 1, false},
	} {
		before := m.Position()
		if before.ToMove() != ply.side {
			t.Fatalf("ply %d: %v is to move", i+1, before.ToMove())
		}
		if _, err := m.Play(ply.side.Opponent(), ply.house); !errors.Is(err, ErrOutOfTurn) {
			t.Fatalf("ply %d: the other side is refused with %v", i+1, err)
		}
		s, err := m.Play(ply.side, ply.house)
		if err != nil || s.ExtraTurn != ply.extra || s.Mover != ply.side {
			t.Fatalf("ply %d: %+v, %v", i+1, s, err)
		}
		after, told, _ := before.Sow(ply.house)
		if at, sowing := m.Ply(i + 1); at != before || sowing != told || s != told || m.Position() != after {
			t.Errorf("ply %d is kept as %+v from %v", i+1, sowing, at)
		}
	}
	if want := []rules.House{1, 3, 6, 1, 1}; !slices.Equal(m.Game().Plies, want) || m.Plies() != len(want) {
		t.Errorf("%d plies, %v, not %v", m.Plies(), m.Game().Plies, want)
	}
	if m.Turns(rules.South) != 2 || m.Turns(rules.North) != 2 {
		t.Errorf("%d and %d turns, not 2 and 2", m.Turns(rules.South), m.Turns(rules.North))
	}
}

func TestHousesIsACopy(t *testing.T) {
	m := begin(t, "kalah(6,4)", 1, 2)
	m.Game().Plies[0] = 6
	if !slices.Equal(m.Game().Plies, []rules.House{1, 2}) {
		t.Error("a caller can change the plies of a match")
	}
}

// COMP110: clicking another player's bucket, an empty one, or out of turn changes nothing.
func TestRefusedPlies(t *testing.T) {
	kalah := func(houses ...rules.House) *Match { return begin(t, "kalah(6,4)", houses...) }
	ended, resigned := begin(t, "kalah(1,1)", 1), kalah(1)
	need.NoError(t, resigned.Resign(rules.South))
	for _, c := range []struct {
		name  string
		m     *Match
		side  rules.Side
		house rules.House
		want  error
		text  string
	}{
		{"COMP110: an empty bucket", kalah(1, 1), rules.South, 1, rules.ErrEmptyHouse, "house 1: that house is empty"},
		{"COMP110: out of turn", kalah(), rules.North, 1, ErrOutOfTurn, "house 1: it is not that side's turn"},
		{"out of turn in an extra turn", kalah(3), rules.North, 1, ErrOutOfTurn, "house 1: it is not that side's turn"},
		{"out of turn and no house", kalah(), rules.North, 9, ErrOutOfTurn, "house 9: it is not that side's turn"},
		{"no side", kalah(), rules.Side(2), 1, ErrOutOfTurn, "house 1: it is not that side's turn"},
		{"house zero", kalah(), rules.South, 0, rules.ErrNoSuchHouse, "house 0: there is no such house"},
		{"house seven of six", kalah(), rules.South, 7, rules.ErrNoSuchHouse, "house 7: there is no such house"},
		{"no pie rule", kalah(1), rules.North, rules.Swap, rules.ErrNoSuchHouse, "house swap: there is no such house"},
		{"after the end", ended, rules.South, 1, ErrEnded, "house 1: the game has ended"},
		{"after a resignation", resigned, rules.North, 1, ErrEnded, "house 1: the game has ended"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := stateOf(c.m)
			s, err := c.m.Play(c.side, c.house)
			var refused *PlyError
			if !errors.As(err, &refused) || !errors.Is(err, c.want) {
				t.Fatalf("refused with %v, not %v", err, c.want)
			}
			if refused.Side != c.side || refused.House != c.house || s != (rules.Sowing{}) {
				t.Errorf("refused with %+v, %+v", refused, s)
			}
			if text := c.side.String() + ", " + c.text; err.Error() != text {
				t.Errorf("refused with %q, not %q", err, text)
			}
			if after := stateOf(c.m); after != before {
				t.Errorf("a refused ply changes %+v to %+v", before, after)
			}
			for _, other := range []error{
				ErrOutOfTurn, ErrEnded, ErrRunning, rules.ErrEmptyHouse, rules.ErrNoSuchHouse, rules.ErrGameOver,
			} {
				if errors.Is(err, other) != (other == c.want) {
					t.Errorf("%v is taken for %v", err, other)
				}
			}
		})
	}
}

func TestResults(t *testing.T) {
	for _, c := range []struct {
		name   string
		rules  string
		houses []rules.House
		end    func(m *Match) error
		want   Result
		text   string
		winner rules.Side
		won    bool
	}{
		{
			name: "running", rules: "kalah(6,4)", houses: []rules.House{3, 6},
			want: Result{Running, rules.Undecided, [2]int{2, 0}}, text: "undecided 2-0",
		},
		{
			name: "draw", rules: "kalah(1,1)", houses: []rules.House{1},
			want: Result{Finished, rules.Draw, [2]int{1, 1}}, text: "draw 1-1",
		},
		{
			name: "north finished", rules: "kalah(1,2)", houses: []rules.House{1},
			want: Result{Finished, rules.NorthWins, [2]int{1, 3}}, text: "north wins 1-3", winner: rules.North, won: true,
		},
		{
			name: "south finished", rules: "kalah(1,3)", houses: []rules.House{1},
			want: Result{Finished, rules.SouthWins, [2]int{6, 0}}, text: "south wins 6-0", winner: rules.South, won: true,
		},
		{
			name: "south resigns ahead", rules: "kalah(6,4)", houses: []rules.House{3, 6},
			end:  func(m *Match) error { return m.Resign(rules.South) },
			want: Result{Resigned, rules.NorthWins, [2]int{2, 0}}, text: "north wins 2-0", winner: rules.North, won: true,
		},
		{
			name: "south resigns in its own turn", rules: "kalah(6,4)",
			end:  func(m *Match) error { return m.Resign(rules.South) },
			want: Result{Resigned, rules.NorthWins, [2]int{0, 0}}, text: "north wins 0-0", winner: rules.North, won: true,
		},
		{
			name: "north resigns out of turn", rules: "kalah(6,4)", houses: []rules.House{3},
			end:  func(m *Match) error { return m.Resign(rules.North) },
			want: Result{Resigned, rules.SouthWins, [2]int{1, 0}}, text: "south wins 1-0", winner: rules.South, won: true,
		},
		{
			name: "south runs out of time ahead", rules: "kalah(6,4)", houses: []rules.House{3},
			end:  func(m *Match) error { return m.TimeOut(rules.South) },
			want: Result{TimedOut, rules.NorthWins, [2]int{1, 0}}, text: "north wins 1-0", winner: rules.North, won: true,
		},
		{
			name: "abandoned", rules: "kalah(6,4)", houses: []rules.House{3},
			end:  func(m *Match) error { return m.Abort(Abandoned) },
			want: Result{Abandoned, rules.Undecided, [2]int{1, 0}}, text: "undecided 1-0",
		},
		{
			name: "desynced", rules: "kalah(6,4)",
			end:  func(m *Match) error { return m.Abort(Desynced) },
			want: Result{Desynced, rules.Undecided, [2]int{0, 0}}, text: "undecided 0-0",
		},
		{
			name: "aborted for no such cause", rules: "kalah(6,4)",
			end:  func(m *Match) error { return m.Abort(Finished) },
			want: Result{Abandoned, rules.Undecided, [2]int{0, 0}}, text: "undecided 0-0",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := begin(t, c.rules, c.houses...)
			if c.end != nil {
				need.NoError(t, c.end(m))
			}
			r := m.Result()
			if r != c.want || r.String() != c.text {
				t.Errorf("%+v, %q, not %+v, %q", r, r, c.want, c.text)
			}
			if side, won := r.Winner(); side != c.winner || won != c.won {
				t.Errorf("won: %v by %v, not %v by %v", won, side, c.won, c.winner)
			}
			checkEndsOnce(t, m)
		})
	}
}

// checkEndsOnce fails when a match that has ended can end again.
func checkEndsOnce(t *testing.T, m *Match) {
	t.Helper()
	before := stateOf(m)
	if before.result.Ending == Running {
		return
	}
	for _, err := range []error{m.Resign(rules.South), m.Resign(rules.North), m.Abort(Abandoned), m.Abort(Desynced), m.TimeOut(rules.South)} {
		if err != ErrEnded {
			t.Errorf("a second ending is refused with %v", err)
		}
	}
	if after := stateOf(m); after != before {
		t.Errorf("a second ending changes %+v to %+v", before, after)
	}
}

func TestTurnsCountPliesOfOneTurnOnce(t *testing.T) {
	for _, c := range []struct {
		rules        string
		houses       []rules.House
		south, north int
	}{
		{"kalah(6,4)", nil, 0, 0},
		{"kalah(6,4)", []rules.House{1}, 1, 0},
		{"kalah(6,4)", []rules.House{3}, 1, 0},
		{"kalah(6,4)", []rules.House{3, 6}, 1, 0},
		{"kalah(6,4)", []rules.House{3, 6, 1}, 1, 1},
		{"kalah(6,4)", []rules.House{1, 3, 6, 1, 1}, 2, 2},
		{"bowls(6,4)", []rules.House{3, 3, 6}, 2, 1},
		{"kalah(6,4)+pie", []rules.House{1, rules.Swap, 1}, 2, 1},
	} {
		m := begin(t, c.rules, c.houses...)
		if south, north := m.Turns(rules.South), m.Turns(rules.North); south != c.south || north != c.north {
			t.Errorf("%s %v: %d and %d turns, not %d and %d", c.rules, c.houses, south, north, c.south, c.north)
		}
	}
}

func TestWin(t *testing.T) {
	for _, c := range []struct {
		m    *Match
		want Win
		won  bool
	}{
		{begin(t, "kalah(6,4)", 1), Win{}, false},
		{begin(t, "kalah(1,1)", 1), Win{}, false},
		{begin(t, "kalah(1,3)", 1), Win{rules.South, 6, 6, 1}, true},
		{begin(t, "kalah(1,2)", 1), Win{rules.North, 3, 2, 0}, true},
		{begin(t, "video(1,2)", 1, 1), Win{rules.North, 3, 2, 1}, true},
	} {
		if win, won := c.m.Win(); win != c.want || won != c.won {
			t.Errorf("%v: %+v, %v, not %+v, %v", c.m.Result(), win, won, c.want, c.won)
		}
	}
	resigned := begin(t, "kalah(6,4)", 3)
	need.NoError(t, resigned.Resign(rules.North))
	if win, won := resigned.Win(); won || win != (Win{}) {
		t.Errorf("a resignation is worth %+v", win)
	}
	late := begin(t, "kalah(6,4)", 3)
	need.NoError(t, late.TimeOut(rules.North))
	if win, won := late.Win(); won || win != (Win{}) {
		t.Errorf("a win on time is worth %+v", win)
	}
}

func TestEndingWords(t *testing.T) {
	for e, want := range map[Ending]string{
		Running: "running", Finished: "finished", Resigned: "resigned", Abandoned: "abandoned", Desynced: "desynced",
		TimedOut: "timed-out", 200: "unknown",
	} {
		if e.String() != want {
			t.Errorf("ending %d is %q, not %q", e, e, want)
		}
		if got, ok := ParseEnding(want); ok != (want != "unknown") || ok && got != e {
			t.Errorf("ParseEnding(%q) = %v, %v; want %v", want, got, ok, e)
		}
	}
	for _, word := range []string{"", "Finished", "finished ", "timedout"} {
		if e, ok := ParseEnding(word); ok {
			t.Errorf("ParseEnding(%q) = %v", word, e)
		}
	}
}
