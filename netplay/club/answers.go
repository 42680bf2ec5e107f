package club

import (
	"mancala/match/lobby"
	wirelobby "mancala/netplay/lobby"
	wire "mancala/proto/mancala/v1"
)

// asked is a call without an answer.
type asked struct {
	number int // in the link, or 0 for a call of the session itself
	call   lobby.Call
}

// reply handles a message that may answer a call.
func (s *session) reply(w *wire.ClubNews) error {
	a, known := s.open[w.GetId()]
	if w.GetId() != 0 && !known {
		return errStrange
	}
	if w.GetRefusal() != nil && !known { // the club sends the member away
		s.fail(refused(wirelobby.RefusalFromWire(w.GetRefusal()), nil))
		return nil
	}
	if w.GetSeat() != nil {
		return s.seat(w, a)
	}
	if !known {
		return nil // news that this version does not know
	}
	if w.GetWelcome() != nil {
		return s.enterAgain(w, a)
	}
	if w.GetRefusal() != nil && w.GetId() == s.following { // without the list nothing can be done
		s.again = s.heard.Add(max(wirelobby.RefusalFromWire(w.GetRefusal()).Wait, followAgain))
	}
	answer := lobby.Answer{Number: a.number}
	if a.number > 0 {
		if err := fill(&answer, w, a.call); err != nil {
			return err
		}
		s.emit(answer)
	}
	delete(s.open, w.GetId())
	return nil
}

// enterAgain handles the welcome as another member, which answers UseCode.
func (s *session) enterAgain(w *wire.ClubNews, a asked) error {
	if _, code := a.call.(lobby.UseCode); !code {
		return errStrange
	}
	if err := s.enter(w.GetWelcome()); err != nil {
		return err
	}
	delete(s.open, w.GetId())
	s.emit(lobby.Answer{Number: a.number})
	s.follow()
	return nil
}

// seat handles a seat: the answer to Sit or Watch, or one that comes unasked or before the answer
// to Mine.
func (s *session) seat(w *wire.ClubNews, a asked) error {
	seat, err := s.seatFrom(w.GetSeat())
	if err != nil {
		return err
	}
	switch a.call.(type) {
	case lobby.Sit, lobby.Watch:
		delete(s.open, w.GetId())
		s.emit(lobby.Answer{Number: a.number, Seat: seat})
	default:
		s.emit(lobby.Seated{Seat: seat})
	}
	return nil
}

func (s *session) seatFrom(w *wire.ClubSeat) (lobby.Seat, error) {
	seat, err := wirelobby.SeatFromWire(w)
	if err != nil || len(seat.Table.Members) != 2 {
		return lobby.Seat{}, errStrange
	}
	// First the node of the table, if it is named. This one answers, and another one may be lost.
	seat.Addrs = without(append(append(seat.Addrs, s.addr), s.addrs...), "")
	if !s.host.Fingerprint.IsZero() {
		seat.Host = s.host.Fingerprint.String()
	}
	return seat, nil
}
