package textui

import (
	"errors"
	"slices"
	"time"

	"mancala/match"
	"mancala/words"
)

// answer takes the answer to the open question. It reports whether the game is done, and with which
// error.
func (g *game) answer(line string) (done bool, err error) {
	switch g.question {
	case askPly:
		g.ply(line)
		return false, nil
	case askName:
		g.nameAnswer(line)
		return false, nil
	case askPause:
		return g.pauseAnswer(line)
	}
	agreed, ok := yes(line)
	if !ok {
		g.out.refuse(words.T("Please type y for yes or n for no."))
		return false, nil
	}
	switch g.question {
	case askRules:
		g.agree(agreed)
	case askSure:
		g.doSure(agreed)
	case askAgain:
		return g.playAgain(agreed)
	}
	return false, nil
}

// doSure takes the answer to "are you sure?".
func (g *game) doSure(agreed bool) {
	v := g.sure
	g.sure = verbNone
	switch {
	case !agreed || !g.playing():
	case v == verbResign:
		g.complain(g.scene.Resign())
	case v == verbEnd:
		g.scene.Link().Leave(match.ReasonQuit)
	case v == verbRemove:
		g.remove()
	}
}

// agree accepts or declines the rules of the host.
func (g *game) agree(agreed bool) {
	if g.agreed = agreed; agreed {
		_ = g.scene.Link().Accept() // refused only when the host has left, which the table is about to say
	} else {
		g.scene.Link().Leave(match.ReasonDeclined)
	}
}

// ply takes the answer to the question for a ply.
func (g *game) ply(line string) {
	if g.tooLate(line) {
		return
	}
	switch c := understand(line, g.position); c.verb {
	case verbPlay:
		err := g.scene.Play(c.house)
		g.typed = err == nil
		if errors.Is(err, match.ErrPaused) { // the line has just dropped: the ply waits
			g.ahead, g.held = slices.Insert(g.ahead, 0, line), true
			return
		}
		g.complain(err)
	case verbHint:
		g.askHint()
	default:
		g.out.refuse(c.reply)
	}
}

// do executes a word, whatever the open question.
func (g *game) do(v verb, rest string) (done bool, err error) {
	if g.onlyWatches(v) {
		return false, nil
	}
	switch v {
	case verbQuit:
		return g.quit()
	case verbHelp:
		g.out.line(g.helpLines()...)
	case verbBoard:
		g.showAgain()
	case verbClock:
		g.showClock()
	case verbUndo:
		g.takeBack(g.scene.Undo)
	case verbRedo:
		g.takeBack(g.scene.Redo)
	case verbResign:
		g.resign()
	case verbSkip:
		g.skip()
	case verbWait, verbKeep, verbEnd:
		return g.doPaused(v)
	case verbReport, verbBlock:
		if askHall(g.cfg.Hall, g.out, g.scene.Number(), v, rest) {
			g.out.broken, g.since.news = true, time.Now()
		}
	case verbLetIn, verbNotNow, verbNever, verbRemove, verbInvite, verbCode:
		g.doDoor(v, rest)
	default:
		g.doFar(v, rest)
	}
	return false, nil
}

// resign gives the game up: if a person types, after a question, otherwise at once.
func (g *game) resign() {
	_, paused := g.scene.Paused()
	switch {
	case !g.playing() || g.scene.Persons() == 0:
		g.out.refuse(words.T("There is no game to give up."))
	case paused:
		g.complain(match.ErrPaused)
	case g.cfg.Interactive:
		g.sure = verbResign
	default:
		g.complain(g.scene.Resign())
	}
}

// takeBack undoes or redoes, or prints why that is not possible.
func (g *game) takeBack(do func() error) {
	if !g.scene.Local() {
		g.out.refuse(words.T("In a network game, ask the other player: type %s.", verbTakeback.word()))
		return
	}
	if err := do(); err != nil {
		g.out.refuse(words.Sentence(err))
	}
	g.pace.next = time.Time{}
}

// complain prints why a wish was refused, unless the reason is that the peer has gone, which the
// table reports.
func (g *game) complain(err error) {
	for _, told := range [...]error{
		match.ErrPaused, match.ErrAsked, match.ErrNothingAsked, match.ErrRefusedOften, match.ErrTooFast, match.ErrNothingSaid,
		match.ErrNothingToUndo, match.ErrTimed, match.ErrRated,
	} {
		if errors.Is(err, told) {
			g.out.refuse(words.Sentence(told))
		}
	}
}

// showAgain shows the board again, in words if drawings are off.
func (g *game) showAgain() {
	switch {
	case g.scene.Match() == nil:
		g.out.refuse(words.T("There is no board yet."))
	case g.cfg.NoBoard:
		g.out.line(boardWords(g.position, g.who)...)
	default:
		g.showBoard()
	}
}
