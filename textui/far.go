package textui

import (
	"fmt"
	"strconv"
	"strings"

	"mancala/match"
)

// doFar carries out a word that is meant for the other end.
func (g *game) doFar(v verb, rest string) {
	switch {
	case g.local && v == verbTakeback:
		g.out.line("At one keyboard nobody has to be asked: type undo.")
	case g.local:
		g.out.line("The other player is at this keyboard.")
	case !g.met:
		g.out.line("There is no other player yet.")
	case v == verbTakeback:
		g.complain(g.table.AskTakeback())
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

// reply answers the other end's request.
func (g *game) reply(agreed bool) {
	other := g.table.Self().Other()
	switch _, asks := g.table.Asks(other); {
	case asks:
		g.complain(g.table.AnswerTakeback(agreed))
	case agreed && g.table.Stage() == match.StageOver && g.table.Wanted(other):
		g.rematch()
	default:
		g.out.line(g.peer() + " has not asked for anything.")
	}
}

// withdraw takes back this end's request.
func (g *game) withdraw() {
	if _, asks := g.table.Asks(g.table.Self()); asks || !g.again {
		g.complain(g.table.WithdrawTakeback())
		return
	}
	g.complain(g.table.WithdrawRematch())
}

// say sends a line to the other end, or tells which lines are ready.
func (g *game) say(text string) {
	if text == "" {
		list := make([]string, len(match.Phrases))
		for i, phrase := range match.Phrases {
			list[i] = fmt.Sprintf("say %d for %q", i+1, phrase)
		}
		g.out.line("Type say and a text, or " + either(list) + ".")
		return
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(match.Phrases) {
		text = match.Phrases[n-1]
	}
	for _, phrase := range match.Phrases {
		if strings.EqualFold(text, strings.TrimRight(phrase, "!")) {
			text = phrase
		}
	}
	g.complain(g.table.Say(text))
}

// said shows a line of talk.
func (g *game) said(e match.Said) {
	switch {
	case e.By == g.table.Self():
		g.out.line("You: " + e.Text)
	case !g.muted:
		g.out.line(g.table.Name(e.By) + ": " + e.Text)
	}
}

func (g *game) mute() {
	if g.muted = !g.muted; g.muted {
		g.out.line("Nothing that " + g.peer() + " says is shown any more. Type mute again to see it.")
	} else {
		g.out.line("What " + g.peer() + " says is shown again.")
	}
}

// asked tells of a request to take plies back.
func (g *game) asked(e match.TakebackAsked) {
	if e.By == g.table.Self() {
		g.out.line("You ask " + g.peer() + " to let you take your last choice back. Type withdraw to stop asking.")
		return
	}
	g.out.line(g.peer() + " asks to take their last choice back. Type accept or refuse; a move of yours refuses, too.")
}

// answeredBack tells how a request was answered.
func (g *game) answeredBack(e match.TakebackAnswered) {
	switch {
	case e.By == g.table.Self() && !e.Granted:
		g.out.line("You have refused.")
	case e.By == g.table.Self():
	case e.Granted:
		g.out.line(g.peer() + " agrees.")
	default:
		g.out.line(g.peer() + " refuses.")
	}
}

// withdrawn tells that a request is no longer open.
func (g *game) withdrawn(by match.Party, what string) {
	if by == g.table.Self() {
		g.out.line("You no longer ask " + what + ".")
	} else {
		g.out.line(g.peer() + " no longer asks " + what + ".")
	}
}
