package table

import (
	"context"
	"errors"

	"mancala/internal/match"
	"mancala/rules"
)

// question is a request for a ply to a computer player, with its answer once there is one.
type question struct {
	cancel context.CancelFunc
	answer chan answer
}

type answer struct {
	house     rules.House
	estimate  match.Verdict
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
func choose(ctx context.Context, seat match.Seat, p rules.Position) (a answer) {
	a.house, a.err = seat.Choose(ctx, p)
	if e, ok := seat.(match.Estimator); ok && a.err == nil {
		a.estimate, a.estimated = e.Estimate()
	}
	return a
}

// CanHurry reports whether a computer player is thinking that can be told to move at once.
func (t *Table) CanHurry() bool {
	if !t.Thinking() {
		return false
	}
	_, ok := t.seats[t.ToMove()].(match.Hurrier)
	return ok
}

// Hurry makes the computer player that is thinking move at once, with the best house it knows. If
// [Table.CanHurry] is false, it does nothing. The ply comes with a later Poll.
func (t *Table) Hurry() {
	if t.CanHurry() {
		t.seats[t.ToMove()].(match.Hurrier).Hurry()
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
			t.game.estimates[m.Plies()+1] = estimate{m.Position(), a.house, a.estimate}
		}
		err := t.link.Wish(t.ToMove(), KindPly, int(a.house), "")
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
	if refused := (*match.PlyError)(nil); errors.As(err, &refused) {
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
