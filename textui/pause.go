package textui

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"mancala/match"
	"mancala/words"
)

// reminders are the times before the end of a pause at which the remaining time is printed again.
var reminders = [...]time.Duration{30 * time.Second, 10 * time.Second}

// waitOn is the time in seconds for another wait for a peer that has left on purpose.
const waitOn = 60

// pause is the state of a connection that is down.
type pause struct {
	told int    // the number of reminders printed
	code string // the last code of the meeting point that was printed since it began
}

// paused reports that the connection is down.
func (g *game) paused(e match.Paused) {
	g.sure = verbNone
	if g.leaving { // the person here has not waited for it
		return
	}
	g.out.warn(words.Sentence(e.Note))
	if g.scene.Watching() {
		return
	}
	g.tellWait(!e.Reason.Keeps())
}

// tellWait shows that a wait for the other end has begun. If it has left on purpose, no one waits.
func (g *game) tellWait(waits bool) {
	if g.pause = (pause{}); waits {
		g.tellRest()
	}
	g.codeNews(g.scene.Meeting())
}

// tellRest prints the remaining time of the wait.
func (g *game) tellRest() {
	rest := g.scene.WaitLeft().Round(time.Second)
	for g.pause.told < len(reminders) && rest <= reminders[g.pause.told] {
		g.pause.told++
	}
	g.out.warn(words.T("Reconnecting, %[1]s ...", fmt.Sprintf("%d:%02d", rest/time.Minute, rest%time.Minute/time.Second)))
}

// stepPaused waits for the other end, and asks how to go on if it does not come back. If the input
// is a file, there is no one to ask: a host waits for another guest, and a guest leaves the game as
// it is.
func (g *game) stepPaused(p match.Paused) (done bool, err error) {
	switch {
	case g.scene.Watching():
	case !g.scene.PauseDue():
		if g.cfg.Interactive && g.pause.told < len(reminders) && g.scene.WaitLeft() <= reminders[g.pause.told] {
			g.tellRest()
		}
	case g.cfg.Interactive:
		if m := g.scene.Meeting(); m.Open() && m.Code != g.pause.code {
			g.pause.code = m.Code
			g.out.line(codeWords(m, g.peer())...)
		}
		g.ask(askPause, g.pauseQuestion())
	case g.hosting():
		g.setAside()
	case g.finished:
		return g.leave()
	default:
		return true, &Trouble{Text: g.andKept(p.Note)}
	}
	return false, nil
}

func (g *game) pauseQuestion() string {
	if g.hosting() {
		return words.T("Wait longer, keep the game for later and wait for another guest, or end it? [%s/%s/%s] ",
			verbWait.word(), verbKeep.word(), verbEnd.word())
	}
	if g.cfg.Terms != nil { // the club would not hear of an end
		return words.T("Wait longer, or leave for now? [%s/%s] ", verbWait.word(), verbKeep.word())
	}
	return words.T("Wait longer, keep the game for later, or end it? [%s/%s/%s] ", verbWait.word(), verbKeep.word(), verbEnd.word())
}

// pauseAnswer takes the first letter of a word as the answer; the words themselves work everywhere.
func (g *game) pauseAnswer(line string) (done bool, err error) {
	choices := [...]verb{verbWait, verbKeep, verbEnd}
	for _, v := range choices {
		if first, _ := utf8.DecodeRuneInString(v.word()); strings.EqualFold(line, string(first)) {
			return g.doPaused(v)
		}
	}
	for i, letter := range [...]string{"w", "k", "e"} { // in English, as the words themselves
		if strings.EqualFold(line, letter) {
			return g.doPaused(choices[i])
		}
	}
	g.out.refuse(words.T("Please type %s, %s or %s.", verbWait.word(), verbKeep.word(), verbEnd.word()))
	return false, nil
}

// doPaused executes a word about a pause.
func (g *game) doPaused(v verb) (done bool, err error) {
	p, paused := g.scene.Paused()
	switch {
	case g.scene.Local():
		g.out.refuse(words.T("Both players are at this keyboard; type %s to leave the game.", verbQuit.word()))
	case g.scene.Match() == nil || g.scene.Stage() == match.StageEnded:
		g.out.refuse(noGameWords(v))
	case v == verbEnd && !paused && g.cfg.Interactive && g.playing():
		g.sure = verbEnd
	case v == verbEnd:
		g.scene.Link().Leave(match.ReasonQuit)
	case !paused:
		g.out.refuse(words.T("The connection is up, and the game goes on."))
	case v == verbWait:
		g.scene.WaitMore(time.Duration(cmp.Or(p.Wait, waitOn)) * time.Second)
		g.tellWait(true)
	case g.hosting():
		g.setAside()
	default:
		return g.quit()
	}
	return false, nil
}

// endLoses reports whether ending the running game for good loses it.
func (g *game) endLoses() bool { return g.cfg.Terms != nil && g.cfg.Terms.Rated && !g.finished }

func (g *game) endQuestion() string {
	yes, no := words.C("answer", "y"), words.C("answer", "n")
	if g.endLoses() {
		return words.T("End the game for good? You then lose it. [%s/%s] ", yes, no)
	}
	return words.T("End the game for good, with no winner? [%s/%s] ", yes, no)
}

// noGameWords returns the refusal of a word about a pause if there is no game.
func noGameWords(v verb) string {
	switch v {
	case verbWait:
		return words.T("There is no game to wait for.")
	case verbKeep:
		return words.T("There is no game to keep.")
	}
	return words.T("There is no game to end.")
}

// setAside makes the host keep the paused game and wait for another guest.
func (g *game) setAside() {
	if p, _ := g.scene.Paused(); !g.finished && !p.Reason.Keeps() {
		g.out.line(words.T("The game with %s is kept.", g.peer()))
	}
	g.waitAgain()
}

// resume prints that the connection is back, with its details.
func (g *game) resume(text string) {
	g.pause = pause{}
	g.typed, g.shown, g.waits = false, false, true
	g.out.line(g.scene.BackWords())
	if text != "" && !g.scene.Watching() {
		g.out.line(text)
	}
}
