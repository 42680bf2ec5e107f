package textui

import "mancala/match"

// answer takes the answer to the question on the screen: a line, or the end of the input. It reports whether the game is
// done, and with what.
func (g *game) answer(line string, inputEnded bool) (done bool, err error) {
	switch {
	case !inputEnded:
		g.out.answered()
	case g.question == askAgain: // nobody is there to play again
		return true, nil
	default:
		return true, errInputEnded
	}
	if g.question == askPly {
		return g.ply(line), nil
	}
	agreed, ok := yes(line)
	switch {
	case !ok:
		g.out.line("Please type y for yes or n for no.")
	case g.question == askRules && agreed:
		_ = g.table.Link().Accept() // refused only when the host has left, which the table is about to say
	case g.question == askRules:
		g.table.Link().Leave(match.ReasonDeclined)
	case !agreed:
		return true, nil
	case g.table.Rematch() == nil: // refused only when the other one has left
		g.again = true
		if other := g.table.Self().Other(); !g.table.Wanted(other) {
			g.out.line("Waiting for " + g.table.Name(other) + ".")
		}
	}
	return false, nil
}

// ply takes the answer to the question for a ply and reports whether it ends the game.
func (g *game) ply(line string) (done bool) {
	if g.tooLate(line) {
		return false
	}
	switch c := understand(line, g.position); c.verb {
	case verbNone:
		g.out.line(c.reply)
	case verbPlay:
		g.typed = g.table.Play(c.house) == nil // refused only when the other one has left, which the table is about to say
	case verbUndo:
		g.takeBack(g.table.Undo)
	case verbRedo:
		g.takeBack(g.table.Redo)
	case verbHint:
		g.askHint()
	case verbBoard:
		g.showAgain()
	case verbHelp:
		g.out.line(helpLines(g.position, g.local, g.local && g.cfg.Judge != nil)...)
	case verbQuit:
		g.out.line("You have left the game.")
		return true
	}
	return false
}

// takeBack undoes or redoes, or says why not.
func (g *game) takeBack(do func() error) {
	if !g.local {
		g.out.line("In a game across the network nothing can be taken back.")
		return
	}
	switch err := do(); err {
	case nil:
	case match.ErrNothingToUndo:
		g.out.line("There is nothing to undo.")
	case match.ErrNothingToRedo:
		g.out.line("There is nothing to redo.")
	default:
		g.out.line("That cannot be done: " + err.Error() + ".")
	}
}

// showAgain shows the board again, in words where it is not drawn.
func (g *game) showAgain() {
	if g.cfg.NoBoard {
		g.out.line(boardWords(g.position, g.who)...)
		return
	}
	g.showBoard()
}
