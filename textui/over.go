package textui

import (
	"time"

	"mancala/match"
	"mancala/words"
)

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

// newsPause is how long nothing has to happen until a player is asked once, and not after each
// piece of news, whether to play again.
const newsPause = time.Second

// newsToCome reports whether there may be more news of a game in a moment, so that the question
// whether to play again waits: after some have broken it off, and after a rated game, whose rating
// follows. It does not wait once the other player wants to.
func newsToCome(g *game, now time.Time) bool {
	if g.scene.Wanted(g.scene.Self().Other()) {
		return false
	}
	again := g.question == askAgain && g.out.broken
	rated := g.question != askAgain && g.rated()
	return (again || rated) && now.Sub(g.since.news) < newsPause
}

// againWait is how long a computer at a club waits for the other player to want another game.
const againWait = 30 * time.Second

// playOn has a computer at a club offer another game, and leave if that is not accepted.
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
	case match.StageOffered:
		if !g.offer.agreed {
			g.offer.agree(false)
			return false, nil
		}
		g.out.line(words.T("You no longer wait for the game."))
	case match.StageConnecting:
		g.out.line(words.T("You no longer wait for the game."))
	case match.StageGame:
		g.out.line(words.T("You have left the game."))
		if g.keeps() {
			g.out.line(g.keptWords())
		}
	case match.StageListening:
		g.out.line(words.T("You no longer wait for a guest."))
	}
	return g.leave()
}

// leave ends the game at this end. A running one is kept.
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
