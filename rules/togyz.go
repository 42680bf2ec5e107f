package rules

// captureTogyz moves the seeds that the last seed captures into the mover's store, and the seeds
// in tuzdiks into their owners' stores.
func (p *Position) captureTogyz(s *Sowing) {
	if s.Last.Side != s.Mover && s.Last.House != p.board.Tuzdik[s.Mover] {
		switch n := *p.board.at(s.Last); {
		case n%2 == 0:
			p.take(s, s.Last)
		case n == 3 && p.mayWin(s.Last.House):
			p.take(s, s.Last)
			p.board.Tuzdik[s.Mover], s.Won = s.Last.House, s.Last.House
		}
	}
	for side, h := range p.board.Tuzdik {
		if h == 0 {
			continue
		}
		house := p.board.at(Pit{Side(side).Opponent(), h})
		p.board.Store[side] += *house
		s.Gathered[side], *house = *house, 0
	}
}

// mayWin reports whether house h of the other side may become the tuzdik of the side to move.
func (p *Position) mayWin(h House) bool {
	own := p.board.Tuzdik
	return p.variant.Tuzdik && own[p.toMove] == 0 && own[p.toMove.Opponent()] != h && h != House(p.variant.Houses)
}
