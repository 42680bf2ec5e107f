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
	// Won is the opponent's house that became the mover's tuzdik; zero for none.
	Won House
	// Gathered is the number of seeds that fell into each side's tuzdik, and went into its store.
	Gathered [2]uint8
	// Swept is the number of seeds that each store received when the game ended.
	Swept [2]uint8
	// ExtraTurn reports that the mover moves again. It is false if the ply ended the game.
	ExtraTurn bool
	// End is the reason why the game is over after this ply; see [Sowing.Ends].
	End Cause
}

// Ends reports whether the game is over after the ply.
func (s Sowing) Ends() bool { return s.End != CauseNone }

// Cause is the reason why a game is over.
type Cause uint8

// The causes.
const (
	CauseNone       Cause = iota // it is not over
	CauseEmptyRow                // a row is empty, as the variant demands
	CauseMajority                // a store holds more than half of all seeds
	CauseNoPly                   // the side to move has seeds, but no legal ply
	CauseCannotFeed              // the mover cannot give seeds to the empty side
	CauseRepeated                // the position has repeated; see [Play]
)

// Sow plays house h for the side to move. It returns the position after it and a description of the
// ply. If [Position.Legal] returns an error for h, Sow returns that error, p itself and a zero
// Sowing. It does not allocate.
func (p Position) Sow(h House) (Position, Sowing, error) {
	if err := p.legal(h); err != nil {
		return p, Sowing{}, err
	}
	if h == Swap {
		return p.swap()
	}
	s := Sowing{Mover: p.toMove, From: h}
	s.Seeds, s.Last = p.spread(h)
	switch p.variant.Family {
	case OwareFamily:
		p.captureOware(&s)
	case TogyzFamily:
		p.captureTogyz(&s)
	default:
		p.captureKalah(&s)
	}
	again := p.variant.ExtraTurn && s.Last == StoreOf(p.toMove)
	p.passTurn(again)
	s.End, s.Swept = p.finish(s.Mover)
	s.ExtraTurn = again && p.end == running
	return p, s, nil
}

// spread sows the seeds of house h, and returns their number and the pit of the last one.
func (p *Position) spread(h House) (seeds uint8, at Pit) {
	at = p.hand(h)
	house := &p.board.House[p.toMove][h-1]
	seeds, *house = *house, 0
	if p.variant.Family != KalahFamily {
		for range seeds {
			at = p.nextInRing(at, h)
			p.board.House[at.Side][at.House-1]++
		}
		return seeds, at
	}
	for range seeds {
		at = p.nextWithStores(at)
		*p.board.at(at)++
	}
	return seeds, at
}

// hand returns the pit behind which the first seed of house h falls.
func (p *Position) hand(h House) Pit {
	switch {
	case !p.variant.leavesOne(), p.board.House[p.toMove][h-1] == 1:
		return Pit{p.toMove, h}
	case h == 1:
		return StoreOf(p.toMove.Opponent())
	}
	return Pit{p.toMove, h - 1}
}

// next returns the pit after pit in a lap of the side to move from house h.
func (p *Position) next(pit Pit, h House) Pit {
	if p.variant.Family != KalahFamily {
		return p.nextInRing(pit, h)
	}
	return p.nextWithStores(pit)
}

// nextWithStores returns the pit after pit in a lap that includes the mover's store.
func (p *Position) nextWithStores(pit Pit) Pit {
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

// nextInRing returns the pit after pit in a lap without stores.
func (p *Position) nextInRing(pit Pit, h House) Pit {
	if pit.IsStore() || pit.House == House(p.variant.Houses) {
		pit = Pit{pit.Side.Opponent(), 1}
	} else {
		pit.House++
	}
	if p.variant.Family == OwareFamily && pit == (Pit{p.toMove, h}) {
		return p.nextInRing(pit, h)
	}
	return pit
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

// swap applies the pie rule: the mover takes over the other side's seeds, and the other side is to
// move. That is the same game seen from across the board, so a swap never ends it.
func (p Position) swap() (Position, Sowing, error) {
	s := Sowing{Mover: p.toMove, From: Swap}
	p = p.Mirror()
	p.pie = pieNone
	return p, s, nil
}
