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

// maxAhead is the largest number of lines that are kept for questions to come.
const maxAhead = 100

// hear waits for a line, for the next look at the table, or for the end of ctx.
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
		g.since.look = time.Now() // only the time after the line counts for what it begins
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

// listensNow reports whether to read lines now. If all players are at this end and the input is a
// file, its lines answer the questions to come and stay unread until then. The exception is a
// player who thinks for so long that the screen offers Enter.
func (g *game) listensNow() bool {
	switch {
	case g.inputEnded:
		return false
	case g.out.open:
		return true
	}
	watched := g.cfg.Interactive && (g.scene.Persons() > 0 || g.cfg.Pace > 0)
	return len(g.ahead) < maxAhead && (!g.scene.Local() || watched || g.wait.told)
}

// heard takes a line that was just typed. A word acts at once; an answer to a later question is
// kept.
func (g *game) heard(line string) (done bool, err error) {
	if g.out.open || g.actsAtOnce(line) {
		return g.take(line)
	}
	g.typedWhileWaiting(line)
	return false, nil
}

// actsAtOnce reports whether a line that answers no question is a word that acts at once. In a
// file, a word does not overtake the moves before it, except for the words of overtakes.
func (g *game) actsAtOnce(line string) bool {
	v, _ := wordOf(line)
	switch {
	case v == verbNone || v == verbHint:
		return false
	case g.cfg.Interactive:
		return true
	case g.scene.Local():
		return false
	}
	return len(g.ahead) == 0 || g.overtakes(v)
}

// overtakes reports whether a word in a file acts before the moves ahead of it: one that only looks
// at the screen, one about the door, or the answer to a request or a pause on the screen.
func (g *game) overtakes(v verb) bool {
	switch v {
	case verbHelp, verbBoard, verbLetIn, verbNotNow, verbNever, verbRemove, verbInvite, verbCode:
		return true
	case verbAccept, verbRefuse:
		_, asked := g.scene.Asks(g.scene.Self().Other())
		return asked
	case verbWait, verbKeep:
		_, paused := g.scene.Paused()
		return paused
	}
	return false
}

// typedWhileWaiting takes a line while there is no question. Enter stops the thinking once the
// screen has offered that; any line stops the search for a hint. A line that is not empty is kept
// for the questions to come.
func (g *game) typedWhileWaiting(line string) {
	enter := isEnter(line)
	switch {
	case g.scene.Watching():
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
	case g.scene.Hinting():
		g.scene.HurryHint()
	case enter && g.paced():
		g.nextPly()
	case enter && g.wait.told:
		g.scene.Hurry()
	}
}

// answersLater reports whether a line may answer a question to come.
func (g *game) answersLater(line string) bool {
	if g.scene.Local() && g.scene.Persons() == 0 {
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

// typedAhead returns the first kept line if the current question is one that a user could expect.
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

// wordAhead returns the first kept line if it is a word from a file and the moves before it have
// been played.
func (g *game) wordAhead() (line string, ok bool) {
	if g.out.open || g.held || g.scene.Local() || g.cfg.Interactive || len(g.ahead) == 0 {
		return "", false
	}
	if v, _ := wordOf(g.ahead[0]); v == verbNone || v == verbHint {
		return "", false
	}
	line, g.ahead = g.ahead[0], g.ahead[1:]
	return line, true
}

// take executes a word, whatever the question, and otherwise takes the line as the answer to the
// current question.
func (g *game) take(line string) (done bool, err error) {
	g.out.answered()
	if v, rest := wordOf(line); v != verbNone && v != verbHint {
		return g.do(v, rest)
	}
	return g.answer(line)
}

// endOfInput ends the game because a question finds no more input.
func (g *game) endOfInput() (done bool, err error) {
	switch {
	case g.scene.Stage() == match.StageOver: // no player is there to play again
		return g.leave()
	case g.keeps():
		return true, &Trouble{Text: words.T("The input has ended.") + " " + g.keptWords(), Err: io.EOF}
	}
	return true, inputEnded()
}
