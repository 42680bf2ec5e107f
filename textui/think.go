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
	*terminal
	board *board
	told  bool // it is reported, with the ways to end it
	late  bool // Enter may still come because of that
}

// askHint requests a hint, or prints why there is none.
func (w *wait) askHint() {
	if why := w.scene.Hint(); why != "" {
		w.out.refuse(why + ".")
	}
}

// tellHint prints the hint if it has come.
func (w *wait) tellHint() {
	if v, ok, err := w.scene.TakeHint(); ok {
		w.out.line(answerWords(v, err, w.board.position))
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
func (w *wait) watch() {
	long := w.scene.Persons() > 0 && w.scene.ThinksLong()
	if long && !w.told {
		w.late = true
		w.out.line(w.thinkingWords())
	}
	w.told = long
}

// thinkingWords returns a sentence about who thinks, and how to stop it.
func (w *wait) thinkingWords() string {
	switch who := w.board.who[w.board.position.ToMove()]; {
	case w.scene.Hinting():
		return words.T("Looking for a hint; press Enter to get the best one so far.")
	case w.scene.CanHurry():
		return words.T("%s is thinking; press Enter to make it move now.", who)
	default:
		return words.T("%s is thinking.", who)
	}
}

// tooLate reports whether a line is an Enter that was meant to stop thinking which has already
// ended.
func (w *wait) tooLate(line string) bool {
	late := w.late && isEnter(line)
	w.late = late
	return late
}

func isEnter(line string) bool { return strings.TrimSpace(line) == "" }
