package netplay

import (
	"fmt"
	"slices"

	"mancala/match"
	"mancala/rules"
)

// settle continues with the state that both ends have agreed on, and emits the events that this end
// has missed.
func (s *Series) settle(m settlement, mine, peer account) error {
	resumed := len(s.events)
	s.emit(match.Resumed{Security: securityOf(s.host, s.byCode)})
	s.paused, s.changed = false, true
	lost := s.overruled(m)
	remembered, err := s.catchUp(m, peer)
	if err != nil {
		return err
	}
	switch security := securityOf(s.host, s.byCode); {
	case remembered > 0 && !s.atClub(): // which has every move that it has confirmed: nothing was lost
		s.events[resumed] = match.Resumed{Note: note("remembered", remembered, s.peer), Security: security}
	case lost > 0 && s.running():
		s.events[resumed] = match.Resumed{Note: note("overruled", lost), Security: security}
	}
	s.settleAsks(m, mine, peer)
	s.settleWants(m.wants)
	s.restored, s.withdraws = false, false
	s.talk.confirm(peer.heard)
	if s.nameWinner(peer.named, s.self.Other(), peer.winner) {
		s.emit(match.WinnerNamed{GameID: s.lastID(), Name: s.last.name})
	}
	return nil
}

// catchUp brings the games up to date, and returns the number of this end's own plies that only the
// other end remembered.
func (s *Series) catchUp(m settlement, peer account) (remembered int, err error) {
	if m.ruled {
		return s.follow(m, peer)
	}
	if s.Number() != m.number {
		if remembered, err = s.catchUpGame(*m.closed, peer); err != nil {
			return remembered, err
		}
		s.settleWants([2]bool{true, true})
		if err := s.next(); err != nil {
			return remembered, err
		}
	}
	more, err := s.catchUpGame(m.game, peer)
	return remembered + more, err
}

func (s *Series) catchUpGame(h history, peer account) (remembered int, err error) {
	own := s.Match().Game().Plies
	if !s.running() {
		if slices.Equal(own, h.plies) && h.resigned == s.resigned && h.late == s.late {
			return 0, nil
		}
		if err := s.reopenGame(h); err != nil {
			return 0, err
		}
		own = s.Match().Game().Plies
	}
	common := commonPlies(own, h.plies)
	if h.era != s.era {
		s.granted(peer)
		s.era = h.era
	}
	if common < len(own) {
		if err := s.rewind(common); err != nil {
			return 0, err
		}
	}
	for _, house := range h.plies[common:] {
		side := s.Match().Position().ToMove()
		if s.Party(side) == s.self {
			remembered++
		}
		ply, err := s.try(side, house)
		if err != nil {
			return remembered, err
		}
		if err := s.take(ply); err != nil {
			return remembered, err
		}
	}
	if h.late.is {
		return remembered, s.timeOut(h.late.who, s.Match().Plies())
	}
	if s.resigned = h.resigned; s.running() && (s.resigned[0] || s.resigned[1]) {
		return remembered, s.resign()
	}
	return remembered, nil
}

// reopenGame lets a game go on that has ended at this end alone: by a ply of the guest's that the
// host did not have in time, or on time by the decision of a host that has lost it since.
func (s *Series) reopenGame(h history) error {
	own := s.Match().Game().Plies
	n := commonPlies(own, h.plies)
	if s.late == h.late || !s.late.is && !h.late.is || n < len(own) && !h.late.is {
		return fmt.Errorf("%w: game %d has ended here", errAccounts, s.Number())
	}
	s.late, s.last = outOfTime{}, finished{}
	return s.rewind(n)
}

// granted emits that a request was granted, before the plies go back.
func (s *Series) granted(peer account) {
	for p, a := range s.asks {
		if a.open {
			s.emit(match.TakebackAnswered{By: match.Party(p).Other(), Granted: true})
		}
	}
	s.closeAsks()
	s.refusals = [2]refusals{}
}

// settleAsks brings the requests up to date. Both ends continue from the numbers that they have
// told each other: an end that was restored may have forgotten some.
func (s *Series) settleAsks(m settlement, mine, peer account) {
	other := s.self.Other()
	for _, p := range [...]match.Party{match.Host, match.Guest} {
		was, now := s.asks[p], m.asks[p]
		switch {
		case was.open && now.open && was.serial == now.serial:
		case was.open && p == s.self && peer.answered >= was.serial && s.running() && !was.withdrawn:
			s.refused(p)
			s.emit(match.TakebackAnswered{By: other, Granted: false})
		case was.open:
			s.emit(match.TakebackWithdrawn{By: p})
		}
		s.asks[p].open, s.asks[p].withdrawn = now.open, false
		if now.open && (!was.open || was.serial != now.serial) {
			s.asks[p] = now
			s.emit(match.TakebackAsked{By: p, Plies: now.plies})
		}
	}
	s.asks[s.self].serial = max(mine.ask.serial, peer.answered)
	s.asks[other].serial = max(peer.ask.serial, mine.answered)
	if s.answered = mine.answered; !s.asks[other].open {
		s.answered = s.asks[other].serial
	}
}

// settleWants brings the wishes for the next game up to date.
func (s *Series) settleWants(wants [2]bool) {
	for _, p := range [...]match.Party{match.Host, match.Guest} {
		switch {
		case wants[p] && !s.wants[p]:
			s.emit(match.RematchWanted{By: p})
		case s.wants[p] && !wants[p]:
			s.emit(match.RematchWithdrawn{By: p})
		}
	}
	s.wants = wants
}

// loser returns the side whose resignation ends the current game.
func (s *Series) loser() rules.Side {
	h := s.history()
	side, _ := h.loser(s.Starter(), s.Match().Position().ToMove())
	return side
}
