package textui

import (
	"context"
	"errors"
	"io"
	"time"

	"mancala/internal/table"
	"mancala/internal/words"
)

// hear waits for a line, the next look at the table, or the end of ctx.
func (g *game) hear(ctx context.Context, in *Lines, pause time.Duration) (done bool, err error) {
	if line, ok := g.input.next(); ok {
		return g.take(line)
	}
	if g.out.open && g.input.ended {
		return g.endOfInput()
	}
	var tick <-chan time.Time
	if g.input.expectsEvents() {
		tick = time.After(pause)
	}
	var typed <-chan string
	if g.input.listens() {
		typed = in.C()
	}
	select {
	case <-ctx.Done():
		return true, ctx.Err()
	case <-tick:
	case <-g.cfg.Bell:
	case line, ok := <-typed:
		g.since.look = time.Now() // a motion caused by the line counts from here
		g.since.stir = g.since.look
		if !ok {
			g.input.ended = true
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

// heard takes a line that was just typed. It executes a word at once, and keeps an answer to a
// later question.
func (g *game) heard(line string) (done bool, err error) {
	if g.out.open || g.input.actsAtOnce(line) {
		return g.take(line)
	}
	if g.input.tooLate(line) {
		g.out.refuse(words.T("That question is no longer asked."))
		g.out.broken = false
		return false, nil
	}
	g.typedWhileWaiting(line)
	return false, nil
}

// typedWhileWaiting takes a line while there is no question. Enter stops the thinking once the
// screen has offered that. Any line stops the search for a hint. It keeps a non-empty line for
// later questions.
func (g *game) typedWhileWaiting(line string) {
	enter := isEnter(line)
	switch {
	case g.scene.Watching():
		if !enter {
			g.onlyWatches(verbPlay)
		}
	case !enter && !g.input.keep(line):
	case g.scene.Hinting():
		g.scene.HurryHint()
	case enter && g.pace.on():
		g.pace.hurry()
	case enter && g.wait.told:
		g.scene.Hurry()
	}
}

// take executes a word at any question. It takes any other line as the answer to the current
// question.
func (g *game) take(line string) (done bool, err error) {
	g.out.answered()
	if v, rest := wordOf(line); v != verbNone && v != verbHint {
		return g.do(v, rest)
	}
	return g.answer(line)
}

// endOfInput ends the game because there is no more input for a question.
func (g *game) endOfInput() (done bool, err error) {
	switch {
	case g.scene.Stage() == table.StageOver: // no player is left to play again
		return g.leave()
	case g.keeps():
		return true, &Trouble{Text: words.T("The input has ended.") + " " + g.keptWords(), Err: io.EOF}
	}
	return true, inputEnded()
}

// answer takes the answer to the open question. It reports whether the game is done, and returns
// its error.
func (g *game) answer(line string) (done bool, err error) {
	switch g.question {
	case askPly:
		g.ply(line)
		return false, nil
	case askName:
		g.win.answer(line)
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
		g.offer.agree(agreed)
	case askSure:
		g.confirm(agreed)
	case askAgain:
		if !agreed {
			return g.leave()
		}
		g.requests.rematch()
	}
	return false, nil
}

// confirm takes the answer to "are you sure?".
func (g *game) confirm(agreed bool) {
	d := g.doubt
	g.doubt = nil
	if agreed && d != nil && g.playing() {
		d.do()
	}
}

// ply takes the answer to the question for a ply.
func (g *game) ply(line string) {
	if g.wait.tooLate(line) {
		return
	}
	switch c := understand(line, g.board.position); c.verb {
	case verbPlay:
		err := g.scene.Play(c.house)
		g.board.typed = err == nil
		if errors.Is(err, table.Away) { // the connection has just dropped: the ply waits
			g.input.holdBack(line)
			return
		}
		g.complain(err)
	case verbHint:
		g.wait.askHint()
	default:
		g.out.refuse(c.reply)
	}
}

// do executes a word at any question.
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
		g.board.showAgain()
	case verbWhy:
		g.out.line(g.scene.TellWhy())
		g.scene.Settle()
	case verbClock:
		g.clock.show()
	case verbUndo:
		g.takeBack(g.scene.Undo)
	case verbRedo:
		g.takeBack(g.scene.Redo)
	case verbResign:
		g.resign()
	case verbSkip:
		g.pace.skip()
	case verbWait, verbKeep, verbEnd:
		return g.doPaused(v)
	case verbReport, verbBlock:
		if askClub(g.cfg.Club, g.out, g.scene.Number(), v, rest) {
			g.out.broken, g.since.news = true, time.Now()
		}
	case verbLetIn, verbNotNow, verbNever, verbRemove, verbInvite, verbCode:
		g.guests.do(v, rest)
	default:
		g.requests.do(v, rest)
	}
	return false, nil
}

// onlyWatches refuses a word for players if this end only watches, and reports whether it has.
func (g *game) onlyWatches(v verb) bool {
	if !g.scene.Watching() || v == verbQuit || v == verbHelp || v == verbBoard || v == verbClock || v == verbWhy {
		return false
	}
	g.out.refuse(words.Sentence(table.ErrWatching))
	return true
}

// resign resigns the game. It asks first if a person types.
func (g *game) resign() {
	resign := func() { g.complain(g.scene.Resign()) }
	switch {
	case !g.playing() || g.scene.Persons() == 0:
		g.out.refuse(words.T("There is no game to give up."))
	case g.scene.IsPaused():
		g.complain(table.Away)
	case g.cfg.Interactive:
		g.doubt = &doubt{func() string {
			return words.T("Resign? [%s/%s] ", words.C("answer", "y"), words.C("answer", "n"))
		}, resign}
	default:
		resign()
	}
}

// takeBack undoes or redoes, or prints why that is impossible.
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
