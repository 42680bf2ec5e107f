package rules

// finish ends the game if the variant says so, and sweeps the remaining seeds. It returns why the
// game is over, and how many seeds each store received. The mover made the last ply.
func (p *Position) finish(mover Side) (cause Cause, swept [2]uint8) {
	if cause = p.ended(); cause == CauseNone {
		return cause, swept
	}
	p.end, p.pie = counted, pieNone
	if cause == CauseMajority || p.variant.Sweep == SweepNone {
		return cause, swept
	}
	return cause, p.sweep(mover)
}

// sweep moves all seeds that are left in houses into stores.
func (p *Position) sweep(mover Side) (swept [2]uint8) {
	for _, row := range [...]Side{South, North} {
		to := row
		switch p.variant.Sweep {
		case SweepEmptied: // the other row
			to = row.Opponent()
		case SweepMover:
			to = mover
		}
		swept[to] += uint8(p.board.InHouses(row))
	}
	p.board.Store[South] += swept[South]
	p.board.Store[North] += swept[North]
	p.board.House = [2][MaxHouses]uint8{}
	return swept
}

// ended returns why the game is over on the board, if it is.
func (p *Position) ended() Cause {
	v := &p.variant
	if v.Majority && 2*int(max(p.board.Store[South], p.board.Store[North])) > v.Total() {
		return CauseMajority
	}
	if v.Family != KalahFamily {
		return p.stuck()
	}
	if p.board.InHouses(p.toMove) == 0 || v.End == EndEitherSide && p.board.InHouses(p.toMove.Opponent()) == 0 {
		return CauseEmptyRow
	}
	return CauseNone
}

// stuck returns the reason why the side to move has no legal ply, or none if it has one.
func (p *Position) stuck() Cause {
	for h := House(1); h <= House(p.variant.Houses); h++ {
		if p.legal(h) == nil {
			return CauseNone
		}
	}
	switch {
	case p.board.InHouses(p.toMove) == 0:
		return CauseEmptyRow
	case p.variant.MustFeed && p.board.InHouses(p.toMove.Opponent()) == 0:
		return CauseCannotFeed
	}
	return CauseNoPly
}

// Play plays h in the last position of past. Past holds the positions of a game, from its start or
// from anywhere before the last change of the stores. Play is [Position.Sow], but a repetition also
// ends the game; real games use it. It does not allocate.
func Play(past []Position, h House) (Position, Sowing, error) {
	if len(past) == 0 {
		return Position{}, Sowing{}, ErrGameOver
	}
	next, s, err := past[len(past)-1].Sow(h)
	if err != nil || next.variant.Acyclic() || next.Over() {
		return next, s, err
	}
	for i := len(past) - 1; i >= 0 && past[i].board.Store == next.board.Store; i-- {
		if past[i] == next {
			next.repeated(&s)
			break
		}
	}
	return next, s, nil
}

// Extend returns past with the next position, without positions that [Play] no longer needs. It may
// reuse the memory of past.
func Extend(past []Position, next Position) []Position {
	if n := len(past); n > 0 && (next.variant.Acyclic() || past[n-1].board.Store != next.board.Store) {
		past = past[:0]
	}
	return append(past, next)
}

// repeated ends the game because of a repetition.
func (p *Position) repeated(s *Sowing) {
	s.End, p.pie = CauseRepeated, pieNone
	if p.variant.Repeat == RepeatDraw {
		p.end = tied
		return
	}
	p.end = counted
	s.Swept = p.sweep(s.Mover)
}
