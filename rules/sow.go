package rules

// Sowing describes one ply. Together with the position before it, it is enough to show the ply step
// by step; see [Position.Steps].
type Sowing struct {
	// Mover is the side that played.
	Mover Side
	// From is the house that was emptied, or [Swap].
	From House
	// Seeds is the number of seeds sown; zero for a swap.
	Seeds uint8
	// Last is the pit into which the last seed fell. For a swap it has no meaning.
	Last Pit
	// Captured is the number of seeds that a capture put into the mover's store, the capturing seed
	// included if the variant takes it; zero without a capture.
	Captured uint8
	// Taken are the houses that the capture emptied.
	Taken PitSet
	// Swept is the number of seeds that each store received when the game ended.
	Swept [2]uint8
	// ExtraTurn reports that the mover moves again. It is false when the ply ended the game.
	ExtraTurn bool
	// End tells why the game is over after this ply; see [Sowing.Ends].
	End Cause
}

// Ends reports whether the game is over after the ply.
func (s Sowing) Ends() bool { return s.End != CauseNone }

// Cause is the reason for which a game is over.
type Cause uint8

// The causes.
const (
	CauseNone     Cause = iota // it is not over
	CauseEmptyRow              // a row is empty, as the variant demands
	CauseMajority              // a store holds more than half of all seeds
)

// Sow plays house h for the side to move. It returns the position after it and a description of the
// ply. If [Position.Legal] returns an error for h, Sow returns that error, p itself and a zero
// Sowing. It does not allocate.
func (p Position) Sow(h House) (Position, Sowing, error) {
	if err := p.Legal(h); err != nil {
		return p, Sowing{}, err
	}
	if h == Swap {
		return p.swap()
	}
	s := Sowing{Mover: p.toMove, From: h, Seeds: p.board.House[p.toMove][h-1]}
	p.board.House[p.toMove][h-1] = 0
	s.Last = Pit{p.toMove, h}
	for range s.Seeds {
		s.Last = p.next(s.Last)
		*p.board.at(s.Last)++
	}
	p.capture(&s)
	again := p.variant.ExtraTurn && s.Last == StoreOf(p.toMove)
	p.passTurn(again)
	s.End, s.Swept = p.finish()
	s.ExtraTurn = again && !p.over
	return p, s, nil
}

// next returns the pit after pit in a lap of the side to move.
func (p *Position) next(pit Pit) Pit {
	switch {
	case pit.IsStore():
		return Pit{pit.Side.Opponent(), 1}
	case pit.House < House(p.variant.Houses):
		return Pit{pit.Side, pit.House + 1}
	case pit.Side == p.toMove || p.variant.SowOpponentStore:
		return StoreOf(pit.Side)
	}
	return Pit{p.toMove, 1}
}

// captures reports whether a last seed that has just fallen into last captures, even if there is
// nothing to take.
func (p *Position) captures(last Pit) bool {
	v := &p.variant
	if last.IsStore() || v.Capture == CaptureNever || *p.board.at(last) != 1 {
		return false
	}
	if v.Capture == CaptureOwn && last.Side != p.toMove {
		return false
	}
	return v.CaptureEmpty || *p.board.at(p.Opposite(last)) > 0
}

// capture moves the seeds that the last seed captures into the mover's store.
func (p *Position) capture(s *Sowing) {
	if !p.captures(s.Last) {
		return
	}
	p.take(s, p.Opposite(s.Last))
	if p.variant.Take == TakeBoth {
		p.take(s, s.Last)
	}
}

// take moves the seeds of a house, if there are any, into the mover's store.
func (p *Position) take(s *Sowing, from Pit) {
	house := p.board.at(from)
	if *house == 0 {
		return
	}
	p.board.Store[s.Mover] += *house
	s.Captured += *house
	s.Taken = s.Taken.Add(from)
	*house = 0
}

// passTurn passes the turn unless the mover moves again, and updates the state of the pie rule.
func (p *Position) passTurn(again bool) {
	if p.pie == pieOffered {
		p.pie = pieNone
	}
	if again {
		return
	}
	p.toMove = p.toMove.Opponent()
	if p.pie == pieFirstTurn {
		p.pie = pieOffered
	}
}

// finish ends the game if the variant says so, and sweeps the remaining seeds. It returns why the
// game is over, and how many seeds each store received.
func (p *Position) finish() (cause Cause, swept [2]uint8) {
	if cause = p.ended(); cause == CauseNone {
		return cause, swept
	}
	p.over, p.pie = true, pieNone
	if cause == CauseMajority || p.variant.Sweep == SweepNone {
		return cause, swept
	}
	for side := range swept {
		swept[side] = uint8(p.board.InHouses(Side(side)))
		p.board.Store[side] += swept[side]
	}
	p.board.House = [2][MaxHouses]uint8{}
	return cause, swept
}

// ended returns why the game is over on the board, if it is.
func (p *Position) ended() Cause {
	v := &p.variant
	if v.Majority && 2*int(max(p.board.Store[South], p.board.Store[North])) > v.Total() {
		return CauseMajority
	}
	if p.board.InHouses(p.toMove) == 0 || v.End == EndEitherSide && p.board.InHouses(p.toMove.Opponent()) == 0 {
		return CauseEmptyRow
	}
	return CauseNone
}

// swap applies the pie rule: the mover takes over the other side's seeds, and the other side is to
// move. That is the same game seen from across the board, so a swap never ends it.
func (p Position) swap() (Position, Sowing, error) {
	s := Sowing{Mover: p.toMove, From: Swap}
	p = p.Mirror()
	p.pie = pieNone
	return p, s, nil
}
