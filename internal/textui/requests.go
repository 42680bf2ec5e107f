package textui

import (
	"strconv"
	"strings"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
)

// requests are the questions and messages between the two ends besides plies.
type requests struct{ *terminal }

// tell shows an event.
func (r *requests) tell(e table.News) {
	switch e := e.(type) {
	case table.RematchWanted:
		if e.By != r.scene.Self() && r.scene.Wanted(e.By) && !r.askedAgain() { // and not agrees
			r.out.styled(strong, words.T("%s wants to play again.", r.scene.Peer()))
		}
	case table.RematchWithdrawn:
		r.tellWithdrawn(e.By, words.T("You no longer ask to play again."), words.Msg("%s no longer asks to play again."))
	case table.TakebackAsked:
		r.asked(e)
	case table.TakebackAnswered:
		r.answered(e)
	case table.TakebackWithdrawn:
		r.tellWithdrawn(e.By, words.T("You no longer ask to take a choice back."), words.Msg("%s no longer asks to take a choice back."))
	case table.Said:
		if e.By == r.scene.Self() || !r.scene.Muted() {
			r.out.line(r.scene.SaidWords(e))
		}
	}
}

// asked prints a request to take plies back.
func (r *requests) asked(e table.TakebackAsked) {
	if e.By == r.scene.Self() {
		r.out.line(words.T("You ask %[1]s to let you take your last choice back. Type %[2]s to stop asking.", r.scene.Peer(), verbWithdraw.word()))
		return
	}
	r.out.styled(strong, words.T("%[1]s asks to take their last choice back. Type %[2]s or %[3]s; a move of yours refuses, too.",
		r.scene.Peer(), verbAccept.word(), verbRefuse.word()))
}

// answered prints the answer to a request.
func (r *requests) answered(e table.TakebackAnswered) {
	switch {
	case e.By == r.scene.Self() && !e.Granted:
		r.out.line(words.T("You have refused."))
	case e.By == r.scene.Self():
	case e.Granted:
		r.out.line(words.T("%s agrees.", r.scene.Peer()))
	default:
		r.out.line(words.T("%s refuses.", r.scene.Peer()))
	}
}

// tellWithdrawn prints that a party has withdrawn a request.
func (r *requests) tellWithdrawn(by match.Party, own string, other words.Msg) {
	if by == r.scene.Self() {
		r.out.line(own)
	} else {
		r.out.line(other.T(r.scene.Peer()))
	}
}

// do executes a word for the other end.
func (r *requests) do(v verb, rest string) {
	switch {
	case r.scene.Local() && v == verbTakeback:
		r.out.refuse(words.T("At one keyboard you need not ask: type %s.", verbUndo.word()))
	case r.scene.Local():
		r.out.refuse(words.T("The other player is at this keyboard."))
	case !r.met:
		r.out.refuse(words.T("There is no other player yet."))
	case v == verbTakeback:
		r.complain(r.scene.AskTakeback())
	case v == verbAccept, v == verbRefuse:
		r.reply(v == verbAccept)
	case v == verbWithdraw:
		r.withdraw()
	case v == verbSay:
		r.say(rest)
	case v == verbMute:
		r.mute()
	}
}

// reply answers the request of the other end.
func (r *requests) reply(agreed bool) {
	other := r.scene.Self().Other()
	switch _, asks := r.scene.Asks(other); {
	case asks:
		r.complain(r.scene.AnswerTakeback(agreed))
	case agreed && r.scene.Stage() == table.StageOver && r.scene.Wanted(other):
		r.rematch()
	default:
		r.out.refuse(words.T("%s has not asked for anything.", r.scene.Peer()))
	}
}

// withdraw withdraws the request of this end.
func (r *requests) withdraw() {
	if _, asks := r.scene.Asks(r.scene.Self()); asks || !r.askedAgain() {
		r.complain(r.scene.WithdrawTakeback())
		return
	}
	r.complain(r.scene.WithdrawRematch())
}

// say sends a line to the other end; without a text it lists the ready-made lines.
func (r *requests) say(text string) {
	if text == "" {
		list := make([]string, len(match.Phrases))
		for i, phrase := range match.Phrases {
			list[i] = words.T("%[1]s %[2]d for %[3]q", verbSay.word(), i+1, words.Phrase(phrase))
		}
		r.out.line(words.T("Type %[1]s and a text, or %[2]s.", verbSay.word(), words.Either(list)))
		return
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(match.Phrases) {
		text = match.Phrases[n-1]
	}
	for _, phrase := range match.Phrases {
		for _, known := range [...]string{phrase, words.Phrase(phrase)} {
			if strings.EqualFold(strings.TrimRight(text, "!"), strings.TrimRight(known, "!")) {
				text = phrase
			}
		}
	}
	r.complain(r.scene.Say(text))
}

func (r *requests) mute() {
	if r.scene.ToggleMute(); r.scene.Muted() {
		r.out.line(words.T("Nothing that %[1]s says is shown any more. Type %[2]s again to see it.", r.scene.Peer(), verbMute.word()))
	} else {
		r.out.line(words.T("What %s says is shown again.", r.scene.Peer()))
	}
}

// askedAgain reports whether this end has asked for the next game.
func (t *terminal) askedAgain() bool {
	return !t.scene.Watching() && t.scene.Wanted(t.scene.Self())
}

// rematch asks for the next game, or agrees to it. It fails only if the other end has left.
func (r *requests) rematch() {
	self := r.scene.Self()
	if r.scene.Rematch() == nil && r.scene.Stage() == table.StageOver && !r.scene.Wanted(self.Other()) {
		r.out.line(words.T("Waiting for %s.", r.scene.Peer()))
	}
}

// askClub sends a word about the other player to the club of a game; club may be nil. It reports
// whether it has asked the club, whose answer comes as news.
func askClub(club Club, out *screen, game int, v verb, text string) (asked bool) {
	switch {
	case club == nil:
		out.refuse(words.T("That word works at a club only."))
		return false
	case v == verbBlock:
		club.Block()
	case text == "":
		out.refuse(words.T("Type what happened after it, as in %q.", verbReport.word()+" "+words.T("insults")))
		return false
	default:
		club.Report(game, text)
	}
	return true
}
