package netplay

import (
	"errors"
	"strings"
	"unicode"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// sentence is an error that a person can read: what happened and what to do.
type sentence struct {
	text string
	err  error // the cause, for the log
}

// Error returns the cause, for the log, or the sentence where there is none.
func (s *sentence) Error() string {
	if s.err == nil {
		return s.text
	}
	return s.err.Error()
}

// Unwrap returns the cause, or nil.
func (s *sentence) Unwrap() error { return s.err }

// maxText is how many letters of a text from the network are looked at.
const maxText = 200

// cleanText returns a text from the network as one line without anything that does not show.
func cleanText(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range strings.Join(strings.Fields(text[:min(len(text), 4*maxText)]), " ") {
		if n++; n > maxText {
			break
		}
		if r == ' ' || unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && r != unicode.ReplacementChar {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// nameOr returns a name cleaned for display, or a word for the party when nothing is left of it.
func nameOr(name string, p match.Party) string {
	if clean := match.CleanName(name); clean != "" {
		return clean
	}
	return defaultName(p)
}

func defaultName(p match.Party) string {
	if p == match.Host {
		return "Host"
	}
	return "Guest"
}

// rejectText says to a guest why he was turned away; it is empty for a reason that is unknown here.
func rejectText(code wire.RejectCode) string {
	switch code {
	case wire.RejectCode_REJECT_CODE_GUEST_TOO_OLD:
		return "This program is older than the host's. Install the version that the host has, then join again."
	case wire.RejectCode_REJECT_CODE_GUEST_TOO_NEW:
		return "This program is newer than the host's. Ask the host to install the version that you have."
	case wire.RejectCode_REJECT_CODE_GAME_FULL:
		return "This game is full: the host is already playing with somebody. Try again later."
	case wire.RejectCode_REJECT_CODE_RULES_UNSUPPORTED:
		return rulesText
	case wire.RejectCode_REJECT_CODE_NAME_REFUSED:
		return "The host cannot use your name. Choose a shorter one, then join again."
	case wire.RejectCode_REJECT_CODE_ROLE_UNSUPPORTED:
		return "The host's program lets nobody watch a game. Join as a player instead."
	case wire.RejectCode_REJECT_CODE_NO_SUCH_SESSION:
		return "That game cannot be taken up again. Join anew to begin another one."
	}
	return ""
}

const rulesText = "The host plays by rules that this program does not know. " +
	"Install the version that the host has, or ask for other rules."

func noAnswerText(addr string) string {
	return "The program at " + addr + " does not answer as a mancala game does. Check the address and the port."
}

func hungUpText(addr string) string {
	return "The program at " + addr + " hung up before a game began. Check the address and the port, then try again."
}

func brokenText(peer string) string {
	return "The connection to " + peer + " broke. The game cannot go on; connect again to play another one."
}

func vanishedText(peer string) string {
	return "Nothing was heard from " + peer + " for a minute, so the game was ended."
}

func desyncText(peer string) string {
	return "This program and " + peer + "'s do not agree about the board, so the game was stopped and nobody won. " +
		"Use the same version on both computers."
}

func leaveText(peer string, reason wire.LeaveReason) string {
	switch reason {
	case wire.LeaveReason_LEAVE_REASON_CLOSED:
		return peer + " closed the program."
	case wire.LeaveReason_LEAVE_REASON_DECLINED:
		return peer + " did not want to play by these rules."
	case wire.LeaveReason_LEAVE_REASON_PROTOCOL_ERROR, wire.LeaveReason_LEAVE_REASON_FLOOD:
		return peer + "'s program could not follow the game and stopped it. Use the same version on both computers."
	case wire.LeaveReason_LEAVE_REASON_TIMEOUT:
		return peer + "'s program heard nothing from here for too long and ended the game."
	case wire.LeaveReason_LEAVE_REASON_RULES_UNSUPPORTED:
		return peer + "'s program does not know these rules. Choose others, or use the same version on both computers."
	}
	return peer + " left the game."
}

func localText(reason match.Reason) string {
	if reason == match.ReasonDeclined {
		return "You did not accept the rules."
	}
	return "You left the game."
}

// failText says to this end's person that the other program broke the protocol.
func (s *Session) failText(err error) string {
	switch {
	case errors.Is(err, errRules):
		return rulesText
	case s.phase == greeting:
		return noAnswerText(s.cfg.PeerAddr)
	case errors.Is(err, errFlood):
		return s.peer + "'s program sent far too much at once, so the connection was closed."
	}
	if ply := (*rules.PlyError)(nil); errors.As(err, &ply) {
		return s.peer + "'s program sent a move that is not allowed (" + ply.Error() + "), so the game was stopped."
	}
	return s.peer + "'s program sent something that makes no sense here, so the game was stopped. " +
		"Use the same version on both computers."
}
