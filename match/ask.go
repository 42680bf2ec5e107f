package match

import (
	"context"
	"errors"

	"mancala/rules"
)

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

// Ask asks the computer player at this end whose turn it is for its ply, unless it is being asked
// already. If [Table.ComputerToMove] is false, it does nothing. The ply comes with a later Poll.
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
		case t.choosing <- struct{}{}: // the seat asked before, which is no longer wanted, has come back
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

// takeAnswer plays the answer of the player that was asked, if there is one.
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

// reason returns why a ply was refused, without saying again which.
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

// Play plays a house for the person at this end whose turn it is. A ply that is refused is a
// [*PlyError] and changes nothing. One that is not is part of the game at once; its event comes
// with the next Poll.
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

// Resign gives the game up for the person at this end; if both parties are persons here, for the
// one to move.
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

// wish makes a wish, and takes what it causes.
func (t *Table) wish(w Wish) error {
	defer t.drain()
	return t.link.Wish(w)
}

// WaitAgain has a host whose guest has left, or whose game is paused and set aside, wait for the
// next guest.
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
