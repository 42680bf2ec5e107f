package match

import (
	"context"
	"errors"

	"mancala/rules"
)

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
// resignation it takes back only that. It returns [ErrNothingToUndo] if there is nothing to undo,
// or the link leads to another machine.
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

// lastDecision returns the number of plies before the last choice of a person at this end, and
// whether there is one. If only computers sit here, any ply counts. If the game ended without a
// ply, it returns the number of all plies.
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
// connection is up, the game has no clocks, this end has a decision to take back, and no request is
// open.
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

// question is a request for a ply to a computer player, with its answer once there is one.
type question struct {
	cancel context.CancelFunc
	answer chan answer
}

type answer struct {
	house     rules.House
	estimate  Verdict
	estimated bool
	err       error
}

// Ask asks the computer player to move at this end for its ply, unless it is already thinking. If
// [Table.ComputerToMove] is false, it does nothing. The ply comes with a later Poll.
func (t *Table) Ask() {
	if t.asked != nil || !t.ComputerToMove() {
		return
	}
	seat, p := t.seats[t.ToMove()], t.Match().Position()
	ctx, cancel := context.WithCancel(context.Background())
	q := &question{cancel, make(chan answer, 1)}
	t.asked = q
	go func() {
		select {
		case t.choosing <- struct{}{}: // the seat of an outdated question has come back
			a := choose(ctx, seat, p)
			<-t.choosing
			q.answer <- a
		case <-ctx.Done():
		}
	}()
}

// choose has a seat choose in p.
func choose(ctx context.Context, seat Seat, p rules.Position) (a answer) {
	a.house, a.err = seat.Choose(ctx, p)
	if e, ok := seat.(Estimator); ok && a.err == nil {
		a.estimate, a.estimated = e.Estimate()
	}
	return a
}

// CanHurry reports whether a computer player is thinking that can be told to move at once.
func (t *Table) CanHurry() bool {
	if !t.Thinking() {
		return false
	}
	_, ok := t.seats[t.ToMove()].(Hurrier)
	return ok
}

// Hurry makes the computer player that is thinking move at once, with the best house it knows. If
// [Table.CanHurry] is false, it does nothing. The ply comes with a later Poll.
func (t *Table) Hurry() {
	if t.CanHurry() {
		t.seats[t.ToMove()].(Hurrier).Hurry()
	}
}

// takeAnswer plays the answer of the asked player, if there is one.
func (t *Table) takeAnswer() {
	if t.asked == nil {
		return
	}
	select {
	case a := <-t.asked.answer:
		t.forget()
		name := t.names[t.ToMove()]
		if a.err != nil {
			t.stick("match.no-choice", name, a.err)
			return
		}
		if a.estimated {
			m := t.Match()
			t.estimates[m.Plies()+1] = estimate{m.Position(), a.house, a.estimate}
		}
		err := t.link.Play(a.house)
		t.drain()
		if err != nil && t.stage == StageGame {
			t.stick("match.bad-choice", name, a.house.String(), reason(err))
		}
	default:
	}
}

// AskAgain makes a computer player that returned no playable ply be asked for it once more by the
// next Ask.
func (t *Table) AskAgain() {
	if t.stuck {
		t.forget()
	}
}

// stick notes that a computer player returned no playable ply, and adds advice for the user.
func (t *Table) stick(code string, args ...any) {
	t.stuck = true
	advice := rules.NewNote("match.leave")
	if t.CanUndo() {
		advice = rules.NewNote("match.undo-or-leave")
	}
	t.note = rules.NewNote(code, append(args, advice)...)
}

// reason returns the reason for refusing a ply, without the ply.
func reason(err error) error {
	if refused := (*PlyError)(nil); errors.As(err, &refused) {
		return refused.Err
	}
	return err
}

// forget cancels the open question and clears the result of the one before.
func (t *Table) forget() {
	if t.asked != nil {
		t.asked.cancel()
	}
	t.asked, t.stuck, t.note = nil, false, nil
}

// Play plays a house for the person at this end whose turn it is. A refused ply is a [*PlyError]
// and changes nothing. An accepted one is part of the game at once; its event comes with the next
// Poll.
func (t *Table) Play(h rules.House) error {
	m := t.Match()
	switch {
	case t.watching:
		return &PlyError{House: h, Err: ErrWatching}
	case m == nil || t.stage != StageGame:
		return &PlyError{House: h, Err: ErrEnded}
	case !t.PersonToMove():
		return &PlyError{Side: m.Position().ToMove(), House: h, Err: ErrOutOfTurn}
	}
	if err := m.Position().Legal(h); err != nil {
		return &PlyError{Side: m.Position().ToMove(), House: h, Err: err}
	}
	err := t.link.Play(h)
	t.drain()
	return err
}

// Resign resigns the game for the person at this end; if both parties are persons here, for the one
// to move.
func (t *Table) Resign() error {
	p := t.ToMove()
	if !t.Person(p) && t.Person(p.Other()) || !t.Here(p) {
		p = p.Other()
	}
	return t.wish(Wish{Kind: WishResign, By: p})
}

// Rematch asks for the next game, or agrees to it.
func (t *Table) Rematch() error {
	defer t.drain()
	err := t.link.Wish(Wish{Kind: WishRematch})
	if err == nil {
		t.wanted[t.self] = true
	}
	return err
}

// WithdrawRematch takes the wish for the next game back.
func (t *Table) WithdrawRematch() error {
	return t.wish(Wish{Kind: WishNoRematch})
}

// Say sends a line of talk to the other end.
func (t *Table) Say(text string) error {
	return t.wish(Wish{Kind: WishSay, Text: text})
}

// wish makes a wish, and applies its effects.
func (t *Table) wish(w Wish) error {
	defer t.drain()
	return t.link.Wish(w)
}

// WaitAgain has a host wait for the next guest if its guest has left or its game is paused. A
// paused game is set aside.
func (t *Table) WaitAgain() {
	if !t.watching && (t.stage == StageEnded || t.paused != nil) {
		t.link.WaitAgain()
		t.drain()
		if t.stage == StageEnded || t.paused != nil { // the next guest has not come yet
			t.stage, t.paused, t.note = StageListening, nil, nil
		}
	}
}

// Close ends the link and cancels a computer player that is thinking. Nothing can be played after
// it.
func (t *Table) Close() error {
	t.forget()
	t.stage = StageEnded
	for _, seat := range t.seats {
		if c, ok := seat.(Closer); ok {
			c.Close()
		}
	}
	return t.link.Close()
}
