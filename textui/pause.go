package textui

import (
	"cmp"
	"strings"
	"time"
	"unicode/utf8"

	"mancala/match"
	"mancala/words"
)

// waitOn is the time in seconds for another wait for a peer that has left on purpose.
const waitOn = 60

// stepPaused waits for the other end, and asks how to go on if it does not come back. If the input
// is a file, there is no one to ask: a host waits for another guest, and a guest leaves the game as
// it is.
func (g *game) stepPaused(p match.Paused) (done bool, err error) {
	switch {
	case g.scene.Watching():
	case !g.scene.PauseDue():
		g.line.remind()
	case g.cfg.Interactive:
		g.meeting.repeat()
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

func (t *terminal) pauseQuestion() string {
	if t.hosting() {
		return words.T("Wait longer, keep the game for later and wait for another guest, or end it? [%s/%s/%s] ",
			verbWait.word(), verbKeep.word(), verbEnd.word())
	}
	if t.cfg.Terms != nil { // the club would not hear of an end
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
	end := func() { g.scene.Link().Leave(match.ReasonQuit) }
	switch {
	case g.scene.Local():
		g.out.refuse(words.T("Both players are at this keyboard; type %s to leave the game.", verbQuit.word()))
	case g.scene.Match() == nil || g.scene.Stage() == match.StageEnded:
		g.out.refuse(noGameWords(v))
	case v == verbEnd && !paused && g.cfg.Interactive && g.playing():
		g.doubt = &doubt{g.endQuestion, end}
	case v == verbEnd:
		end()
	case !paused:
		g.out.refuse(words.T("The connection is up, and the game goes on."))
	case v == verbWait:
		g.scene.WaitMore(time.Duration(cmp.Or(p.Wait, waitOn)) * time.Second)
		g.line.tellWait(true)
	case g.hosting():
		g.setAside()
	default:
		return g.quit()
	}
	return false, nil
}

// endLoses reports whether ending the running game for good loses it.
func (t *terminal) endLoses() bool { return t.rated() && !t.finished }

func (t *terminal) endQuestion() string {
	yes, no := words.C("answer", "y"), words.C("answer", "n")
	if t.endLoses() {
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
		g.out.line(words.T("The game with %s is kept.", g.scene.Peer()))
	}
	g.waitAgain()
}
