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

// refusals are the notes of refusals that need neither the call nor a time.
var refusals = map[wire.ClubRefusalCode]*rules.Note{
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_VERSION:     note("club.other-version"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_KEY:         note("club.key-not-proved"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME_OFFICE: note("club.name-of-office"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME_MARK:   note("club.name-with-mark"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_BARRED:      note("club.barred"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_BUSY:        note("club.busy"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RATING:      note("club.rating"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_COMPUTER:    note("club.computer"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_BLOCKED:     note("club.blocked"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_UNTIMED:     note("club.untimed"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RULES:       note("club.rules"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TIME:        note("club.time"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RANGE:       note("club.range"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RATED_RULES: note("club.rated-rules"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_CODE:        note("club.bad-code"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TROUBLE:     note("club.trouble"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_REMOVED:     note("club.device-removed"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_CROWD:       note("club.crowd"),
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_CONNECTIONS: note("club.connections"),
}

// refused returns the note of a refusal of a call.
func refused(r *wire.ClubRefusal, c lobby.Call) *rules.Note {
	if n, plain := refusals[r.GetCode()]; plain {
		return n
	}
	switch r.GetCode() {
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME:
		if _, forget := c.(lobby.Forget); forget {
			return note("club.not-your-name")
		}
		return note("club.bad-name")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME_TAKEN:
		if _, inside := c.(lobby.Rename); inside {
			return note("club.name-not-free")
		}
		return note("club.name-taken")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TOO_OFTEN:
		return tooOften(r)
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NEWCOMERS:
		return note("club.newcomers", minutes(r))
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_FULL:
		return full(c)
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NO_TABLE:
		if _, watch := c.(lobby.Watch); watch {
			return note("club.not-watched")
		}
		return note("club.no-table")
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_UNKNOWN:
		return unknown(c)
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_SELF:
		return self(c)
	case wire.ClubRefusalCode_CLUB_REFUSAL_CODE_IS_PERSON, wire.ClubRefusalCode_CLUB_REFUSAL_CODE_IS_COMPUTER:
		return otherKind(r, c)
	}
	if text := wirelobby.RefusalFromWire(r).Text; text != "" {
		return note("club.refused-saying", text)
	}
	return note("club.refused")
}

// inMinutes is the wait from which on it is told in minutes.
const inMinutes = 2 * time.Minute

// tooOften returns the note that something happened too often, with the time to wait.
func tooOften(r *wire.ClubRefusal) *rules.Note {
	wait := wirelobby.RefusalFromWire(r).Wait
	if wait >= inMinutes {
		return note("club.too-often-minutes", minutes(r))
	}
	return note("club.too-often", max(1, int(wait/time.Second)))
}

// minutes returns the time to wait in minutes, rounded up, at least one.
func minutes(r *wire.ClubRefusal) int {
	wait := wirelobby.RefusalFromWire(r).Wait
	return max(1, int((wait+time.Minute-1)/time.Minute))
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

// self returns the note that a call concerns the caller alone.
func self(c lobby.Call) *rules.Note {
	if _, device := c.(lobby.RemoveDevice); device {
		return note("club.own-device")
	}
	return note("club.yourself")
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
