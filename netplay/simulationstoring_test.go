package netplay

import (
	"slices"
	"testing"

	"mancala/match"
)

// promise is the state of the guest when it sent a frame. Once that is acknowledged, the host must
// not lose it.
type promise struct {
	session *Session
	seq     uint64
	number  int
	history history
}

func newStoringSimulation(t testing.TB, seed uint64) *simulation {
	return beginSimulation(t, seed, newClubPair(true))
}

// deliverAndStore delivers everything and stores everything.
func (s *simulation) deliverAndStore() {
	for s.deliverAll(); len(s.unstored) > 0; s.deliverAll() {
		s.store(len(s.unstored))
	}
}

// storeSome sometimes stores some of the states of a host that stores first, and notes what the
// guest has sent.
func (s *simulation) storeSome() {
	if !s.storing {
		return
	}
	guest := s.session[match.Guest]
	if n := len(s.promises); guest.phase == playing && (n == 0 || s.promises[n-1].session != guest || s.promises[n-1].seq < guest.sent) {
		if own := ownHistory(guest.series); len(own.plies) > 0 {
			s.promises = append(s.promises, promise{guest, guest.sent, guest.series.Number(), own})
		}
	}
	if n := len(s.unstored); n > 0 && s.random.IntN(3) == 0 {
		s.tally["stored"]++
		s.store(1 + s.random.IntN(n))
	}
}

// ownHistory returns the current game up to this end's own last ply.
func ownHistory(s *Series) history {
	h := s.history()
	for n := len(h.plies); n > 0; n-- {
		if _, sowing := s.Match().Ply(n); s.Party(sowing.Mover) == s.self {
			break
		}
		h.plies = h.plies[:n-1]
	}
	return h
}

// loseUnstored is called when the host's process ends.
func (s *simulation) loseUnstored() {
	if len(s.unstored) == 0 {
		return
	}
	s.tally["lost unstored"]++
	if s.series[match.Guest].restored { // then both may have lost the same
		s.had = nil
	}
}

// checkPromises checks that a host that was restarted has everything that it has acknowledged.
// Games that it had begun, and that were not stored, are as if they had never been.
func (s *simulation) checkPromises() {
	now := s.series[match.Host]
	archive := &s.archive[match.Host]
	archive.order = slices.DeleteFunc(archive.order, func(id string) bool {
		lost := s.storing && archive.games[id].number > now.Number()
		if lost {
			delete(archive.games, id)
		}
		return lost
	})
	has := now.history()
	open := s.promises[:0]
	for _, p := range s.promises {
		switch {
		case p.session.acked < p.seq:
			open = append(open, p)
		case now.Number() > p.number, now.Number() == p.number && has.era > p.history.era:
		case now.Number() == p.number && has.late.is && commonPlies(has.plies, p.history.plies) == len(has.plies):
			// the guest's last plies came too late, which the guest checks by itself
		case now.Number() < p.number, has.era < p.history.era, commonPlies(has.plies, p.history.plies) < len(p.history.plies):
			s.fault("the host acknowledged game %d %+v, and has game %d %+v", p.number, p.history, now.Number(), has)
		}
	}
	s.promises = open
}

// TestStoringCatchesABrokenHost: a host that acknowledges at once is found out.
func TestStoringCatchesABrokenHost(t *testing.T) {
	hasty := &sabotage{after: func(s *simulation, _ match.Party) { s.session[match.Host].hold.on = false }}
	for seed := uint64(1); seed <= 200; seed++ {
		s := newStoringSimulation(t, seed)
		s.sabotage = hasty
		if s.run(); len(s.faults) > 0 {
			return
		}
	}
	t.Error("200 seeds have shown nothing")
}
