package play

import (
	"slices"

	"mancala/match"
	"mancala/rules"
)

// settled is the state with which both ends of a simulated leg go on after a resume.
type settled struct {
	ruling match.Ruling
	era    int
	wants  [2]bool
	asks   [2]simAsk
}

// mergeSim merges the states of the host, who is the referee, and of the guest.
func mergeSim(h, g *simEnd) settled {
	s := settled{ruling: h.ruling(), era: h.era}
	switch {
	case g.series.Number() == h.series.Number()+1 && h.wants[match.Host] && !h.running():
		// the guest has agreed: its game begins, with its own plies
		closed := h.clone()
		closed.nextGame()
		s.ruling, s.era = closed.ruling(), 0
		s.ruling.Plies = closed.ownPlies(g)
		if !closed.replayed(s.ruling.Plies).Position().Over() && g.resigns[match.Guest] {
			s.ruling.Ending, s.ruling.Loser = match.Resigned, match.Guest
		}
		s.finish(closed)
		return s
	case g.series.Number() != h.series.Number():
		s.wants[match.Host] = h.wants[match.Host] && h.unwishing == 0
		return s
	}
	if h.running() {
		s.mergeGame(h, g)
	}
	if s.ruling.Ending != match.Running {
		s.wants = [2]bool{h.wants[match.Host] && h.unwishing == 0, !g.running() && g.wants[match.Guest] && g.unwishing == 0}
		return s
	}
	if s.era == g.era {
		s.mergeAsks(h, g)
	}
	return s
}

// mergeGame adds the guest's contributions to a game that runs at the host.
func (s *settled) mergeGame(h, g *simEnd) {
	a := h.asks[match.Host]
	if g.era == h.era+1 && a.Open && slices.Equal(g.game(), h.game()[:a.Plies]) {
		s.ruling.Plies, s.era = g.game(), g.era
	} else if g.era == h.era {
		s.ruling.Plies = h.ownPlies(g)
	}
	m := h.replayed(s.ruling.Plies)
	switch {
	case m.Position().Over():
	case h.resigns[match.Host] && g.resigns[match.Guest]:
		s.ruling.Ending, s.ruling.Loser = match.Resigned, h.series.Party(m.Position().ToMove())
	case h.resigns[match.Host]:
		s.ruling.Ending, s.ruling.Loser = match.Resigned, match.Host
	case g.resigns[match.Guest]:
		s.ruling.Ending, s.ruling.Loser = match.Resigned, match.Guest
	}
	s.finish(h)
}

// finish sets the ending of a game that its plies end.
func (s *settled) finish(e *simEnd) {
	if e.replayed(s.ruling.Plies).Position().Over() {
		s.ruling.Ending = match.Finished
	}
}

func (s *settled) mergeAsks(h, g *simEnd) {
	host, guest := h.asks[match.Host], g.asks[match.Guest]
	if host.Open && h.unasking == 0 && g.refused[match.Host] < host.serial && host.Plies < len(s.ruling.Plies) {
		s.asks[match.Host] = host
		return
	}
	if guest.Open && g.unasking == 0 && h.refused[match.Guest] < guest.serial && guest.Plies < len(s.ruling.Plies) {
		s.asks[match.Guest] = guest
	}
}

func (e *simEnd) replayed(plies []rules.House) *match.Match {
	return e.reseries(1, match.Host, plies, match.Running, match.Host, match.Tally{}).Match()
}

// ownPlies returns the plies of the guest's game if the guest alone has added some to the host's,
// and otherwise the host's.
func (e *simEnd) ownPlies(g *simEnd) []rules.House {
	own, theirs := e.game(), g.game()
	if len(theirs) <= len(own) || !slices.Equal(theirs[:len(own)], own) {
		return own
	}
	m := e.replayed(theirs)
	for n := len(own) + 1; n <= len(theirs); n++ {
		if _, sowing := m.Ply(n); e.series.Party(sowing.Mover) != match.Guest {
			return own
		}
	}
	return theirs
}

func (e *simEnd) ruling() match.Ruling {
	return match.Ruling{
		Number: e.series.Number(), Starter: e.series.Starter(), Plies: e.game(), Ending: e.ending(), Loser: e.by, Before: e.series.Before(),
	}
}

// settle brings an end to a merged state.
func (e *simEnd) settle(s settled, peer *simEnd) {
	e.out, e.sent, e.got, e.told = nil, 0, 0, 0
	e.emit(match.Resumed{})
	e.rule(s.ruling)
	e.era = s.era
	for p := range e.asks {
		party := match.Party(p)
		if was, now := e.asks[p], s.asks[p]; was.Open && !now.Open {
			e.refused[p] = was.serial
			e.asks[p].Open = false
			e.emit(match.TakebackWithdrawn{By: party})
		} else if now.Open && !was.Open {
			e.asks[p] = now
			e.emit(match.TakebackAsked{By: party, Plies: now.Plies})
		}
		e.asks[p].serial = max(e.asks[p].serial, s.asks[p].serial, e.refused[p])
	}
	if s.ruling.Ending != match.Running {
		for p := range s.wants {
			if s.wants[p] && !e.wants[p] {
				e.wants[p] = true
				e.emit(match.RematchWanted{By: match.Party(p)})
			} else if !s.wants[p] && e.wants[p] {
				e.wants[p] = false
				e.emit(match.RematchWithdrawn{By: match.Party(p)})
			}
		}
	}
	e.resigns, e.resigning, e.unwishing, e.unasking = [2]bool{}, 0, 0, 0
	if e.wants[0] && e.wants[1] {
		e.nextGame()
	}
	e.unheard = slices.DeleteFunc(e.unheard, func(l simLine) bool { return l.id <= peer.heard })
	for _, l := range e.unheard {
		e.send(simFrame{kind: "say", line: l})
	}
}

// rule sets the game.
func (e *simEnd) rule(r match.Ruling) {
	if e.series.Number() == r.Number && e.series.Starter() == r.Starter {
		own := e.game()
		n := 0
		for n < min(len(own), len(r.Plies)) && own[n] == r.Plies[n] {
			n++
		}
		if n == len(own) && n == len(r.Plies) && e.ending() == r.Ending && (e.ending() < match.Resigned || e.by == r.Loser) {
			return
		}
		if n < len(own) || !e.running() {
			e.rewind(n)
			e.wants = [2]bool{}
		}
		for _, h := range r.Plies[n:] {
			_ = e.take(h)
		}
	} else {
		if r.Number == e.series.Number()+1 && e.wants[e.self] && !e.running() {
			e.nextGame()
			e.rule(r)
			return
		}
		e.series = e.reseries(r.Number, r.Starter, r.Plies, match.Running, match.Host, r.Before)
		e.wants, e.resigns = [2]bool{}, [2]bool{}
		e.closeAsks()
		e.emit(match.GameStarted{Number: r.Number, Starter: r.Starter, Plies: r.Plies})
		if r.Ending == match.Finished {
			e.over(match.Host)
		}
	}
	if r.Ending != match.Running && r.Ending != match.Finished {
		m := e.series.Match()
		if r.Ending == match.Resigned {
			_ = m.Resign(e.series.Side(r.Loser))
		} else {
			_ = m.TimeOut(e.series.Side(r.Loser))
		}
		e.over(r.Loser)
	}
}
