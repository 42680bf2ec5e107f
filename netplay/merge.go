package netplay

import (
	"errors"
	"fmt"
	"slices"

	"mancala/match"
	"mancala/rules"
)

// When two ends meet again, each sends its account of the series, and both merge the two accounts
// with the functions of this file. These are pure and treat host and guest alike, so both ends
// reach the same settlement or the same error.

// maxPlies is more than the number of plies of any game.
const maxPlies = 10_000

// history is a game as one end has it.
type history struct {
	plies    []rules.House
	era      int     // how often plies were taken back
	resigned [2]bool // the parties that have resigned
}

// account is one end's view of a series.
type account struct {
	number           int
	starter          match.Party // of the current game
	game             history
	previous         *history // the previous game, as it ended
	restored         bool     // it may have lost its last changes
	wants, withdraws bool     // the next game; a withdrawal that is not confirmed
	ask              ask      // its own newest request
	answered         uint32   // the other end's newest request that is answered or void
	heard            uint64   // the other end's last line
	named            int      // the last game won by this end whose winner has a name; zero if there is none
	winner           string   // the name
}

// settlement is the state with which both ends continue.
type settlement struct {
	number  int
	starter match.Party
	closed  *history // the previous game, if the accounts say how it ended
	game    history
	wants   [2]bool
	asks    [2]ask // open ones only
}

// merger merges the accounts of host and guest, in this order.
type merger struct {
	variant  rules.Variant
	accounts [2]account
}

var errAccounts = errors.New("the two ends do not have the same games")

// merge returns the state with which both ends continue, or an error if they cannot.
func merge(v rules.Variant, accounts [2]account) (settlement, error) {
	m := merger{v, accounts}
	host, guest := &accounts[match.Host], &accounts[match.Guest]
	switch host.number - guest.number {
	case 0:
		return m.together()
	case 1:
		return m.apart(match.Host)
	case -1:
		return m.apart(match.Guest)
	}
	return settlement{}, fmt.Errorf("%w: one is in game %d, the other in game %d", errAccounts, host.number, guest.number)
}

// together merges accounts of the same game.
func (m *merger) together() (settlement, error) {
	a := &m.accounts
	if a[0].starter != a[1].starter {
		return settlement{}, fmt.Errorf("%w: who has started game %d?", errAccounts, a[0].number)
	}
	game, state, err := m.game(a[0].starter, [2]history{a[0].game, a[1].game}, [2]ask{a[0].ask, a[1].ask})
	if err != nil {
		return settlement{}, err
	}
	s := settlement{number: a[0].number, starter: a[0].starter, game: game}
	if state.Result().Ending != match.Running {
		s.wants = [2]bool{a[0].wants && !a[0].withdraws, a[1].wants && !a[1].withdraws}
		if s.wants[0] && s.wants[1] {
			return settlement{number: s.number + 1, starter: s.starter.Other(), closed: &game}, nil
		}
		return s, nil
	}
	s.asks, err = m.asks(s.starter, game, state)
	return s, err
}

// apart merges accounts of which one is a game ahead.
func (m *merger) apart(ahead match.Party) (settlement, error) {
	first, second := &m.accounts[ahead], &m.accounts[ahead.Other()]
	switch {
	case first.previous == nil || first.starter == second.starter:
		return settlement{}, fmt.Errorf("%w: game %d is unclear", errAccounts, second.number)
	case !second.wants && !second.restored:
		return settlement{}, fmt.Errorf("%w: game %d was not agreed", errAccounts, first.number)
	}
	var both [2]history
	both[ahead], both[ahead.Other()] = *first.previous, second.game
	closed, state, err := m.game(second.starter, both, [2]ask{m.accounts[0].ask, m.accounts[1].ask})
	if err != nil {
		return settlement{}, err
	}
	if state.Result().Ending == match.Running ||
		!slices.Equal(closed.plies, first.previous.plies) || closed.resigned != first.previous.resigned {
		return settlement{}, fmt.Errorf("%w: game %d has not ended so", errAccounts, second.number)
	}
	both[ahead], both[ahead.Other()] = first.game, history{}
	game, state, err := m.game(first.starter, both, [2]ask{})
	if err != nil {
		return settlement{}, err
	}
	s := settlement{number: first.number, starter: first.starter, closed: &closed, game: game}
	if state.Result().Ending != match.Running {
		s.wants[ahead] = first.wants && !first.withdraws
		return s, nil
	}
	m.accounts[ahead.Other()].ask.open = false // it was about the previous game
	s.asks, err = m.asks(s.starter, game, state)
	return s, err
}

// game merges two histories of one game and plays the result.
func (m *merger) game(starter match.Party, h [2]history, asks [2]ask) (history, *match.Match, error) {
	merged, err := m.plies(starter, h, asks)
	if err != nil {
		return history{}, nil, err
	}
	state, err := m.replay(merged.plies)
	if err != nil {
		return history{}, nil, err
	}
	for p := range merged.resigned {
		own, told := h[p].resigned[p], h[1-p].resigned[p]
		if told && !own && !m.accounts[p].restored {
			return history{}, nil, fmt.Errorf("%w: the %v has not resigned", errAccounts, match.Party(p))
		}
		merged.resigned[p] = own || told
	}
	if state.Result().Ending != match.Running {
		merged.resigned = [2]bool{}
	}
	if loser, ok := merged.loser(starter, state.Position().ToMove()); ok {
		err = state.Resign(loser)
	}
	return merged, state, err
}

// loser returns the side whose resignation ends the game, if there is one: the side to move if both
// have resigned.
func (h *history) loser(starter match.Party, toMove rules.Side) (rules.Side, bool) {
	south := starter
	switch {
	case h.resigned[0] && h.resigned[1]:
		return toMove, true
	case h.resigned[south]:
		return rules.South, true
	case h.resigned[south.Other()]:
		return rules.North, true
	}
	return rules.South, false
}

// plies merges the plies. A takeback needs the consent of the end that has not heard of the grant;
// plies that an end lacks have to be the other's own. An end that was restored may have lost more.
func (m *merger) plies(starter match.Party, h [2]history, asks [2]ask) (history, error) {
	less, more := match.Host, match.Guest
	if h[less].era > h[more].era || h[less].era == h[more].era && len(h[less].plies) > len(h[more].plies) {
		less, more = more, less
	}
	merged := history{plies: h[more].plies, era: h[more].era}
	restored, common := m.accounts[less].restored, commonPlies(h[less].plies, h[more].plies)
	switch {
	case h[less].era != h[more].era:
		consent := asks[less].open && asks[less].plies == len(merged.plies) && common == len(merged.plies)
		if !restored && (h[less].era+1 != h[more].era || !consent) {
			return merged, fmt.Errorf("%w: the %v has not asked to take plies back", errAccounts, less)
		}
		return merged, nil
	case common < len(h[less].plies):
		return merged, fmt.Errorf("%w at ply %d", errAccounts, common+1)
	case restored:
		return merged, nil
	}
	state, err := m.replay(merged.plies)
	if err != nil {
		return merged, err
	}
	for n := common + 1; n <= len(merged.plies); n++ {
		if _, sowing := state.Ply(n); (sowing.Mover == rules.South) == (starter == less) {
			return merged, fmt.Errorf("%w: the %v has not played ply %d", errAccounts, less, n)
		}
	}
	return merged, nil
}

func commonPlies(a, b []rules.House) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// replay plays a game from its start.
func (m *merger) replay(plies []rules.House) (*match.Match, error) {
	series, err := match.ResumeSeries(rules.Game{Variant: m.variant, Plies: plies}, match.Host, 1, match.Tally{})
	if err != nil {
		return nil, err
	}
	return series.Match(), nil
}

// asks returns the requests that are open in the merged game. Each party's own account of its
// request counts, unless the other has answered; of two open requests the host's stands.
func (m *merger) asks(starter match.Party, game history, state *match.Match) (open [2]ask, err error) {
	for p, a := range m.accounts {
		switch {
		case !a.ask.open || a.ask.withdrawn || a.game.era != game.era || m.accounts[1-p].answered >= a.ask.serial:
			continue
		case a.ask.plies >= state.Plies():
			return open, fmt.Errorf("%w: there is no ply %d to take back", errAccounts, a.ask.plies+1)
		}
		if _, sowing := state.Ply(a.ask.plies + 1); (sowing.Mover == rules.South) != (starter == match.Party(p)) {
			return open, fmt.Errorf("%w: ply %d is not the asker's", errAccounts, a.ask.plies+1)
		}
		open[p] = a.ask
	}
	if open[match.Host].open {
		open[match.Guest] = ask{}
	}
	return open, nil
}
