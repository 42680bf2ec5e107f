package textui

import (
	"context"
	"io"
	"strconv"
	"strings"
	"time"

	"mancala/match"
	"mancala/words"
)

// maxAhead is how many lines are read ahead of the questions that they answer.
const maxAhead = 100

// hear waits until something is typed, the table is to be looked at again, or ctx ends.
func (g *game) hear(ctx context.Context, in *Lines, pause time.Duration) (done bool, err error) {
	line, ok := g.typedAhead()
	if !ok {
		line, ok = g.wordAhead()
	}
	if ok {
		return g.take(line)
	}
	if g.out.open && g.inputEnded {
		return g.endOfInput()
	}
	var tick <-chan time.Time
	if g.expectsEvents() {
		tick = time.After(pause)
	}
	var typed <-chan string
	if g.listensNow() {
		typed = in.C()
	}
	select {
	case <-ctx.Done():
		return true, ctx.Err()
	case <-tick:
	case line, ok := <-typed:
		if !ok {
			g.inputEnded = true
			if g.cfg.Interactive { // Ctrl+D
				g.out.breakOff()
				return g.quit()
			}
			return false, nil
		}
		return g.heard(line)
	}
	return false, nil
}

// listensNow reports whether typed lines are wanted now. If all players are at this end and the
// input is a file, its lines are answers to the questions to come; they are left there until it is
// told that something thinks for long.
func (g *game) listensNow() bool {
	switch {
	case g.inputEnded:
		return false
	case g.out.open:
		return true
	}
	watched := g.cfg.Interactive && (g.table.Persons() > 0 || g.cfg.Pace > 0)
	return len(g.ahead) < maxAhead && (!g.local || watched || g.wait.told)
}

// heard takes a line that was just typed: a word acts at once, an answer to a question that is not
// asked yet is kept.
func (g *game) heard(line string) (done bool, err error) {
	if g.out.open || g.actsAtOnce(line) {
		return g.take(line)
	}
	g.typedWhileWaiting(line)
	return false, nil
}

// actsAtOnce reports whether a line that was typed though nothing is asked is a word that does not
// wait for its turn. In a file it does not overtake the moves before it, unless it only looks or
// answers something that waits for it.
func (g *game) actsAtOnce(line string) bool {
	v, _ := wordOf(line)
	switch {
	case v == verbNone || v == verbHint:
		return false
	case g.cfg.Interactive:
		return true
	case g.local:
		return false
	}
	return len(g.ahead) == 0 || g.overtakes(v)
}

// overtakes reports whether a word in a file acts before the moves that stand before it: it looks
// at the screen, sees to the door, or answers a request or a pause that is on the screen.
func (g *game) overtakes(v verb) bool {
	switch v {
	case verbHelp, verbBoard, verbLetIn, verbNotNow, verbNever, verbRemove, verbInvite, verbCode:
		return true
	case verbAccept, verbRefuse:
		_, asked := g.table.Asks(g.table.Self().Other())
		return asked
	case verbWait, verbKeep:
		_, paused := g.table.Paused()
		return paused
	}
	return false
}

// typedWhileWaiting takes a line while nothing is asked. Enter makes an end of the thinking that
// was told; so does anything typed instead of a hint. A line that is not empty is kept for the
// questions to come.
func (g *game) typedWhileWaiting(line string) {
	enter := isEnter(line)
	switch {
	case g.watching():
		if !enter {
			g.onlyWatches(verbPlay)
		}
		return
	case !enter && g.cfg.Interactive && !g.answersLater(line):
		g.out.refuse(words.T("That word does not work here. Type %s to see what you can type.", verbHelp.word()))
		return
	case !enter:
		g.ahead = append(g.ahead, line)
	}
	switch {
	case g.hint.Working():
		g.hint.Hurry()
	case enter && g.paced():
		g.nextPly()
	case enter && g.wait.told:
		g.table.Hurry()
	}
}

// answersLater reports whether a line can be the answer to a question to come.
func (g *game) answersLater(line string) bool {
	if g.local && g.table.Persons() == 0 {
		return false
	}
	v, _ := wordOf(line)
	_, answer := yes(line)
	if v == verbHint || answer {
		return true
	}
	word := strings.ToLower(strings.TrimSpace(line))
	_, err := strconv.Atoi(word)
	return err == nil || isSwap(word)
}

// typedAhead returns the first of the lines that were kept, if a question is asked now that was to
// be expected.
func (g *game) typedAhead() (line string, ok bool) {
	expected := g.question == askPly || g.question == askRules || g.question == askAgain
	if !g.out.open || !expected || g.held || len(g.ahead) == 0 {
		return "", false
	}
	line, g.ahead = g.ahead[0], g.ahead[1:]
	if g.cfg.Interactive { // its echo stands further up
		g.out.write(line + "\n")
	}
	return line, true
}

// wordAhead returns the first line kept if it is a word of a file and the moves before it have been
// played.
func (g *game) wordAhead() (line string, ok bool) {
	if g.out.open || g.held || g.local || g.cfg.Interactive || len(g.ahead) == 0 {
		return "", false
	}
	if v, _ := wordOf(g.ahead[0]); v == verbNone || v == verbHint {
		return "", false
	}
	line, g.ahead = g.ahead[0], g.ahead[1:]
	return line, true
}

// take acts on a line: on a word wherever it is typed, and otherwise as the answer to the question
// on the screen.
func (g *game) take(line string) (done bool, err error) {
	g.out.answered()
	if v, rest := wordOf(line); v != verbNone && v != verbHint {
		return g.do(v, rest)
	}
	return g.answer(line)
}

// endOfInput ends the game if a question finds no more input.
func (g *game) endOfInput() (done bool, err error) {
	switch {
	case g.table.Stage() == match.StageOver: // no player is there to play again
		return g.leave()
	case g.keeps():
		return true, &Trouble{Text: words.T("The input has ended.") + " " + g.keptWords(), Err: io.EOF}
	}
	return true, inputEnded()
}
