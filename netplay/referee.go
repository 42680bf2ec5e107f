package netplay

import (
	"errors"
	"slices"

	"mancala/match"
	"mancala/rules"
)

// A host that only stands for the other player is a referee: it has to agree with two guests, so it
// cannot agree with each of them about messages that have crossed. Its account of a series stands,
// and the guest can only add to it: plies at the end of a game that runs, a resignation, a takeback
// that the host has asked for, wishes, requests and talk. All else is taken back at the guest. The
// guest still checks every ply, and takes only the host of a seat in a club for a referee.

var (
	errRuled     = errors.New("the host has set the game to another state")
	errNotYet    = errors.New("the guest does not know yet that it has the seat")
	errNoReferee = errors.New("the host says that its word is final, and the guest has not come to a club")
	errNoRuling  = errors.New("a game cannot be set to that ending")
)

// refereed merges two accounts of which the host's is a referee's.
func (m *merger) refereed() (settlement, error) {
	host, guest := &m.accounts[match.Host], &m.accounts[match.Guest]
	s := settlement{number: host.number, starter: host.starter, game: host.game, closed: host.previous, ruled: true}
	state, err := m.play(s.starter, &s.game)
	if err != nil {
		return s, err
	}
	over := !state.Running()
	switch {
	case guest.number == host.number+1 && over && host.wants: // the guest has agreed
		closed := s.game
		s.number, s.starter, s.closed, s.game = s.number+1, s.starter.Other(), &closed, history{}
		state, err = m.contribute(s.starter, &s.game, guest, ask{})
	case guest.number != host.number:
		s.wants[match.Host] = over && host.wants && !host.withdraws
		return s, nil
	case !over:
		state, err = m.contribute(s.starter, &s.game, guest, host.ask)
	}
	switch {
	case err != nil:
		return s, err
	case state.Running():
		s.asks, _ = m.asks(s.starter, s.game, state) // others are void
	case s.number == host.number:
		s.wants = [2]bool{host.wants && !host.withdraws, guest.wants && !guest.withdraws}
		if s.wants[0] && s.wants[1] {
			closed := s.game
			return settlement{number: s.number + 1, starter: s.starter.Other(), closed: &closed, ruled: true}, nil
		}
	}
	return s, nil
}

// play returns a game with its ending. Resignations and time count only until the plies have
// finished it.
func (m *merger) play(starter match.Party, h *history) (*match.Match, error) {
	state, err := m.replay(h.plies)
	if err != nil {
		return nil, err
	}
	if !state.Running() {
		h.resigned, h.late = [2]bool{}, outOfTime{}
		return state, nil
	}
	if h.late.is {
		h.resigned = [2]bool{}
		return state, state.TimeOut(sideOf(h.late.who, starter))
	}
	if loser, ok := h.loser(starter, state.Position().ToMove()); ok {
		err = state.Resign(loser)
	}
	return state, err
}

// contribute adds the guest's plies, grant and resignation to the host's game, which runs. Asked is
// the host's request.
func (m *merger) contribute(starter match.Party, h *history, guest *account, asked ask) (*match.Match, error) {
	theirs, common := &guest.game, commonPlies(h.plies, guest.game.plies)
	switch {
	case theirs.era == h.era+1 && asked.open && asked.plies == len(theirs.plies) && common == asked.plies:
		h.plies, h.era = theirs.plies, theirs.era
	case theirs.era == h.era && common == len(h.plies) && m.ownPlies(starter, theirs.plies, common):
		h.plies = theirs.plies
	}
	h.resigned[match.Guest] = theirs.resigned[match.Guest]
	return m.play(starter, h)
}

// ownPlies reports whether a game is legal, and all its plies after the first n are the guest's.
func (m *merger) ownPlies(starter match.Party, plies []rules.House, n int) bool {
	state, err := m.replay(plies)
	return err == nil && foreignPly(state, n, match.Guest, starter) == 0
}

// follow brings the games to the state that a referee has decided, and returns the number of this
// end's own plies that only the other end remembered.
func (s *Series) follow(m settlement, peer account) (remembered int, err error) {
	switch {
	case s.Number() == m.number && s.Starter() == m.starter:
	case s.Number()+1 == m.number && s.Starter() != m.starter && m.closed != nil:
		if remembered, err = s.followGame(*m.closed, peer); err != nil {
			return remembered, err
		}
		if s.running() {
			return remembered, errAccounts
		}
		s.settleWants([2]bool{true, true})
		if err := s.next(); err != nil {
			return remembered, err
		}
	default:
		games, err := match.ResumeSeries(rules.Game{Variant: s.Variant()}, m.starter, m.number, s.before(m.number))
		if err != nil {
			return 0, err
		}
		s.Series, s.previous, s.last = games, m.closed, finished{}
		s.begin()
	}
	more, err := s.followGame(m.game, peer)
	return remembered + more, err
}

// overruled returns the number of this end's own plies of the current game that a referee takes
// back although this end has not asked for it. To refuse would end a game that can go on: a club
// that was restored from a copy may have lost them.
func (s *Series) overruled(m settlement) (n int) {
	if !m.ruled || s.Number() != m.number {
		return 0
	}
	own := s.Match().Game().Plies
	common := commonPlies(own, m.game.plies)
	if a := s.asks[s.self]; a.open && a.plies <= common {
		return 0
	}
	for i := common + 1; i <= len(own); i++ {
		if _, sowing := s.Match().Ply(i); s.Party(sowing.Mover) == s.self {
			n++
		}
	}
	return n
}

// before returns the tally of the games before one that this end is not in: the last one, or one
// that it does not know.
func (s *Series) before(number int) match.Tally {
	tally := s.Before()
	if number != s.Number()-1 || s.previous == nil {
		return tally
	}
	m := merger{variant: s.Variant()}
	starter := s.Starter().Other()
	if state, err := m.play(starter, s.previous); err == nil {
		last := match.Tally{}.Add(state.Result(), starter)
		tally.Wins[0], tally.Wins[1], tally.Draws = tally.Wins[0]-last.Wins[0], tally.Wins[1]-last.Wins[1], tally.Draws-last.Draws
	}
	return tally
}

// followGame is catchUpGame for a game that may have ended otherwise here.
func (s *Series) followGame(h history, peer account) (remembered int, err error) {
	own := s.Match().Game().Plies
	if s.running() || slices.Equal(own, h.plies) && h.resigned == s.resigned && h.late == s.late {
		return s.catchUpGame(h, peer)
	}
	s.late, s.last, s.resigned = outOfTime{}, finished{}, [2]bool{}
	if err := s.rewind(commonPlies(own, h.plies)); err != nil {
		return 0, err
	}
	return s.catchUpGame(h, peer)
}

// rule sets the series to a state.
func (s *Series) rule(r match.Ruling) error {
	m := settlement{number: r.Number, starter: r.Starter, game: history{plies: r.Plies, era: s.era}, closed: s.previous, ruled: true}
	switch r.Ending {
	case match.Running, match.Finished:
	case match.Resigned:
		m.game.resigned[r.Loser] = true
	case match.TimedOut:
		m.game.late = outOfTime{true, r.Loser}
	default:
		return errNoRuling
	}
	check := merger{variant: s.Variant()}
	state, err := check.play(r.Starter, &m.game)
	switch {
	case err != nil:
		return err
	case state.Result().Ending != r.Ending || r.Number < 1:
		return errNoRuling
	case s.Number() == r.Number:
		if own := s.Match().Game().Plies; commonPlies(own, r.Plies) == len(r.Plies) && len(r.Plies) < len(own) {
			m.game.era++ // or the guest would bring a last ply of its own back
		}
	default:
		games, err := match.ResumeSeries(rules.Game{Variant: s.Variant()}, r.Starter, r.Number, r.Before)
		if err != nil {
			return err
		}
		previous := (*history)(nil)
		if closed := s.history(); !s.running() && r.Number == s.Number()+1 {
			previous = &closed
		}
		s.Series, s.previous, s.last, m.game.era = games, previous, finished{}, 0
		s.begin()
	}
	if s.closeAsks(); s.running() {
		s.resigned = [2]bool{}
	}
	s.changed = true
	_, err = s.follow(m, account{})
	return err
}

// Rule sets the series to a state, as [match.Referee] says.
func (h *hostLink) Rule(r match.Ruling) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.series == nil {
		return ErrNoGame
	}
	series := h.series
	if c := h.conn; c != nil {
		if c.session.acked < c.session.seatedAt {
			return errNotYet
		}
		c.session.Lost(errRuled)
		c.flush()
	}
	err := series.rule(r)
	h.takeSeries()
	h.attend()
	return err
}
