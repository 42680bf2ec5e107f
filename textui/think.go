package textui

import (
	"context"
	"errors"
	"strings"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// wait is the state of waiting for a computer player at this end, or for a hint.
type wait struct {
	told bool // it is reported, with the ways to end it
	late bool // Enter may still come because of that
}

// askHint requests a hint, or prints why there is none.
func (g *game) askHint() {
	switch {
	case !g.scene.Local():
		g.out.refuse(words.T("There are no hints in a network game."))
		return
	case g.scene.Env.NewJudge == nil:
		g.out.refuse(words.T("There are no hints here."))
		return
	}
	g.scene.Hint()
}

// tellHint prints the hint if it has come.
func (g *game) tellHint() {
	if v, ok, err := g.scene.TakeHint(); ok {
		g.out.line(answerWords(v, err, g.position))
	}
}

// answerWords returns the answer of the judge about p as a sentence.
func answerWords(v match.Verdict, err error, p rules.Position) string {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return words.T("There was no time to find a hint.")
	case err != nil:
		return words.T("There is no hint. %s", err)
	case p.Legal(v.Best()) != nil:
		return words.T("There is no hint.")
	}
	return hintWords(v, p)
}

// watch reports once that a person here has waited for long for a computer player or a hint.
func (g *game) watch() {
	long := g.scene.Persons() > 0 && g.scene.ThinksLong()
	if long && !g.wait.told {
		g.wait.late = true
		g.out.line(g.thinkingWords())
	}
	g.wait.told = long
}

// thinkingWords returns a sentence about who thinks, and how to stop it.
func (g *game) thinkingWords() string {
	switch who := g.who[g.position.ToMove()]; {
	case g.scene.Hinting():
		return words.T("Looking for a hint; press Enter to get the best one so far.")
	case g.scene.CanHurry():
		return words.T("%s is thinking; press Enter to make it move now.", who)
	default:
		return words.T("%s is thinking.", who)
	}
}

// tooLate reports whether a line is an Enter that was meant to stop thinking which has already
// ended.
func (g *game) tooLate(line string) bool {
	late := g.wait.late && isEnter(line)
	g.wait.late = late
	return late
}

func isEnter(line string) bool { return strings.TrimSpace(line) == "" }
