package link

import (
	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/admission"
	"mancala/netplay/session"
	"mancala/table"
)

// seat is a host's seat, as the desk sees it.
type seat struct{ h *hostLink }

// seatSeries is the series in a seat.
type seatSeries struct{ *session.Owned }

// GuestPlayed reports whether the guest has made a ply.
func (s seatSeries) GuestPlayed() bool { return played(s.Owner().State(), table.B) }

// Full reports whether the seat cannot be given.
func (s seat) Full() bool { return !s.h.waits || s.h.server.Current() != nil }

// Guest returns the guest who is connected in the seat, or nil.
func (s seat) Guest() *admission.Guest {
	o, c := s.h.server.Current(), s.h.seated
	if o == nil || c == nil || !o.Connected() || c.session.Series() != o {
		return nil
	}
	return &c.guest
}

// Series returns the series that is played or paused; nil if there is none.
func (s seat) Series() admission.Series {
	o := s.h.server.Current()
	if o == nil || o.Owner().State().Series == nil {
		return nil
	}
	return seatSeries{o}
}

// Standstill returns the current one.
func (s seat) Standstill() admission.Standstill {
	series := s.Series()
	if series == nil {
		return admission.Standstill{}
	}
	o := s.h.server.Current()
	state, paused := o.Owner().State(), !o.Connected()
	if !paused && (!running(state) || state.Seat(state.Series.Match().Position().ToMove()) != table.B) {
		return admission.Standstill{}
	}
	return admission.Standstill{Series: series, Number: state.Series.Number(), Plies: state.Plies(), Paused: paused}
}

// Vacate ends the series, whose guest is gone and has never played.
func (s seat) Vacate() { s.end("gave-way") }

// GiveWay takes the seat from its guest, who has never played.
func (s seat) GiveWay() { s.end("gave-way-idle") }

// end ends the series of a guest who has not played, for another one.
func (s seat) end(code string) {
	h := s.h
	h.part(match.PeerLeft{Note: note(code, h.front.peer)}, match.Abandoned)
	h.server.Void(wire.LeaveReason_LEAVE_REASON_QUIT)
	h.waits = false
}
