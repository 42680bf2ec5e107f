package club

import (
	"time"

	"mancala/match/lobby"
	"mancala/rules"
)

// note returns a note for the person at this end; package words has the sentences.
func note(code string, args ...any) *rules.Note { return rules.NewNote(code, args...) }

// refusals are the notes of refusals that need neither the call nor a time.
var refusals = map[lobby.Reason]*rules.Note{
	lobby.ReasonVersion:     note("club.other-version"),
	lobby.ReasonKey:         note("club.key-not-proved"),
	lobby.ReasonNameOffice:  note("club.name-of-office"),
	lobby.ReasonNameMark:    note("club.name-with-mark"),
	lobby.ReasonBarred:      note("club.barred"),
	lobby.ReasonBusy:        note("club.busy"),
	lobby.ReasonRating:      note("club.rating"),
	lobby.ReasonComputer:    note("club.computer"),
	lobby.ReasonBlocked:     note("club.blocked"),
	lobby.ReasonUntimed:     note("club.untimed"),
	lobby.ReasonRules:       note("club.rules"),
	lobby.ReasonTime:        note("club.time"),
	lobby.ReasonRange:       note("club.range"),
	lobby.ReasonRatedRules:  note("club.rated-rules"),
	lobby.ReasonCode:        note("club.bad-code"),
	lobby.ReasonTrouble:     note("club.trouble"),
	lobby.ReasonRemoved:     note("club.device-removed"),
	lobby.ReasonCrowd:       note("club.crowd"),
	lobby.ReasonConnections: note("club.connections"),
}

// refused returns the note of a refusal of a call.
func refused(r *lobby.Refusal, c lobby.Call) *rules.Note {
	if n, plain := refusals[r.Reason]; plain {
		return n
	}
	switch r.Reason {
	case lobby.ReasonName:
		if _, forget := c.(lobby.Forget); forget {
			return note("club.not-your-name")
		}
		return note("club.bad-name")
	case lobby.ReasonNameTaken:
		if _, inside := c.(lobby.Rename); inside {
			return note("club.name-not-free")
		}
		return note("club.name-taken")
	case lobby.ReasonTooOften:
		return tooOften(r)
	case lobby.ReasonNewcomers:
		return note("club.newcomers", minutes(r))
	case lobby.ReasonFull:
		return full(c)
	case lobby.ReasonNoTable:
		if _, watch := c.(lobby.Watch); watch {
			return note("club.not-watched")
		}
		return note("club.no-table")
	case lobby.ReasonUnknown:
		return unknown(c)
	case lobby.ReasonSelf:
		return self(c)
	case lobby.ReasonIsPerson, lobby.ReasonIsComputer:
		return otherKind(r, c)
	}
	if r.Text != "" {
		return note("club.refused-saying", r.Text)
	}
	return note("club.refused")
}

// inMinutes is the wait from which on it is told in minutes.
const inMinutes = 2 * time.Minute

// tooOften returns the note that something happened too often, with the time to wait.
func tooOften(r *lobby.Refusal) *rules.Note {
	if r.Wait >= inMinutes {
		return note("club.too-often-minutes", minutes(r))
	}
	return note("club.too-often", max(1, int(r.Wait/time.Second)))
}

// minutes returns the time to wait in minutes, rounded up, at least one.
func minutes(r *lobby.Refusal) int {
	return max(1, int((r.Wait+time.Minute-1)/time.Minute))
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
func otherKind(r *lobby.Refusal, c lobby.Call) *rules.Note {
	if _, use := c.(lobby.UseCode); use {
		return note("club.code-of-other-kind")
	}
	if r.Reason == lobby.ReasonIsPerson {
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
