package netplay

import (
	"errors"
	"strconv"
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
	case wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES:
		return "The host's program does not have this game at hand. Ask the host to continue it, " +
			"or join anew to begin another one."
	case wire.RejectCode_REJECT_CODE_SET_ASIDE:
		return "The host has set this game aside. Ask the host to continue it."
	case wire.RejectCode_REJECT_CODE_SERIES_ENDED:
		return "The host has ended this game. Join anew to begin another one."
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
	return "The connection to " + peer + " broke before the game began. Connect again to play."
}

func droppedText(peer string, running bool) string {
	return peer + "'s connection dropped. " + goesOnText(running)
}

func goesOnText(running bool) string {
	if running {
		return "The game goes on as soon as it is back."
	}
	return "You can play again as soon as it is back."
}

func vanishedText(peer string) string {
	return "Nothing was heard from " + peer + " for half a minute. The game goes on as soon as the connection is back."
}

// vanished says that nothing has been heard of the peer for too long.
func (s *Session) vanished() string {
	if s.series == nil {
		return brokenText(s.peer)
	}
	return vanishedText(s.peer)
}

func awayText(peer string, reason match.Reason) string {
	happened := " left for now. "
	if reason == match.ReasonClosed {
		happened = " closed the program. "
	}
	return peer + happened + "The game is kept, and goes on as soon as " + peer + " is back."
}

func keptText(peer string) string {
	return "The game against " + peer + " was kept. It goes on as soon as " + peer + " is there."
}

func asideText(peer string) string {
	return peer + " has set this game aside. It is kept; agree with " + peer + " when to continue it."
}

// endedText says that the peer has ended a series in the middle of a game.
func endedText(peer string, self match.Party) string {
	text := peer + " has ended this game, so nobody wins it."
	if self == match.Guest {
		text += " Join again to begin another one."
	}
	return text
}

func rememberedText(peer string, plies int) string {
	if plies == 1 {
		return "A move of yours was lost here. " + peer + "'s program remembered it, so it stands on the board."
	}
	return strconv.Itoa(plies) + " moves of yours were lost here. " + peer +
		"'s program remembered them, so they stand on the board."
}

func desyncText(peer string) string {
	return "This program and " + peer + "'s do not agree about the board, so the game was stopped and nobody won. " +
		"Use the same version on both computers."
}

const replacedText = "Another program of yours has taken this game up, with the same data folder. Go on there."

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
	case s.phase == greeting || s.phase == resuming:
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

const badBookmarkText = "The kept game cannot be read, so it cannot be taken up again. Begin another one."
