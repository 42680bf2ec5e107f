package netplay

import (
	"errors"
	"fmt"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// shown is everything that watchers see of a game except its plies.
type shown struct {
	names    [2]string // by party; the guest's is "" if there is none
	variant  rules.Variant
	state    wire.WatchState
	series   [idSize]byte // its name
	number   int
	starter  match.Party
	tossed   bool
	era      int
	resigned [2]bool
	late     outOfTime
	before   match.Tally
	absent   absentee
}

// absentee says which player of a paused game is not connected. Only a referee knows: of two who
// are connected to each other, neither is it alone.
type absentee struct {
	known bool
	who   match.Party
}

// toWire returns the message for watchers.
func (s *shown) toWire(plies []rules.House) *wire.Watched {
	w := &wire.Watched{
		HostName: s.names[match.Host], State: s.state,
		Game: gameToWire(s.variant, history{plies: plies, era: s.era, resigned: s.resigned, late: s.late}),
	}
	if s.state != wire.WatchState_WATCH_STATE_NO_GUEST {
		w.GuestName, w.SeriesId, w.Number = s.names[match.Guest], s.series[:], uint32(s.number)
		w.Starter, w.Tossed = partyToWire(s.starter), s.tossed
		w.HostWins, w.GuestWins = uint32(s.before.Wins[match.Host]), uint32(s.before.Wins[match.Guest])
		w.Draws = uint32(s.before.Draws)
		if s.absent.known {
			w.Absent = partyToWire(s.absent.who)
		}
	}
	return w
}

// shownFromWire parses the host's message for watchers. It does not check whether the plies are
// legal.
func shownFromWire(w *wire.Watched) (shown, []rules.House, error) {
	game, err := rules.ParseGame(w.GetGame().GetText())
	if err != nil {
		return shown{}, nil, err
	}
	s := shown{variant: game.Variant.Canonical(), state: w.GetState()}
	s.names[match.Host] = match.NameOr(w.GetHostName(), match.Host)
	if err := s.variant.Validate(); err != nil {
		return s, nil, fmt.Errorf("%w: %w", errRules, err)
	}
	switch s.state {
	case wire.WatchState_WATCH_STATE_NO_GUEST:
		return s, nil, nil
	case wire.WatchState_WATCH_STATE_PLAYING, wire.WatchState_WATCH_STATE_PAUSED,
		wire.WatchState_WATCH_STATE_ENDED, wire.WatchState_WATCH_STATE_DESYNCED:
	default:
		return s, nil, fmt.Errorf("a game stands in a way that is unknown here: %d", s.state)
	}
	h, err := gameFromWire(s.variant, w.GetGame())
	if err != nil {
		return s, nil, err
	}
	return s, h.plies, s.addGame(w, h)
}

// addGame adds the parts that exist only with a guest.
func (s *shown) addGame(w *wire.Watched, h history) (err error) {
	ended := int64(w.GetHostWins()) + int64(w.GetGuestWins()) + int64(w.GetDraws())
	switch {
	case len(w.GetSeriesId()) != idSize:
		return errors.New("the series has no proper name")
	case w.GetNumber() < 1 || w.GetNumber() > 1<<30:
		return fmt.Errorf("there is no game %d", w.GetNumber())
	case ended >= int64(w.GetNumber()):
		return fmt.Errorf("%d games have ended before game %d", ended, w.GetNumber())
	}
	s.names[match.Guest] = match.NameOr(w.GetGuestName(), match.Guest)
	s.series, s.number, s.tossed = [idSize]byte(w.GetSeriesId()), int(w.GetNumber()), w.GetTossed()
	s.era, s.resigned, s.late = h.era, h.resigned, h.late
	s.before = match.Tally{Wins: [2]int{int(w.GetHostWins()), int(w.GetGuestWins())}, Draws: int(w.GetDraws())}
	if who, bad := partyFromWire(w.GetAbsent()); bad == nil {
		s.absent = absentee{true, who}
	}
	s.starter, err = partyFromWire(w.GetStarter())
	return err
}

// shownOf returns the view of a series for watchers, whether it is over or not.
func shownOf(host string, s *Series) shown {
	now := shown{
		names: [2]string{host, s.peer}, variant: s.Variant(), state: wire.WatchState_WATCH_STATE_PLAYING,
		series: [idSize]byte(s.id), number: s.Number(), starter: s.Starter(), tossed: s.tossed, era: s.era, late: s.late, before: s.Before(),
	}
	ending := s.Match().Result().Ending
	switch {
	case ending == match.Desynced:
		now.state = wire.WatchState_WATCH_STATE_DESYNCED
	case s.over:
		now.state = wire.WatchState_WATCH_STATE_ENDED
	case s.paused || s.kept:
		now.state, now.absent = wire.WatchState_WATCH_STATE_PAUSED, absentee{s.referee && !s.absent, match.Guest}
	case s.absent:
		now.state, now.absent = wire.WatchState_WATCH_STATE_PAUSED, absentee{true, match.Host}
	}
	if ending == match.Resigned { // a resignation that the peer has not confirmed is not shown
		now.resigned = s.resigned
	}
	return now
}
