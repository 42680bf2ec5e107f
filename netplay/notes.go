package netplay

import (
	"errors"

	"mancala/netplay/admission"
	"mancala/netplay/keys"
	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// note returns a note for the person at this end; package words has the sentences.
func note(code string, args ...any) *rules.Note { return rules.NewNote("netplay."+code, args...) }

// turnedAway returns the note for this guest, who has been turned away. At a club the host is not
// another player, and the seat is one's own.
func (s *Session) turnedAway(r *wire.Reject) *rules.Note {
	if s.cfg.Refereed || s.series.atClub() {
		switch r.GetCode() {
		case wire.RejectCode_REJECT_CODE_GAME_FULL:
			return note("replaced")
		case wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES:
			return note("club-gone")
		case wire.RejectCode_REJECT_CODE_INVITE_NEEDED:
			return note("club-no-seat")
		}
	}
	return admission.TurnedAway(r)
}

func noAnswer(addr string) *rules.Note { return note("no-answer", addr) }

func dropped(peer string, running bool) *rules.Note {
	if running {
		return note("dropped", peer)
	}
	return note("dropped-after", peer)
}

// droppedFromClub is dropped for a guest of a club, whose line is not to the other player.
func droppedFromClub(running bool) *rules.Note {
	if running {
		return note("club-dropped")
	}
	return note("club-dropped-after")
}

// vanished returns the note that the peer has been silent for too long.
func (s *Session) vanished() *rules.Note {
	if s.series == nil {
		return note("broke-early", s.peer)
	}
	return note("vanished", s.peer)
}

func away(peer string, reason match.Reason) *rules.Note {
	if reason == match.ReasonClosed {
		return note("closed-for-now", peer)
	}
	return note("left-for-now", peer)
}

// endedThere returns the note that the other end has ended the series in the middle of a game.
func (s *Session) endedThere() *rules.Note {
	switch {
	case s.series.atClub():
		return note("club-ended")
	case s.cfg.Self == match.Guest:
		return note("host-ended", s.peer)
	}
	return note("guest-ended", s.peer)
}

func leftFor(peer string, reason wire.LeaveReason) *rules.Note {
	switch reason {
	case wire.LeaveReason_LEAVE_REASON_CLOSED:
		return note("closed", peer)
	case wire.LeaveReason_LEAVE_REASON_DECLINED:
		return note("declined", peer)
	case wire.LeaveReason_LEAVE_REASON_PROTOCOL_ERROR, wire.LeaveReason_LEAVE_REASON_FLOOD:
		return note("not-followed", peer)
	case wire.LeaveReason_LEAVE_REASON_TIMEOUT:
		return note("heard-nothing", peer)
	case wire.LeaveReason_LEAVE_REASON_RULES_UNSUPPORTED:
		return note("rules-unknown-there", peer)
	}
	return note("left", peer)
}

// leftHere returns the note that this end has left; kept means that the game is kept.
func leftHere(reason match.Reason, kept bool) *rules.Note {
	switch {
	case reason == match.ReasonDeclined:
		return note("you-declined")
	case kept:
		return note("you-left-for-now")
	}
	return note("you-left")
}

// youRemoved returns the note that this end, a host, has removed the guest.
func youRemoved(peer string, kept bool) *rules.Note {
	if kept {
		return note("you-removed-for-now", peer)
	}
	return note("you-removed", peer)
}

// removed returns the note that the host has removed this guest.
func removed(peer string, kept bool) *rules.Note {
	if kept {
		return note("removed-for-now", peer)
	}
	return note("removed", peer)
}

// failure returns the note that the peer broke the protocol.
func (s *Session) failure(err error) *rules.Note {
	switch {
	case errors.Is(err, errRules):
		return note("unknown-rules")
	case s.phase == greeting || s.phase == resuming:
		return noAnswer(s.cfg.PeerAddr)
	case errors.Is(err, errFlood):
		return note("flood", s.peer)
	}
	if ply := (*rules.PlyError)(nil); errors.As(err, &ply) {
		return note("bad-ply", s.peer, ply)
	}
	return note("nonsense", s.peer)
}

// securityOf returns the protection of a connection to a host with that key: verified by the code
// of a meeting point, by an invite, or not; without a key there is none.
func securityOf(host keys.Known, byCode bool) match.Security {
	switch {
	case host.Fingerprint.IsZero():
		return match.Plain
	case host.Verified && byCode:
		return match.ByCode
	case host.Verified:
		return match.Verified
	}
	return match.Encrypted
}
