package netplay

import (
	"slices"
	"testing"

	"mancala/match"
)

// sabotage breaks a session at certain points; each may be nil.
type sabotage struct {
	again     func(to *Session)                  // before a frame is delivered a second time
	after     func(s *simulation, p match.Party) // after each step of a party
	restarted func(s *simulation, p match.Party)
	resigned  func(s *Session)
}

// TestSimulationCatchesBrokenEnds breaks one end in several ways, each of which must be detected
// within some seeds.
func TestSimulationCatchesBrokenEnds(t *testing.T) {
	guestOnly := func(do func(s *simulation)) func(*simulation, match.Party) {
		return func(s *simulation, p match.Party) {
			if p == match.Guest {
				do(s)
			}
		}
	}
	for what, broken := range map[string]*sabotage{
		"applies a repeated frame": {again: func(to *Session) {
			if to.phase == playing && to.got > 0 {
				to.got--
			}
		}},
		"forgets that its token was used": {after: guestOnly(func(s *simulation) {
			s.series[match.Guest].keys.token = s.series[match.Host].keys.make(0)
		})},
		"loses an own ply on a restart and plays another one": {restarted: func(s *simulation, p match.Party) {
			series := s.series[p]
			position := series.Match().Position()
			if legal := slices.Collect(position.Plies()); len(legal) > 0 && series.Party(position.ToMove()) == p {
				if ply, err := series.try(position.ToMove(), legal[len(legal)-1]); err == nil {
					_ = series.take(ply)
					s.take(p, series)
				}
			}
		}},
		"does not say that it was restarted": {restarted: func(s *simulation, p match.Party) {
			s.series[p].restored = false
		}},
		"grants what nobody asked for": {after: guestOnly(func(s *simulation) {
			if g := s.series[match.Guest]; g.running() && g.Match().Plies() > 1 && s.random.IntN(50) == 0 {
				g.era++
				_ = g.rewind(g.Match().Plies() - 1)
			}
		})},
		"says that it has won on time": {after: guestOnly(func(s *simulation) {
			if g := s.series[match.Guest]; g.running() && s.random.IntN(50) == 0 {
				_ = g.timeOut(match.Host, g.Match().Plies())
			}
		})},
		"takes its resignation for confirmed": {resigned: func(s *Session) { _ = s.series.resign() }},
		"never writes its last ply to the disk": {restarted: func(s *simulation, p match.Party) {
			series := s.series[p]
			if n := series.Match().Plies(); n > 0 && series.running() {
				series.restored = false
				_ = series.rewind(n - 1)
				s.take(p, series)
			}
		}},
	} {
		t.Run(what, func(t *testing.T) {
			for seed := uint64(1); seed <= 200; seed++ {
				if len(simulate(t, seed, broken).faults) > 0 {
					return
				}
			}
			t.Error("200 seeds have shown nothing")
		})
	}
}
