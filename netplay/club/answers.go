package club

import (
	"mancala/internal/match/lobby"
	wirelobby "mancala/netplay/lobby"
)

// asked is a call without an answer.
type asked struct {
	number int // in the link, or 0 for a call of the session itself
	call   lobby.Call
}

// reply handles a message that may answer a call.
func (s *session) reply(m wirelobby.Message) error {
	a, known := s.open[m.ID]
	if m.ID != 0 && !known {
		return errStrange
	}
	answer, fits := lobby.Answer{Number: a.number}, false
	switch news := m.Body.(type) {
	case lobby.Refusal:
		if !known { // the club sends the member away
			s.fail(refused(&news, nil))
			return nil
		}
		if m.ID == s.following { // without the list nothing can be done
			s.again = s.heard.Add(max(news.Wait, followAgain))
		}
		answer.Note, fits = refused(&news, a.call), true
	case lobby.Seat:
		return s.seat(m.ID, news, a)
	case wirelobby.Welcome:
		if !known {
			return nil
		}
		return s.enterAgain(m.ID, news, a)
	case wirelobby.Done:
		fits = !hasAnswer(a.call)
	case lobby.Profile:
		_, fits = a.call.(lobby.ProfileOf)
		answer.Profile = news
	case lobby.Games:
		_, fits = a.call.(lobby.GamesOf)
		answer.Games = news
	case lobby.Game:
		_, fits = a.call.(lobby.GameOf)
		answer.Game = news
	case lobby.Standings:
		_, fits = a.call.(lobby.StandingsOf)
		answer.Standings = news
	case lobby.Code:
		_, fits = a.call.(lobby.Device)
		answer.Code = news
	}
	delete(s.open, m.ID)
	if a.number == 0 { // nothing was asked, or by the session itself
		return nil
	}
	if !fits {
		return errStrange
	}
	s.emit(answer)
	return nil
}

// hasAnswer reports whether the answer to a call has something to say.
func hasAnswer(c lobby.Call) bool {
	switch c.(type) {
	case lobby.ProfileOf, lobby.GamesOf, lobby.GameOf, lobby.StandingsOf, lobby.Device, lobby.Sit, lobby.Watch:
		return true
	}
	return false
}

// enterAgain handles the welcome as another member, which answers UseCode.
func (s *session) enterAgain(id uint32, w wirelobby.Welcome, a asked) error {
	if _, code := a.call.(lobby.UseCode); !code {
		return errStrange
	}
	s.enter(w)
	delete(s.open, id)
	s.emit(lobby.Answer{Number: a.number})
	s.follow()
	return nil
}

// seat handles a seat: the answer to Sit or Watch, or one that comes unasked or before the answer
// to Mine.
func (s *session) seat(id uint32, seat lobby.Seat, a asked) error {
	// First the node of the table, if it is named. This one answers, and another one may be lost.
	seat.Addrs = without(append(append(seat.Addrs, s.addr), s.addrs...), "")
	if !s.host.Fingerprint.IsZero() {
		seat.Host = s.host.Fingerprint.String()
	}
	switch a.call.(type) {
	case lobby.Sit, lobby.Watch:
		delete(s.open, id)
		s.emit(lobby.Answer{Number: a.number, Seat: seat})
	default:
		s.emit(lobby.Seated{Seat: seat})
	}
	return nil
}
