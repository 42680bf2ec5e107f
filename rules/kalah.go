package rules

// captures reports whether a last seed in last captures, even if there is nothing to take.
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

// makesEven reports whether a last seed that has just fallen into last captures that house.
func (p *Position) makesEven(last Pit) bool {
	return p.variant.CaptureEven && last.Side != p.toMove && !last.IsStore() && *p.board.at(last)%2 == 0
}

// captureKalah moves the seeds that the last seed captures into the mover's store.
func (p *Position) captureKalah(s *Sowing) {
	switch {
	case p.captures(s.Last):
		p.take(s, p.Opposite(s.Last))
		if p.variant.Take == TakeBoth {
			p.take(s, s.Last)
		}
	case p.makesEven(s.Last):
		p.take(s, s.Last)
	}
}
