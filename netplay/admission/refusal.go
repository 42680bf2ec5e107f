package admission

import (
	"math"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/rules"
)

// note returns a note for the person at this end; package words has the sentences.
func note(code string, args ...any) *rules.Note { return rules.NewNote("netplay."+code, args...) }

// Refusal is the reason why a guest is turned away. The zero value means that they are not.
type Refusal struct {
	Code wire.RejectCode
	Wait time.Duration // with TRY_LATER
}

// Reject returns the message that turns the guest away. The wait is in whole seconds, rounded up.
func (r Refusal) Reject() *wire.Reject {
	return &wire.Reject{Code: r.Code, Text: rejections[r.Code].text, Seconds: uint32(math.Ceil(r.Wait.Seconds()))}
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
	wire.RejectCode_REJECT_CODE_STALE: {
		"stale", "The host's program kept too little of this game to go on with it. Join again to begin another one.",
	},
	wire.RejectCode_REJECT_CODE_HISTORY: {
		"history", "This game went on differently at the host's program, from a copy of one of the two folders. " +
			"Join again to begin another one.",
	},
	wire.RejectCode_REJECT_CODE_TOO_MANY: {
		"too-many", "Too many others want to play with this host at the moment. Try again later.",
	},
}

// maxSeconds is the longest wait that a guest is shown.
const maxSeconds = 3600

// TurnedAway returns the note for a guest who has been turned away.
func TurnedAway(r *wire.Reject) *rules.Note {
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
