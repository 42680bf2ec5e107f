package match_test

import (
	"slices"
	"testing"

	. "mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

func TestPartyWords(t *testing.T) {
	if Host.Other() != Guest || Guest.Other() != Host || Host.String() != "host" || Guest.String() != "guest" {
		t.Error("the parties are mixed up")
	}
}

// checkGame fails unless the current game of a series is game number n, begun by starter.
func checkGame(t *testing.T, s *Series, n int, starter Party) {
	t.Helper()
	if s.Number() != n || s.Starter() != starter {
		t.Errorf("game %d, begun by the %v, is game %d, begun by the %v", n, starter, s.Number(), s.Starter())
	}
	if s.Side(starter) != rules.South || s.Side(starter.Other()) != rules.North {
		t.Errorf("game %d: the starter plays %v", n, s.Side(starter))
	}
	for _, side := range []rules.Side{rules.South, rules.North} {
		if s.Side(s.Party(side)) != side {
			t.Errorf("game %d: %v is played by the %v, who plays %v", n, side, s.Party(side), s.Side(s.Party(side)))
		}
	}
	if s.Match().Plies() != 0 || !s.Match().Running() {
		t.Errorf("game %d begins with %v, %v", n, s.Match().Position(), s.Match().Result())
	}
}

func TestSeriesAlternatesStarters(t *testing.T) {
	for _, starter := range []Party{Host, Guest} {
		v := variant(t, "kalah(1,3)")
		s := need.Must(NewSeries(v, starter))(t)
		ends := []func(m *Match) error{
			func(m *Match) error { _, err := m.Play(rules.South, 1); return err },
			func(m *Match) error { return m.Resign(rules.North) },
			func(m *Match) error { return m.Abort(Abandoned) },
			func(m *Match) error { return m.Abort(Desynced) },
		}
		for i, end := range ends {
			checkGame(t, s, i+1, starter)
			if err := s.Next(); err != ErrRunning {
				t.Errorf("the next game in a running one: %v", err)
			}
			checkGame(t, s, i+1, starter)
			need.NoError(t, end(s.Match()))
			need.NoError(t, s.Next())
			starter = starter.Other()
		}
		checkGame(t, s, len(ends)+1, starter)
	}
}

// TestCopiesStay: what happens to a series, or to a copy that is played on, leaves every other copy
// as it was, though they share the memory of the plies.
func TestCopiesStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type kept struct {
			of        *Series
			state     state
			positions []rules.Position
			sowings   []rules.Sowing
		}
		list := []kept{}
		keep := func(s *Series) {
			now, positions, sowings := whole(s.Match())
			list = append(list, kept{s, now, positions, sowings})
		}
		s := need.Must(NewSeries(need.Must(rules.ParseVariant("kalah(3,2)"))(t), Host))(t)
		play := func(s *Series) {
			m := s.Match()
			if legal := slices.Collect(m.Position().Plies()); m.Running() && len(legal) > 0 {
				need.Must(m.Play(m.Position().ToMove(), rapid.SampledFrom(legal).Draw(t, "house")))(t)
			}
		}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch m := s.Match(); rapid.IntRange(0, 7).Draw(t, "step") {
			case 0:
				_ = m.Rewind(rapid.IntRange(0, m.Plies()).Draw(t, "left"))
			case 1:
				_ = m.Resign(rules.South)
			case 2:
				_ = s.Next()
			case 3:
				keep(s.Back(rapid.IntRange(0, m.Plies()).Draw(t, "back")))
			case 4:
				other := s.Swapped()
				play(other)
				keep(other)
			default:
				play(s)
			}
			keep(s.Copy())
			for _, k := range list {
				now, positions, sowings := whole(k.of.Match())
				if now != k.state || !slices.Equal(positions, k.positions) || !slices.Equal(sowings, k.sowings) {
					t.Fatalf("a copy became %v, %+v", k.of.Match().Game(), now)
				}
			}
		}
	})
}

func TestNewSeriesRefusesABadVariant(t *testing.T) {
	if s, err := NewSeries(rules.Variant{Houses: 6}, Host); err == nil || s != nil {
		t.Errorf("a series without seeds is %v, %v", s, err)
	}
}
