package netplay

import (
	"time"

	"mancala/match"
)

// keepTime lets a host tell its guest about time. Every third game has clocks, which the host sets
// as it likes.
func (s *simulation) keepTime(self match.Party, session *Session) {
	series := s.series[match.Host]
	if self != match.Host || series == nil {
		return
	}
	switch n := s.random.IntN(14); {
	case n < 4:
		s.timeOut(session, match.Party(s.random.IntN(2)))
	case n < 6:
		_ = session.TellAbsence(n == 4)
	case series.Number()%3 == 0:
		c := match.NewClocks(match.TimeControl{Base: time.Minute, Increment: time.Second})
		if series.running() {
			c.Start(series.Match().Position().ToMove(), s.now)
		}
		_ = session.Tell(s.now, c)
	}
}

// timeOut ends the current game on time, whether or not the guest is connected. A host that may
// have lost plies waits for the guest to bring them back.
func (s *simulation) timeOut(session *Session, p match.Party) {
	series := s.series[match.Host]
	if series.restored {
		return
	}
	if guest := s.series[match.Guest]; guest != nil && guest.Number() == series.Number() && guest.era == series.era &&
		guest.Match().Plies() > series.Match().Plies() && series.mayTimeOut() == nil {
		s.tally["too late"]++
	}
	if !session.Ended() || !series.paused || series.mayTimeOut() != nil {
		_ = session.TimeOut(p)
		return
	}
	if err := series.timeOut(p, series.Match().Plies()); err != nil {
		s.fault("the game cannot end on time: %v", err)
	}
	s.tally["timed out while paused"]++
	s.take(match.Host, series)
}
