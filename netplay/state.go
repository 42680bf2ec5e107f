package netplay

import (
	"errors"
	"fmt"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// history returns the current game of this end.
func (s *Series) history() history {
	return history{plies: s.Match().Game().Plies, era: s.era, resigned: s.resigned, late: s.late}
}

// account returns this end's view of the series.
func (s *Series) account() account {
	a := account{
		number: s.Number(), starter: s.Starter(), game: s.history(), previous: s.previous, restored: s.restored,
		referee: s.referee, wants: s.wants[s.self], withdraws: s.withdraws, ask: s.asks[s.self], answered: s.answered, heard: s.talk.heard,
	}
	if s.last.won && s.last.winner == s.self && s.last.named {
		a.named, a.winner = s.last.number, s.last.name
	}
	return a
}

// stateToWire returns the wire form of an account.
func stateToWire(v rules.Variant, a account) *wire.SeriesState {
	w := &wire.SeriesState{
		Number: uint32(a.number), Starter: partyToWire(a.starter), Game: gameToWire(v, a.game), Restored: a.restored,
		WantsRematch: a.wants, WithdrawsRematch: a.withdraws, Takeback: askToWire(a.ask), Answered: a.answered,
		Heard: a.heard, NamedGame: uint32(a.named), WinnerName: a.winner, Referee: a.referee,
	}
	if a.previous != nil {
		w.Previous = gameToWire(v, *a.previous)
	}
	return w
}

func gameToWire(v rules.Variant, h history) *wire.GameState {
	return &wire.GameState{
		Text: rules.Game{Variant: v, Plies: h.plies}.String(), Takebacks: uint32(h.era),
		HostResigned: h.resigned[match.Host], GuestResigned: h.resigned[match.Guest],
		OutOfTime: lateToWire(h.late),
	}
}

func askToWire(a ask) *wire.Takeback {
	if a.serial == 0 {
		return nil
	}
	return &wire.Takeback{Serial: a.serial, Plies: uint32(a.plies), Open: a.open, Withdrawn: a.withdrawn}
}

// stateFromWire parses an account. It does not check whether the plies are legal: merge does.
func stateFromWire(v rules.Variant, w *wire.SeriesState) (account, error) {
	starter, err := partyFromWire(w.GetStarter())
	if err != nil {
		return account{}, err
	}
	if w.GetNumber() < 1 || w.GetNumber() > 1<<30 {
		return account{}, fmt.Errorf("there is no game %d", w.GetNumber())
	}
	if w.GetNamedGame() > w.GetNumber() {
		return account{}, fmt.Errorf("game %d cannot have been won", w.GetNamedGame())
	}
	a := account{
		number: int(w.GetNumber()), starter: starter, restored: w.GetRestored(), wants: w.GetWantsRematch(),
		withdraws: w.GetWithdrawsRematch(), answered: w.GetAnswered(), heard: w.GetHeard(),
		referee: w.GetReferee(), named: int(w.GetNamedGame()), winner: w.GetWinnerName(),
	}
	if a.ask, err = askFromWire(w.GetTakeback()); err != nil {
		return a, err
	}
	if a.game, err = gameFromWire(v, w.GetGame()); err != nil {
		return a, err
	}
	if w.GetPrevious() != nil {
		previous, err := gameFromWire(v, w.GetPrevious())
		if err != nil {
			return a, err
		}
		a.previous = &previous
	}
	return a, nil
}

func gameFromWire(v rules.Variant, w *wire.GameState) (history, error) {
	game, err := rules.ParseGame(w.GetText())
	switch {
	case err != nil:
		return history{}, err
	case game.Variant != v.Canonical():
		return history{}, fmt.Errorf("a game by the rules %v came in a series by %v", game.Variant, v)
	case len(game.Plies) > maxPlies || w.GetTakebacks() > 1<<30:
		return history{}, errors.New("that is too long for a game")
	}
	late, err := lateFromWire(w.GetOutOfTime())
	return history{
		plies: game.Plies, era: int(w.GetTakebacks()), resigned: [2]bool{w.GetHostResigned(), w.GetGuestResigned()}, late: late,
	}, err
}

func askFromWire(w *wire.Takeback) (ask, error) {
	if w.GetPlies() > maxPlies {
		return ask{}, fmt.Errorf("there is no ply %d to take back", w.GetPlies())
	}
	return ask{serial: w.GetSerial(), plies: int(w.GetPlies()), open: w.GetOpen(), withdrawn: w.GetWithdrawn()}, nil
}
