package netplay

import (
	"fmt"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// Conversions between the values of other packages and their wire forms.

func partyToWire(p match.Party) wire.Party {
	if p == match.Host {
		return wire.Party_PARTY_HOST
	}
	return wire.Party_PARTY_GUEST
}

func partyFromWire(w wire.Party) (match.Party, error) {
	switch w {
	case wire.Party_PARTY_HOST:
		return match.Host, nil
	case wire.Party_PARTY_GUEST:
		return match.Guest, nil
	}
	return match.Host, fmt.Errorf("the way to decide who starts, %d, is unknown here", w)
}

func reasonToWire(r match.Reason) wire.LeaveReason {
	switch r {
	case match.ReasonQuit:
		return wire.LeaveReason_LEAVE_REASON_QUIT
	case match.ReasonClosed:
		return wire.LeaveReason_LEAVE_REASON_CLOSED
	case match.ReasonDeclined:
		return wire.LeaveReason_LEAVE_REASON_DECLINED
	case match.ReasonLater:
		return wire.LeaveReason_LEAVE_REASON_LATER
	}
	return wire.LeaveReason_LEAVE_REASON_UNSPECIFIED
}

func reasonFromWire(w wire.LeaveReason) match.Reason {
	switch w {
	case wire.LeaveReason_LEAVE_REASON_QUIT:
		return match.ReasonQuit
	case wire.LeaveReason_LEAVE_REASON_CLOSED:
		return match.ReasonClosed
	case wire.LeaveReason_LEAVE_REASON_DECLINED:
		return match.ReasonDeclined
	case wire.LeaveReason_LEAVE_REASON_LATER:
		return match.ReasonLater
	}
	return match.ReasonUnspecified
}
