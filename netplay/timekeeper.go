package netplay

import (
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// A host that passes a game on between two others tells its guest about time: how the clocks stand,
// that one of them has run down, and whether the other player is there. The guest takes its word
// for it if it has come to a club, by a ticket: any other host plays itself, and could end the game
// in its own favour. A guest tells nothing of that kind.

// believes reports whether this end believes the other one about time.
func (s *Session) believes() bool { return s.series.atClub() }

// Tell tells the guest how the clocks of the current game stand.
func (s *Session) Tell(now time.Time, c match.Clocks) error {
	if s.series == nil || s.phase == ended {
		return s.absent()
	}
	s.series.setClocks(c)
	s.sendClocks(now)
	return nil
}

// sendClocks sends how the clocks stand now. While the guest is coming back it does nothing:
// sendTime follows.
func (s *Session) sendClocks(now time.Time) {
	if s.phase == playing {
		s.send(&wire.Frame{Body: &wire.Frame_Clock{Clock: s.series.clocks.toWire(s.series.Starter(), now)}})
	}
}

// TellAbsence tells the guest whether the other player is away.
func (s *Session) TellAbsence(absent bool) error {
	if s.series == nil || s.phase == ended {
		return s.absent()
	}
	s.series.absent = absent
	s.sendAbsence()
	return nil
}

func (s *Session) sendAbsence() {
	if s.phase == playing {
		s.send(&wire.Frame{Body: &wire.Frame_Absence{Absence: &wire.Absence{Absent: s.series.absent}}})
	}
}

// sendTime tells a guest who has come back about the clocks and the absence once more.
func (s *Session) sendTime(now time.Time) {
	if s.cfg.Self == match.Guest {
		return
	}
	if s.series.timed() {
		s.sendClocks(now)
	}
	if s.series.absent {
		s.sendAbsence()
	}
}

// TimeOut ends the current game, and tells the guest, because a party's clock has run down. The
// errors are those of [match.Timekeeper].
func (s *Session) TimeOut(p match.Party) error {
	if s.phase != playing {
		return s.absent()
	}
	series := s.series
	if err := series.mayTimeOut(); err != nil {
		return err
	}
	plies := series.Match().Plies()
	s.send(&wire.Frame{Body: &wire.Frame_TimeOut{TimeOut: &wire.TimeOut{
		Game: uint32(series.Number()), Party: partyToWire(p), Plies: uint32(plies),
	}}})
	s.timedOutAt = s.sent
	return series.timeOut(p, plies)
}

// tooLate reports whether a Move of the guest has crossed with the end of its game on time.
func (s *Session) tooLate(m *wire.Move) bool {
	return s.series.late.is && int64(m.GetGame()) == int64(s.series.Number()) && s.acked < s.timedOutAt
}

// onTimeOut ends the game. Plies of this end that the host did not have in time do not count; the
// host cannot mean any that it has acknowledged.
func (s *Session) onTimeOut(t *wire.TimeOut) error {
	if err := s.inGame("TimeOut", t.GetGame()); err != nil {
		return err
	}
	series := s.series
	loser, err := partyFromWire(t.GetParty())
	n, plies := int(min(t.GetPlies(), maxPlies)), series.Match().Plies()
	switch {
	case err != nil:
		return err
	case !s.believes(), int64(t.GetGame()) != int64(series.Number()), n > plies,
		n == plies && !series.running(), n < plies-len(s.moved),
		foreignPly(series.Match(), n, series.self, series.Starter()) > 0:
		return unexpected("TimeOut")
	}
	s.moved = nil
	return series.timeOut(loser, n)
}

// onClock shows how the clocks stand. If that is about another ply than the last one, another Clock
// is on its way.
func (s *Session) onClock(now time.Time, w *wire.Clock) error {
	series := s.series
	if s.watcher != nil {
		series = s.watcher.series
	}
	if s.phase != watching && (s.phase != playing || !s.believes()) || series == nil || int64(w.GetGame()) > int64(series.Number()) {
		return unexpected("Clock")
	}
	c, err := clocksFromWire(w, series.Starter(), now)
	if err != nil || c.game != series.Number() || c.plies != series.Match().Plies() {
		return err
	}
	again := c.game == series.clocks.game && c.plies <= series.clocks.plies
	if again && !s.budget.Spend(now) {
		return errFlood
	}
	series.tellClocks(c)
	return nil
}

// played lets the clocks run on after a ply of this end, until the host says how they stand.
func (s *Session) played(now time.Time) {
	if s.phase != playing || s.cfg.Self == match.Host || !s.series.clocks.Running {
		return
	}
	c := s.series.clocks
	if c.Played(s.series.Match().Position().ToMove(), now) {
		s.series.tellClocks(c)
	}
	s.series.stopClocks(now)
}

// onAbsence shows whether the other player is away.
func (s *Session) onAbsence(now time.Time, a *wire.Absence) error {
	switch {
	case s.phase != playing || !s.believes():
		return unexpected("Absence")
	case s.series.absent == a.GetAbsent():
		return nil
	case !s.budget.Spend(now):
		return errFlood
	}
	s.series.absent = a.GetAbsent()
	s.emit(match.PeerAbsent{Absent: a.GetAbsent()})
	return nil
}
