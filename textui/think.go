package textui

import (
	"context"
	"errors"
	"strings"
	"time"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// moment is the time after which thinking is reported.
const moment = time.Second

// wait is the state of waiting for a computer player at this end, or for a hint.
type wait struct {
	since time.Time // when the thinking was first seen; zero if nothing thinks
	told  bool      // it is reported, with the ways to end it
	late  bool      // Enter may still come because of that
}

// askHint requests a hint, or prints why there is none.
func (g *game) askHint() {
	switch {
	case !g.local:
		g.out.refuse(words.T("There are no hints in a network game."))
		return
	case g.cfg.Judge == nil:
		g.out.refuse(words.T("There are no hints here."))
		return
	}
	g.hint.Start(g.cfg.Judge, g.position)
}

// takeHint prints the hint if it has come, and reports whether it has.
func (g *game) takeHint() bool {
	if !g.hint.Poll() || g.hint.Working() {
		return false
	}
	v, _ := g.hint.About(g.position)
	g.out.line(answerWords(v, g.hint.Err(), g.position))
	return true
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

// thinks reports whether a person here waits for a computer player or a hint.
func (g *game) thinks() bool { return g.hint.Working() || g.table.Persons() > 0 && g.table.Thinking() }

// watch reports once that the wait has lasted a moment.
func (g *game) watch(now time.Time) {
	w := &g.wait
	switch {
	case !g.thinks():
		w.since, w.told = time.Time{}, false
	case w.since.IsZero():
		w.since, w.told = now, false
	case !w.told && now.Sub(w.since) >= moment:
		w.told, w.late = true, true
		g.out.line(g.thinkingWords())
	}
}

// thinkingWords returns a sentence about who thinks, and how to stop it.
func (g *game) thinkingWords() string {
	switch who := g.who[g.position.ToMove()]; {
	case g.hint.Working():
		return words.T("Looking for a hint; press Enter to get the best one so far.")
	case g.table.CanHurry():
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
