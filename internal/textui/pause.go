package textui

import (
	"cmp"
	"strings"
	"time"
	"unicode/utf8"

	"mancala/internal/table"
	"mancala/internal/words"
)

// waitOn is the time in seconds for another wait for a peer that has left on purpose.
const waitOn = 60

// stepPaused waits for the other end, and asks how to continue if it does not return. It cannot ask
// if the input is a file: then a host waits for another guest, and a guest leaves the game.
func (g *game) stepPaused(p table.Paused) (done bool, err error) {
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
	if t.cfg.Terms != nil { // the club would not receive an end
		return words.T("Wait longer, or leave for now? [%s/%s] ", verbWait.word(), verbKeep.word())
	}
	return words.T("Wait longer, keep the game for later, or end it? [%s/%s/%s] ", verbWait.word(), verbKeep.word(), verbEnd.word())
}

// pauseAnswer takes the first letter of a word as the answer. The whole words work everywhere.
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
	end := func() { g.scene.Link().Leave(table.ReasonQuit) }
	switch {
	case g.scene.Local():
		g.out.refuse(words.T("Both players are at this keyboard; type %s to leave the game.", verbQuit.word()))
	case g.scene.Match() == nil || g.scene.Stage() == table.StageEnded:
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

// noGameWords refuses a word about a pause if there is no game.
func noGameWords(v verb) string {
	switch v {
	case verbWait:
		return words.T("There is no game to wait for.")
	case verbKeep:
		return words.T("There is no game to keep.")
	}
	return words.T("There is no game to end.")
}

// setAside makes the host store the paused game and wait for another guest.
func (g *game) setAside() {
	if p, _ := g.scene.Paused(); !g.finished && !p.Reason.Keeps() {
		g.out.line(words.T("The game with %s is kept.", g.scene.Peer()))
	}
	g.waitAgain()
}

// stepOver takes the next step after the end of a game.
func (g *game) stepOver() (done bool, err error) {
	switch {
	case g.isClubComputer():
		return g.playOn(time.Now())
	case g.win.step(time.Now()), g.askedAgain(), g.scene.Watching():
		return false, nil
	case g.scene.Local() && (!g.cfg.Interactive || g.scene.Persons() == 0):
		return true, nil
	case newsToCome(g, time.Now()):
		return false, nil
	}
	text := words.T("Play again? [%s/%s] ", words.C("answer", "y"), words.C("answer", "n"))
	if g.scene.CanUndo() {
		text = words.T("Play again, or undo? [%s/%s/%s] ", words.C("answer", "y"), words.C("answer", "n"), verbUndo.word())
	}
	g.ask(askAgain, text)
	return false, nil
}

// newsPause is the quiet time before the question whether to play again. So the player gets one
// question, and not one after each piece of news.
const newsPause = time.Second

// newsToCome reports whether the question whether to play again has to wait for more news of a
// game: after a game was broken off, and after a rated game, whose rating follows. It does not wait
// once the other player wants to play again.
func newsToCome(g *game, now time.Time) bool {
	if g.scene.Wanted(g.scene.Self().Other()) {
		return false
	}
	again := g.question == askAgain && g.out.broken
	rated := g.question != askAgain && g.rated()
	return (again || rated) && now.Sub(g.since.news) < newsPause
}

// againWait is the longest time that a computer at a club waits for the other player's wish for
// another game.
const againWait = 30 * time.Second

// playOn makes a computer at a club offer another game, and leave if the other player does not
// accept.
func (g *game) playOn(now time.Time) (done bool, err error) {
	switch {
	case g.since.over.IsZero():
		g.since.over = now
		g.requests.rematch()
	case now.Sub(g.since.over) >= againWait:
		return g.leave()
	}
	return false, nil
}

// quit leaves because a person typed the word.
func (g *game) quit() (done bool, err error) {
	if g.scene.Watching() {
		g.out.line(words.T("You stopped watching."))
		return g.leave()
	}
	switch g.scene.Stage() {
	case table.StageOffered:
		if !g.offer.agreed {
			g.offer.agree(false)
			return false, nil
		}
		g.out.line(words.T("You no longer wait for the game."))
	case table.StageConnecting:
		g.out.line(words.T("You no longer wait for the game."))
	case table.StageGame:
		g.out.line(words.T("You have left the game."))
		if g.keeps() {
			g.out.line(g.keptWords())
		}
	case table.StageListening:
		g.out.line(words.T("You no longer wait for a guest."))
	}
	return g.leave()
}

// leave ends the game at this end. A running game stays stored.
func (g *game) leave() (done bool, err error) {
	g.leaving = true
	g.win.recordUnasked()
	g.scene.Part(false)
	return true, nil
}

// stepEnded takes the next step after either end has left. A host waits for the next guest, unless
// the game is over and there is no more input.
func (g *game) stepEnded() (done bool, err error) {
	switch {
	case g.win.step(time.Now()):
	case g.hosting() && !(g.input.ended && g.finished):
		g.waitAgain()
	case g.line.left.Local, g.finished, g.scene.Watching() && g.line.left.Reason.Keeps():
		return true, nil
	default:
		return true, g.line.trouble()
	}
	return false, nil
}

// waitAgain makes the host wait for the next guest.
func (g *game) waitAgain() {
	if g.met {
		g.out.line(words.T("Waiting for another guest."))
		g.guests.looked = false
	}
	g.met, g.doubt, g.finished, g.resumed = false, nil, false, false
	g.line.forget()
	g.offer.shown, g.guests.removed = false, false
	g.scene.WaitAgain()
}
