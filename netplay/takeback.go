package netplay

import (
	"fmt"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// maxRefusals is the number of refused requests for one decision after which it can no longer be
// asked back.
const maxRefusals = 3

// ask is a party's newest request to take plies back.
type ask struct {
	serial    uint32 // numbers the requests of a party from 1
	plies     int    // how many would be left
	open      bool
	withdrawn bool // this end has withdrawn its own request, and the peer has not confirmed it
}

// refusals counts the refused requests of a party for a decision, or an earlier one.
type refusals struct{ plies, count int }

// refused counts one more refusal of p's request.
func (s *Series) refused(p match.Party) {
	r, plies := &s.refusals[p], s.asks[p].plies
	if plies > r.plies {
		r.count = 0
	}
	r.plies, r.count = max(r.plies, plies), r.count+1
}

// refusedOften reports whether p has been refused too often to ask again for the decision after
// that many plies.
func (s *Series) refusedOften(p match.Party, plies int) bool {
	return plies <= s.refusals[p].plies && s.refusals[p].count >= maxRefusals
}

// closeAsks drops the open requests, because their game has changed or ended.
func (s *Series) closeAsks() {
	peer := s.self.Other()
	if s.asks[peer].open {
		s.answered = s.asks[peer].serial
	}
	for i := range s.asks {
		s.asks[i].open, s.asks[i].withdrawn = false, false
	}
}

// mayAsk reports whether a party can ask to go back to the position after that many plies: it has
// to have chosen the next one.
func (s *Series) mayAsk(p match.Party, plies int) bool {
	if plies < 0 || plies >= s.Match().Plies() || !s.running() {
		return false
	}
	_, sowing := s.Match().Ply(plies + 1)
	return s.Party(sowing.Mover) == p
}

// answer records a party's answer to the other's request. A grant takes the plies back.
func (s *Series) answer(by match.Party, granted bool) error {
	asker := by.Other()
	plies := s.asks[asker].plies
	if by == s.self {
		s.answered = s.asks[asker].serial
	}
	if !granted {
		s.refused(asker)
	}
	s.asks[asker].open, s.asks[asker].withdrawn = false, false
	s.tell(match.TakebackAnswered{By: by, Granted: granted})
	if !granted {
		return nil
	}
	s.era++
	return s.rewind(plies)
}

// rewind takes plies back.
func (s *Series) rewind(plies int) error {
	if err := s.Match().Rewind(plies); err != nil {
		return err
	}
	s.hashes = s.hashes[:plies+1]
	s.refusals = [2]refusals{}
	s.closeAsks()
	s.tell(match.Rewound{Plies: plies, After: s.Match().Position()})
	return nil
}

// AskTakeback asks the peer to go back to the position after the first n plies; this end has to
// have chosen the next ply. It returns [match.ErrNothingToUndo] if it has not, [match.ErrAsked]
// while a request of either end is open, [match.ErrTimed] in a game with clocks, and
// [match.ErrRefusedOften].
func (s *Session) AskTakeback(n int) error {
	if s.phase != playing {
		return s.absent()
	}
	series := s.series
	self := series.self
	switch {
	case series.asks[0].open || series.asks[1].open:
		return match.ErrAsked
	case series.timed():
		return match.ErrTimed
	case series.resigning() || !series.mayAsk(self, n):
		return match.ErrNothingToUndo
	case series.refusedOften(self, n):
		return match.ErrRefusedOften
	}
	series.asks[self] = ask{serial: series.asks[self].serial + 1, plies: n, open: true}
	s.sendTakeback(false)
	s.askedAt = s.sent
	series.tell(match.TakebackAsked{By: self, Plies: n})
	return nil
}

// sendTakeback sends this end's request, or its withdrawal.
func (s *Session) sendTakeback(withdraw bool) {
	a := s.series.asks[s.series.self]
	s.send(&wire.Frame{Body: &wire.Frame_TakebackRequest{TakebackRequest: &wire.TakebackRequest{
		Game: uint32(s.series.Number()), Plies: uint32(a.plies), Serial: a.serial, Withdraw: withdraw,
	}}})
}

// WithdrawTakeback withdraws this end's own request. TakebackWithdrawn comes when the peer has
// confirmed it, unless the peer answers first. Without a request it returns
// [match.ErrNothingAsked].
func (s *Session) WithdrawTakeback() error {
	if s.phase != playing {
		return s.absent()
	}
	a := &s.series.asks[s.series.self]
	switch {
	case !a.open:
		return match.ErrNothingAsked
	case a.withdrawn:
		return nil
	}
	a.withdrawn, s.series.changed = true, true
	s.sendTakeback(true)
	serial := a.serial
	s.whenAcked(func() error {
		if a := &s.series.asks[s.series.self]; a.serial == serial && a.open {
			a.open, a.withdrawn = false, false
			s.series.tell(match.TakebackWithdrawn{By: s.series.self})
		}
		return nil
	})
	return nil
}

// AnswerTakeback grants or refuses the peer's request. Without one it returns
// [match.ErrNothingAsked].
func (s *Session) AnswerTakeback(grant bool) error {
	if s.phase != playing {
		return s.absent()
	}
	series := s.series
	a := series.asks[series.self.Other()]
	switch {
	case !a.open:
		return match.ErrNothingAsked
	case series.resigning():
		return match.ErrEnded
	}
	s.sendAnswer(a.serial, grant)
	return series.answer(series.self, grant)
}

func (s *Session) sendAnswer(serial uint32, grant bool) {
	s.send(&wire.Frame{Body: &wire.Frame_TakebackAnswer{TakebackAnswer: &wire.TakebackAnswer{
		Game: uint32(s.series.Number()), Serial: serial, Granted: grant,
	}}})
}

// onTakebackRequest records a request of the peer. If both ends ask at once, the host's request
// stands and the guest's is void; both ends know that, because neither asks while it has a request
// of the other.
func (s *Session) onTakebackRequest(r *wire.TakebackRequest) error {
	if err := s.inGame("TakebackRequest", r.GetGame()); err != nil {
		return err
	}
	series := s.series
	peer := series.self.Other()
	a := &series.asks[peer]
	switch {
	case int(r.GetGame()) != series.Number() || !series.running():
		return nil // it crossed with the end of that game
	case r.GetWithdraw():
		if a.open && a.serial == r.GetSerial() {
			a.open, series.answered = false, a.serial
			series.tell(match.TakebackWithdrawn{By: peer})
		}
		return nil
	case r.GetSerial() <= a.serial || r.GetSerial() <= series.answered || a.open:
		return fmt.Errorf("request %d to take plies back came after request %d", r.GetSerial(), a.serial)
	case r.GetPlies() > maxPlies || !series.mayAsk(peer, int(r.GetPlies())):
		return fmt.Errorf("there is no ply %d of the asker's to take back", int64(r.GetPlies())+1)
	}
	*a = ask{serial: r.GetSerial(), plies: int(r.GetPlies())}
	own := &series.asks[series.self]
	switch {
	case own.open && series.self == match.Host:
		series.answered, series.changed = a.serial, true
		return nil
	case own.open:
		own.open, own.withdrawn = false, false
		series.tell(match.TakebackWithdrawn{By: series.self})
	case series.timed() || series.refusedOften(peer, a.plies):
		series.answered, series.changed = a.serial, true
		s.sendAnswer(a.serial, false)
		return nil
	}
	a.open = true
	series.tell(match.TakebackAsked{By: peer, Plies: a.plies})
	return nil
}

// onTakebackAnswer takes plies back, if this end has asked for it and the peer grants it.
func (s *Session) onTakebackAnswer(a *wire.TakebackAnswer) error {
	if err := s.inGame("TakebackAnswer", a.GetGame()); err != nil {
		return err
	}
	series := s.series
	own := series.asks[series.self]
	current := int(a.GetGame()) == series.Number() && own.open && own.serial == a.GetSerial()
	switch {
	case current:
		return series.answer(series.self.Other(), a.GetGranted())
	case a.GetGranted():
		return fmt.Errorf("a takeback was granted that is not asked for")
	}
	return nil
}
