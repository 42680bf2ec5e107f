package rules

// legalOware returns nil if a house with seeds may be sown.
func (p *Position) legalOware(h House) error {
	theirs, mine := p.board.InHouses(p.toMove.Opponent()), int(p.board.House[p.toMove][h-1])
	switch {
	case p.variant.MustFeed && theirs == 0 && mine <= int(p.variant.Houses)-int(h):
		return ErrMustFeed
	case p.variant.Slam == SlamForbid && p.slams(h):
		return ErrNoSlam
	}
	return nil
}

// slams reports whether sowing house h would capture all seeds of the other side.
func (p Position) slams(h House) bool {
	_, last := p.spread(h)
	_, n := p.chain(last)
	return n > 0 && n == p.board.InHouses(last.Side)
}

// chain returns how many houses of the other side, from the last seed's house back, hold 2 or 3,
// and the seeds in them.
func (p *Position) chain(last Pit) (houses House, seeds int) {
	if last.Side == p.toMove {
		return 0, 0
	}
	for h := last.House; h >= 1; h-- {
		n := p.board.House[last.Side][h-1]
		if n != 2 && n != 3 {
			break
		}
		houses, seeds = houses+1, seeds+int(n)
	}
	return houses, seeds
}

// captureOware moves the seeds that the last seed captures into the mover's store.
func (p *Position) captureOware(s *Sowing) {
	houses, seeds := p.chain(s.Last)
	if p.variant.Slam == SlamKeep && seeds == p.board.InHouses(s.Last.Side) {
		return
	}
	for i := range houses {
		p.take(s, Pit{s.Last.Side, s.Last.House - i})
	}
}
