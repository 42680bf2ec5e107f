package link

import (
	"errors"
	"slices"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/table"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	"mancala/rules"
)

// note returns a note for the person at this end; package words has the sentences.
func note(code string, args ...any) *rules.Note { return rules.NewNote("netplay."+code, args...) }

// lieNote returns the note about a lie of the peer's, or about a lie that the peer accuses this end
// of.
func lieNote(peer string, l *table.Lie, accused bool) *rules.Note {
	switch {
	case l.What == table.Desync:
		return note("desync", peer)
	case accused:
		return note("accused", peer)
	}
	switch l.What {
	case table.Illegal:
		return note("lie-illegal", peer)
	case table.Forged, table.Replay:
		return note("lie-forged", peer)
	case table.Toss:
		return note("lie-toss", peer)
	case table.NotClub:
		return note("lie-court", peer)
	case table.WrongTime:
		return note("lie-clock", peer)
	case table.Unfair:
		return note("lie-unfair", peer)
	}
	return note("lie-history", peer)
}

// lost returns the note that a connection in a series is gone.
func lost(peer string, runs bool, e *session.Ended) *rules.Note {
	said := (*rules.Note)(nil)
	switch reason := reasonFromWire(e.Leave); {
	case reason == table.ReasonClosed && runs:
		return note("closed-for-now", peer)
	case reason == table.ReasonLater && runs:
		return note("left-for-now", peer)
	case errors.Is(e.Err, session.ErrSilence):
		return note("vanished", peer)
	case errors.Is(e.Err, transport.ErrUnread), errors.Is(e.Err, transport.ErrDeaf):
		said = note("deaf", peer)
	case errors.Is(e.Err, session.ErrFlood):
		said = note("flood", peer)
	case errors.As(e.Err, &said):
	}
	switch {
	case said != nil && runs:
		return note("goes-on", said)
	case said != nil:
		return note("goes-on-after", said)
	case runs:
		return note("dropped", peer)
	}
	return note("dropped-after", peer)
}

// early returns the note that a connection has ended before a series began.
func early(peer, addr string, greeted bool, e *session.Ended) *rules.Note {
	said := (*rules.Note)(nil)
	switch {
	case e.Note != nil:
		return e.Note
	case e.Leave == wire.LeaveReason_LEAVE_REASON_TOSS:
		return note("toss-doubted", peer)
	case errors.Is(e.Err, session.ErrTossTime):
		return note("toss-withheld", peer)
	case errors.Is(e.Err, session.ErrToss):
		return note("toss-forged", peer)
	case e.Leave != 0:
		return leftFor(peer, e.Leave)
	case errors.Is(e.Err, session.ErrRules):
		return note("unknown-rules")
	case errors.As(e.Err, &said):
		return said
	case !greeted:
		return note("hung-up", addr)
	}
	return note("broke-early", peer)
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
func leftHere(reason table.Reason, kept bool) *rules.Note {
	switch {
	case reason == table.ReasonDeclined:
		return note("you-declined")
	case kept:
		return note("you-left-for-now")
	}
	return note("you-left")
}

// reasons are the wire forms of the reasons why a party leaves.
var reasons = [...]wire.LeaveReason{
	table.ReasonQuit: wire.LeaveReason_LEAVE_REASON_QUIT, table.ReasonClosed: wire.LeaveReason_LEAVE_REASON_CLOSED,
	table.ReasonDeclined: wire.LeaveReason_LEAVE_REASON_DECLINED, table.ReasonLater: wire.LeaveReason_LEAVE_REASON_LATER,
}

func reasonToWire(r table.Reason) wire.LeaveReason { return reasons[r] }

func reasonFromWire(w wire.LeaveReason) table.Reason {
	return table.Reason(max(slices.Index(reasons[:], w), 0))
}
