package table

import (
	"math"

	"mancala/rules"
)

// view is the game of a State after some of its plies: those that are decided, or all that are
// shown.
type view struct {
	*State
	plies int
	open  Ask // the open request
}

// past returns the positions up to that of the view.
func (v view) past() []rules.Position { return v.Series.Match().Past()[:v.plies+1] }

// position returns the position of the view.
func (v view) position() rules.Position { return v.past()[v.plies] }

// running reports that the game has not ended.
func (v view) running() bool {
	return v.Series != nil && (v.plies < v.Series.Match().Plies() || v.Series.Match().Running())
}

// last returns the last game that has ended.
func (v view) last() Finished {
	if v.ahead > 0 && !v.running() {
		return v.finished()
	}
	return v.Last
}

// passes reports that the game of the view goes through the position in which a wish was made.
func (v view) passes(w *Wish) bool {
	return w.Game == v.game() && uint64(w.Ply) <= uint64(v.plies) && v.hashes[w.Ply].short() == w.Hash
}

// check returns why a wish is refused, or 0. It leaves out the hash of a ply.
func (v view) check(by Seat, w *Wish) Code {
	switch {
	case v.Series == nil:
		if w.Kind == KindBegin && by == Nobody {
			return v.checkBegin(w)
		}
		return NotLegal
	case v.Closed.N != 0:
		return Ended
	case by == Nobody:
		return v.checkOwner(w)
	}
	switch w.Kind {
	case KindPly:
		return v.checkPly(by, w)
	case KindResign:
		return v.checkResign(w)
	case KindAsk:
		return v.checkAsk(by, w)
	case KindUnask, KindGrant, KindDeny:
		return v.checkAnswer(by, w)
	case KindWant, KindUnwant:
		return v.checkNext(by, w)
	case KindName:
		if last := v.last(); last.Winner != by || last.Game != w.Game || last.Named {
			return NotWinner
		}
		return 0
	case KindSay, KindEnd:
		return 0
	}
	return NoCourt
}

func (v view) checkPly(by Seat, w *Wish) Code {
	switch {
	case w.Game != v.game() || uint64(w.Ply) != uint64(v.plies)+1:
		return Late
	case !v.running():
		return Ended
	case v.open.By == by:
		return Asked
	case w.Arg > math.MaxUint8 || v.position().ToMove() != v.Side(by) || v.position().Legal(rules.House(w.Arg)) != nil:
		return NotLegal
	}
	return 0
}

func (v view) checkResign(w *Wish) Code {
	switch {
	case w.Game != v.game():
		return Late
	case !v.running():
		return Ended
	case !v.passes(w):
		return Late
	}
	return 0
}

func (v view) checkAsk(by Seat, w *Wish) Code {
	if code := v.checkResign(w); code != 0 {
		return code
	}
	r := v.Refusals[by-A]
	switch {
	case v.Terms.Time.Timed():
		return Timed
	case v.Terms.Rated:
		return Rated
	case v.open.N != 0:
		return Asked
	case uint64(w.Arg) >= uint64(v.plies):
		return NoSuchPly
	case r.Count >= maxRefusals && w.Arg <= r.Left:
		return Often
	}
	if _, s := v.Series.Match().Ply(int(w.Arg) + 1); s.Mover != v.Side(by) {
		return NoSuchPly
	}
	return 0
}

// checkAnswer is check for what closes a request.
func (v view) checkAnswer(by Seat, w *Wish) Code {
	asker := by.Other()
	if w.Kind == KindUnask {
		asker = by
	}
	switch {
	case v.open.N == 0 || v.open.N != w.Arg || v.open.By != asker:
		return NothingAsked
	case w.Kind == KindGrant && (w.Ply != v.open.Left || !v.passes(w)):
		return NotLegal
	}
	return 0
}

// checkNext is check for wishes about the next game.
func (v view) checkNext(by Seat, w *Wish) Code {
	wanted := v.Wants[by-A]
	switch {
	case v.running():
		return Running
	case w.Arg != v.game()+1:
		return Late
	case w.Kind == KindWant && wanted:
		return Asked
	case w.Kind == KindUnwant && !wanted:
		return NothingAsked
	}
	return 0
}

// checkBegin is check for the first event.
func (v view) checkBegin(w *Wish) Code {
	if starter := Seat(w.Arg &^ Tossed); w.Arg > Tossed|uint32(B) || starter != A && starter != B {
		return NotLegal
	}
	return 0
}

// checkOwner is check for decisions of the owner, which only a club may make.
func (v view) checkOwner(w *Wish) Code {
	if !v.Terms.Club {
		return NoCourt
	}
	runs := v.Terms.Time.Timed() && v.running() && v.Clocks.Running
	switch seat := Seat(min(w.Arg, math.MaxUint8)); w.Kind {
	case KindTimeOut:
		if !runs || seat != v.Seat(v.Clocks.Side) {
			return BadClock
		}
	case KindClock:
		if !v.running() || w.Arg != 0 && seat != v.Seat(v.position().ToMove()) {
			return BadClock
		}
	case KindDevice:
		if seat != A && seat != B {
			return NotLegal
		}
	case KindEnd:
		if seat > A+B {
			return NotLegal
		}
	default:
		return NotLegal
	}
	return 0
}

// house returns the house of a ply.
func (w *Wish) house() rules.House { return rules.House(w.Arg) }
