package match_test

import (
	"testing"

	. "mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
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
			game := s.Match()
			if err := s.Next(); err != ErrRunning {
				t.Errorf("the next game in a running one: %v", err)
			}
			checkGame(t, s, i+1, starter)
			if s.Match() != game {
				t.Error("a refused next game replaces the current one")
			}
			need.NoError(t, end(s.Match()))
			need.NoError(t, s.Next())
			starter = starter.Other()
		}
		checkGame(t, s, len(ends)+1, starter)
	}
}

func TestNewSeriesRefusesABadVariant(t *testing.T) {
	if s, err := NewSeries(rules.Variant{Houses: 6}, Host); err == nil || s != nil {
		t.Errorf("a series without seeds is %v, %v", s, err)
	}
}
