package club

import (
	"time"

	"mancala/match/lobby"
	wirelobby "mancala/netplay/lobby"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
)

// note returns a note for the person at this end; package words has the sentences.
func note(code string, args ...any) *rules.Note { return rules.NewNote(code, args...) }

// refused returns the note of a refusal of a call.
func refused(r *wire.ClubRefusal, c lobby.Call) *rules.Note {
	switch r.GetCode() {
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_VERSION:
		return note("club.other-version")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_KEY:
		return note("club.key-not-proved")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME:
		return note("club.bad-name")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME_TAKEN:
		if _, inside := c.(lobby.Rename); inside {
			return note("club.name-not-free")
		}
		return note("club.name-taken")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_BARRED:
		return note("club.barred")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TOO_OFTEN:
		return note("club.too-often", max(1, int(wirelobby.RefusalFromWire(r).Wait/time.Second)))
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_FULL:
		return full(c)
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NO_TABLE:
		if _, watch := c.(lobby.Watch); watch {
			return note("club.not-watched")
		}
		return note("club.no-table")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_BUSY:
		return note("club.busy")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RATING:
		return note("club.rating")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_COMPUTER:
		return note("club.computer")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_BLOCKED:
		return note("club.blocked")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_SETTINGS:
		return note("club.settings")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_UNKNOWN:
		return unknown(c)
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_CODE:
		return note("club.bad-code")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TROUBLE:
		return note("club.trouble")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_IS_PERSON, wire.ClubRefusalCode_CLUB_REFUSAL_CODE_IS_COMPUTER:
		return otherKind(r, c)
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_REMOVED:
		return note("club.device-removed")
	}
	if text := wirelobby.RefusalFromWire(r).Text; text != "" {
		return note("club.refused-saying", text)
	}
	return note("club.refused")
}

// full returns the note that there is no room, for the caller or for what a call would add.
func full(c lobby.Call) *rules.Note {
	switch c.(type) {
	case lobby.Device, lobby.UseCode:
		return note("club.many-devices")
	case lobby.Block:
		return note("club.many-blocked")
	case lobby.Report:
		return note("club.many-reports")
	}
	return note("club.full")
}

// otherKind returns the note that a member is a person and not a computer player, or the other way
// round. If the call uses a code, that member is the one who shows it.
func otherKind(r *wire.ClubRefusal, c lobby.Call) *rules.Note {
	if _, use := c.(lobby.UseCode); use {
		return note("club.code-of-other-kind")
	}
	if r.GetCode() == wire.ClubRefusalCode_CLUB_REFUSAL_CODE_IS_PERSON {
		return note("club.is-person")
	}
	return note("club.is-computer")
}

// unknown returns the note that the club does not know the member or game that a call names.
func unknown(c lobby.Call) *rules.Note {
	if _, game := c.(lobby.GameOf); game {
		return note("club.no-game")
	}
	return note("club.no-member")
}
