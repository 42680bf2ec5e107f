package table

import "mancala/internal/match"

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

// Undo goes back to the last decision of a person at this end; against a computer, the person's
// own. If only computers sit here, it takes one ply back. It reopens a game that has ended; after a
// resignation it takes back only that. It returns [match.ErrNothingToUndo] if there is nothing to
// undo, or the link leads to another machine.
func (t *Table) Undo() error {
	if !t.CanUndo() {
		return match.ErrNothingToUndo
	}
	n, _ := t.lastDecision()
	t.forget()
	err := t.link.(undoer).Undo(n)
	t.drain()
	return err
}

// lastDecision returns the number of plies before the last choice of a person at this end, and
// whether there is one. If only computers sit here, any ply counts. If the game ended without a
// ply, it returns the number of all plies.
func (t *Table) lastDecision() (plies int, ok bool) {
	m, nobody := t.Match(), t.Persons() == 0
	if m == nil {
		return 0, false
	}
	if e := m.Result().Ending; e != match.Running && e != match.Finished {
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
// [match.ErrNothingToRedo].
func (t *Table) Redo() error {
	if !t.CanRedo() {
		return match.ErrNothingToRedo
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
// connection is up, the game has no clocks, this end has a decision to take back, and no request is
// open.
func (t *Table) CanTakeback() bool {
	if t.watching || t.Here(t.self.Other()) || !t.running() || t.game.asks[match.Host].open || t.game.asks[match.Guest].open ||
		t.game.clocks.Control.Timed() {
		return false
	}
	_, ok := t.lastDecision()
	return ok
}

// AskTakeback asks the other end to go back to before the last decision of this end. If there is
// nothing to go back to it returns [match.ErrNothingToUndo], and otherwise the error of the link.
func (t *Table) AskTakeback() error {
	if t.watching {
		return ErrWatching
	}
	if _, paused := t.Paused(); paused {
		return Away
	}
	n, ok := t.lastDecision()
	if !ok || t.stage != StageGame {
		return match.ErrNothingToUndo
	}
	return t.wish(t.self, KindAsk, n, "")
}

// AnswerTakeback grants or refuses the other end's request.
func (t *Table) AnswerTakeback(grant bool) error {
	defer t.drain()
	return t.answerTakeback(grant)
}

func (t *Table) answerTakeback(grant bool) error {
	k := KindDeny
	if grant {
		k = KindGrant
	}
	return t.link.Wish(t.self, k, 0, "")
}

// WithdrawTakeback takes this end's own request back.
func (t *Table) WithdrawTakeback() error {
	return t.wish(t.self, KindUnask, 0, "")
}
