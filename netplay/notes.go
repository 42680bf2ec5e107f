package netplay

import (
	"errors"

	"mancala/netplay/keys"
	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// note returns a note for the person at this end; package words has the sentences.
func note(code string, args ...any) *rules.Note { return rules.NewNote("netplay."+code, args...) }

// nameOr returns a name cleaned for display, or a word for the party if nothing is left of it.
func nameOr(name string, p match.Party) string {
	if clean := match.CleanName(name); clean != "" {
		return clean
	}
	return match.DefaultName(p)
}

// rejection is a reason why a guest was turned away.
type rejection struct {
	code string // of the note
	text string // sent along, for a program that does not know the reason
}

var rejections = map[wire.RejectCode]rejection{
	wire.RejectCode_REJECT_CODE_GUEST_TOO_OLD: {
		"too-old", "This program is older than the host's. Install the version that the host has, then join again.",
	},
	wire.RejectCode_REJECT_CODE_GUEST_TOO_NEW: {
		"too-new", "This program is newer than the host's. Ask the host to install the version that you have.",
	},
	wire.RejectCode_REJECT_CODE_GAME_FULL: {
		"full", "This game is full: the host is already playing. Try again later.",
	},
	wire.RejectCode_REJECT_CODE_RULES_UNSUPPORTED: {
		"unknown-rules", "The host plays by rules that this program does not know. " +
			"Install the version that the host has, or ask for other rules.",
	},
	wire.RejectCode_REJECT_CODE_NAME_REFUSED: {
		"name-refused", "The host cannot use your name. Choose a shorter one, then join again.",
	},
	wire.RejectCode_REJECT_CODE_ROLE_UNSUPPORTED: {
		"no-watchers", "The host's program does not let anyone watch a game. Join as a player instead.",
	},
	wire.RejectCode_REJECT_CODE_ENCRYPTION_NEEDED: {
		"encryption-needed", "This host encrypts its games. Install the version that the host has, and join with encryption.",
	},
	wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES: {
		"no-such-series", "The host's program does not have this game. Ask the host to continue it, " +
			"or join again to begin another one.",
	},
	wire.RejectCode_REJECT_CODE_SET_ASIDE: {
		"set-aside", "The host has set this game aside. Ask the host to continue it.",
	},
	wire.RejectCode_REJECT_CODE_SERIES_ENDED: {
		"series-ended", "The host has ended this game. Join again to begin another one.",
	},
	wire.RejectCode_REJECT_CODE_INVITE_NEEDED: {
		"invite-needed", "The host lets in only those who have an invite. Ask the host for one.",
	},
	wire.RejectCode_REJECT_CODE_NOT_NOW: {
		"not-now", "The host did not let you in this time. Ask them, or try again later.",
	},
	wire.RejectCode_REJECT_CODE_BARRED: {
		"barred", "The host does not let this address in. Ask them for a game in another way.",
	},
	wire.RejectCode_REJECT_CODE_TRY_LATER: {
		"try-later", "A game was left here before it began, so this address has to wait for a moment.",
	},
	wire.RejectCode_REJECT_CODE_NO_WATCHERS: {
		"watching-off", "The host does not let anyone watch. Join as a player instead.",
	},
	wire.RejectCode_REJECT_CODE_TOO_MANY: {
		"too-many", "Too many others want to play with this host at the moment. Try again later.",
	},
}

// maxSeconds is the longest wait that a guest is shown.
const maxSeconds = 3600

// turnedAway returns the note for a guest who has been turned away.
func turnedAway(r *wire.Reject) *rules.Note {
	if r.GetCode() == wire.RejectCode_REJECT_CODE_TRY_LATER {
		return note("try-later", int(min(max(r.GetSeconds(), 1), maxSeconds)))
	}
	if known, ok := rejections[r.GetCode()]; ok {
		return note(known.code)
	}
	if said := match.CleanText(r.GetText()); said != "" {
		return note("turned-away-saying", said)
	}
	return note("turned-away")
}

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
	return turnedAway(r)
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
