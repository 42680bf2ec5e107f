package textui

import (
	"strconv"
	"strings"

	"mancala/match"
	"mancala/words"
)

// doFar executes a word that is meant for the other end.
func (g *game) doFar(v verb, rest string) {
	switch {
	case g.scene.Local() && v == verbTakeback:
		g.out.refuse(words.T("At one keyboard you need not ask: type %s.", verbUndo.word()))
	case g.scene.Local():
		g.out.refuse(words.T("The other player is at this keyboard."))
	case !g.met:
		g.out.refuse(words.T("There is no other player yet."))
	case v == verbTakeback:
		g.complain(g.scene.AskTakeback())
	case v == verbAccept, v == verbRefuse:
		g.reply(v == verbAccept)
	case v == verbWithdraw:
		g.withdraw()
	case v == verbSay:
		g.say(rest)
	case v == verbMute:
		g.mute()
	}
}

// askHall executes a word about the other player of a game that is meant for its club, or nil. It
// reports whether the club was asked, so that the answer comes as news.
func askHall(hall Hall, out *screen, game int, v verb, text string) (asked bool) {
	switch {
	case hall == nil:
		out.refuse(words.T("That word works at a club only."))
		return false
	case v == verbBlock:
		hall.Block()
	case text == "":
		out.refuse(words.T("Type what happened after it, as in %q.", verbReport.word()+" "+words.T("insults")))
		return false
	default:
		hall.Report(game, text)
	}
	return true
}

// reply answers the request of the other end.
func (g *game) reply(agreed bool) {
	other := g.scene.Self().Other()
	switch _, asks := g.scene.Asks(other); {
	case asks:
		g.complain(g.scene.AnswerTakeback(agreed))
	case agreed && g.scene.Stage() == match.StageOver && g.scene.Wanted(other):
		g.rematch()
	default:
		g.out.refuse(words.T("%s has not asked for anything.", g.peer()))
	}
}

// withdraw withdraws the request of this end.
func (g *game) withdraw() {
	if _, asks := g.scene.Asks(g.scene.Self()); asks || !g.again {
		g.complain(g.scene.WithdrawTakeback())
		return
	}
	g.complain(g.scene.WithdrawRematch())
}

// say sends a line to the other end; without a text it lists the ready-made lines.
func (g *game) say(text string) {
	if text == "" {
		list := make([]string, len(match.Phrases))
		for i, phrase := range match.Phrases {
			list[i] = words.T("%[1]s %[2]d for %[3]q", verbSay.word(), i+1, words.Phrase(phrase))
		}
		g.out.line(words.T("Type %[1]s and a text, or %[2]s.", verbSay.word(), words.Either(list)))
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
	g.complain(g.scene.Say(text))
}

// said prints a line of talk.
func (g *game) said(e match.Said) {
	switch {
	case e.By == g.scene.Self():
		g.out.line(words.T("You: %s", words.Phrase(e.Text)))
	case !g.scene.Muted():
		g.out.line(g.scene.Name(e.By) + ": " + words.Phrase(e.Text))
	}
}

func (g *game) mute() {
	if g.scene.ToggleMute(); g.scene.Muted() {
		g.out.line(words.T("Nothing that %[1]s says is shown any more. Type %[2]s again to see it.", g.peer(), verbMute.word()))
	} else {
		g.out.line(words.T("What %s says is shown again.", g.peer()))
	}
}

// asked prints a request to take plies back.
func (g *game) asked(e match.TakebackAsked) {
	if e.By == g.scene.Self() {
		g.out.line(words.T("You ask %[1]s to let you take your last choice back. Type %[2]s to stop asking.", g.peer(), verbWithdraw.word()))
		return
	}
	g.out.styled(strong, words.T("%[1]s asks to take their last choice back. Type %[2]s or %[3]s; a move of yours refuses, too.",
		g.peer(), verbAccept.word(), verbRefuse.word()))
}

// answeredBack prints the answer to a request.
func (g *game) answeredBack(e match.TakebackAnswered) {
	switch {
	case e.By == g.scene.Self() && !e.Granted:
		g.out.line(words.T("You have refused."))
	case e.By == g.scene.Self():
	case e.Granted:
		g.out.line(words.T("%s agrees.", g.peer()))
	default:
		g.out.line(words.T("%s refuses.", g.peer()))
	}
}

// rematchWithdrawn reports that a party no longer wants to play again.
func (g *game) rematchWithdrawn(by match.Party) {
	if by == g.scene.Self() {
		g.out.line(words.T("You no longer ask to play again."))
		g.again = false
	} else {
		g.out.line(words.T("%s no longer asks to play again.", g.peer()))
	}
}

// takebackWithdrawn reports that a party no longer asks for a takeback.
func (g *game) takebackWithdrawn(by match.Party) {
	if by == g.scene.Self() {
		g.out.line(words.T("You no longer ask to take a choice back."))
	} else {
		g.out.line(words.T("%s no longer asks to take a choice back.", g.peer()))
	}
}
