package match

// undoer is a link that can take plies back.
type undoer interface {
	Undo(n int) error
	Redo() error
	Undone() int
}

// CanUndo reports whether Undo would change anything.
func (t *Table) CanUndo() bool {
	_, can := t.link.(undoer)
	if !can || t.stage != StageGame && t.stage != StageOver {
		return false
	}
	_, can = t.lastDecision()
	return can
}

// CanRedo reports whether Redo would change anything.
func (t *Table) CanRedo() bool {
	u, ok := t.link.(undoer)
	return ok && t.stage == StageGame && u.Undone() > 0
}

// Undo goes back to the last decision of a person at this end: one's own, when the other party is a
// computer. If only computers sit here, it takes one ply back. A game that has ended is reopened; a
// only a resignation is taken back. If there is nothing to go back to, and on a link to another
// machine, it returns [ErrNothingToUndo].
func (t *Table) Undo() error {
	if !t.CanUndo() {
		return ErrNothingToUndo
	}
	n, _ := t.lastDecision()
	t.forget()
	err := t.link.(undoer).Undo(n)
	t.drain()
	return err
}

// lastDecision returns the number of plies before the last choice of a person at this end, or
// before the last ply if only computers sit here, and whether there is one. If the game ended
// without a ply, it returns the number of all plies.
func (t *Table) lastDecision() (plies int, ok bool) {
	m, nobody := t.Match(), t.Persons() == 0
	if m == nil {
		return 0, false
	}
	if m.brokenOff() {
		return m.Plies(), true
	}
	for n := m.Plies(); n > 0; n-- {
		if _, s := m.Ply(n); nobody || t.Person(t.Party(s.Mover)) {
			return n - 1, true
		}
	}
	return 0, false
}

// Redo plays the plies again that one Undo took back, up to the next decision of a person at this
// end. If nothing was taken back, or something else was played since, it returns
// [ErrNothingToRedo].
func (t *Table) Redo() error {
	if !t.CanRedo() {
		return ErrNothingToRedo
	}
	t.forget()
	for t.CanRedo() {
		if err := t.link.(undoer).Redo(); err != nil {
			return err
		}
		t.drain()
		if t.Persons() == 0 || t.PersonToMove() {
			break
		}
	}
	return nil
}

// CanTakeback reports whether AskTakeback would ask: the other party is at another end, the
// connection is up, the game has no clocks, there is a decision of this end's to go back to, and no
// request is open.
func (t *Table) CanTakeback() bool {
	if t.watching || t.Here(t.self.Other()) || !t.running() || t.asks[Host].open || t.asks[Guest].open ||
		t.clocks.Control.Timed() {
		return false
	}
	_, ok := t.lastDecision()
	return ok
}

// AskTakeback asks the other end to go back to before the last decision of this end. If there is
// nothing to go back to it returns [ErrNothingToUndo], and otherwise the error of the link.
func (t *Table) AskTakeback() error {
	if t.watching {
		return ErrWatching
	}
	if _, paused := t.Paused(); paused {
		return ErrPaused
	}
	n, ok := t.lastDecision()
	if !ok || t.stage != StageGame {
		return ErrNothingToUndo
	}
	return t.wish(Wish{Kind: WishTakeback, Plies: n})
}

// AnswerTakeback grants or refuses the other end's request.
func (t *Table) AnswerTakeback(grant bool) error {
	return t.wish(answerTo(grant))
}

// WithdrawTakeback takes this end's own request back.
func (t *Table) WithdrawTakeback() error {
	return t.wish(Wish{Kind: WishNoTakeback})
}

func answerTo(grant bool) Wish {
	if grant {
		return Wish{Kind: WishGrant}
	}
	return Wish{Kind: WishDeny}
}
