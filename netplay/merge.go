package netplay

import (
	"cmp"
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
	era      int       // how often plies were taken back
	resigned [2]bool   // the parties that have resigned
	late     outOfTime // the party that has run out of time
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
	referee          bool     // the host's word is final; at the guest, that it may be
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
	ruled   bool   // the host has decided it, whatever the guest has
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
	switch {
	case host.referee && !guest.referee:
		return settlement{}, errNoReferee
	case host.referee:
		return m.refereed()
	}
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
	if !state.Running() {
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
	if state.Running() ||
		!slices.Equal(closed.plies, first.previous.plies) || closed.resigned != first.previous.resigned ||
		closed.late != first.previous.late {
		return settlement{}, fmt.Errorf("%w: game %d has not ended so", errAccounts, second.number)
	}
	both[ahead], both[ahead.Other()] = first.game, history{}
	game, state, err := m.game(first.starter, both, [2]ask{})
	if err != nil {
		return settlement{}, err
	}
	s := settlement{number: first.number, starter: first.starter, closed: &closed, game: game}
	if !state.Running() {
		s.wants[ahead] = first.wants && !first.withdraws
		return s, nil
	}
	m.accounts[ahead.Other()].ask.open = false // it was about the previous game
	s.asks, err = m.asks(s.starter, game, state)
	return s, err
}

// game merges two histories of one game and plays the result.
func (m *merger) game(starter match.Party, h [2]history, asks [2]ask) (history, *match.Match, error) {
	late, err := m.late(starter, &h)
	if err != nil {
		return history{}, nil, err
	}
	merged, err := m.plies(starter, h, asks)
	if err != nil {
		return history{}, nil, err
	}
	state, err := m.replay(merged.plies)
	if err != nil {
		return history{}, nil, err
	}
	if late.is && state.Running() {
		merged.late = late
		return merged, state, state.TimeOut(sideOf(late.who, starter))
	}
	for p := range merged.resigned {
		own, told := h[p].resigned[p], h[1-p].resigned[p]
		if told && !own && !m.accounts[p].restored {
			return history{}, nil, fmt.Errorf("%w: the %v has not resigned", errAccounts, match.Party(p))
		}
		merged.resigned[p] = own || told
	}
	if !state.Running() {
		merged.resigned = [2]bool{}
	}
	if loser, ok := merged.loser(starter, state.Position().ToMove()); ok {
		err = state.Resign(loser)
	}
	return merged, state, err
}

// late returns the party that has run out of time. That is the host's decision, and its game stands
// then: the guest's own plies beyond it came too late, and a takeback that the guest has granted
// meanwhile is void. A host that was restored may have lost its decision, and a guest that was
// restored may have lost the news of that.
func (m *merger) late(starter match.Party, h *[2]history) (outOfTime, error) {
	host, guest := &h[match.Host], &h[match.Guest]
	if guest.late.is && guest.late != host.late && !m.accounts[match.Host].restored && !m.accounts[match.Guest].restored {
		return outOfTime{}, fmt.Errorf("%w: the %v has not run out of time", errAccounts, guest.late.who)
	}
	switch {
	case !host.late.is:
		return outOfTime{}, nil
	case !m.accounts[match.Guest].referee:
		return outOfTime{}, errNoReferee
	}
	common := commonPlies(host.plies, guest.plies)
	switch {
	case guest.era == host.era+1 && common == len(guest.plies):
		guest.era, guest.plies = host.era, host.plies
	case guest.era == host.era && common == len(host.plies) && common < len(guest.plies):
		state, err := m.replay(guest.plies)
		if err != nil {
			return outOfTime{}, err
		}
		if n := foreignPly(state, common, match.Guest, starter); n > 0 {
			return outOfTime{}, fmt.Errorf("%w: the guest has not played ply %d", errAccounts, n)
		}
		guest.plies = host.plies
	}
	return host.late, nil
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
	if n := foreignPly(state, common, more, starter); n > 0 {
		return merged, fmt.Errorf("%w: the %v has not played ply %d", errAccounts, less, n)
	}
	return merged, nil
}

// foreignPly returns the number of the first ply after the first n that is not the party's own, or
// 0 if there is none.
func foreignPly(game *match.Match, n int, p, starter match.Party) int {
	for n++; n <= game.Plies(); n++ {
		if _, sowing := game.Ply(n); sowing.Mover != sideOf(p, starter) {
			return n
		}
	}
	return 0
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

// asks returns the requests that are open in the merged game, and an error if another one would be
// open that does not fit it. Each party's own account of its request counts, unless the other has
// answered; of two open requests the host's stands.
func (m *merger) asks(starter match.Party, game history, state *match.Match) (open [2]ask, err error) {
	for p, a := range m.accounts {
		if !a.ask.open || a.ask.withdrawn || a.game.era != game.era || m.accounts[1-p].answered >= a.ask.serial {
			continue
		}
		if unfit := a.ask.fits(state, sideOf(match.Party(p), starter)); unfit != nil {
			err = cmp.Or(err, unfit)
			continue
		}
		open[p] = a.ask
	}
	if open[match.Host].open {
		open[match.Guest] = ask{}
	}
	return open, err
}

// fits returns an error if a side has not played the first ply that it asks back.
func (a *ask) fits(game *match.Match, side rules.Side) error {
	if a.plies >= game.Plies() {
		return fmt.Errorf("%w: there is no ply %d to take back", errAccounts, a.plies+1)
	}
	if _, sowing := game.Ply(a.plies + 1); sowing.Mover != side {
		return fmt.Errorf("%w: ply %d is not the asker's", errAccounts, a.plies+1)
	}
	return nil
}
