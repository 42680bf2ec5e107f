package netplay

import (
	"encoding/hex"
	"fmt"

	"mancala/match"
	"mancala/rules"
)

// Series is one end's part of a row of games with one peer: everything that outlives the connection that they are played
// across. It is a pure state machine like the [Session] that uses it.
type Series struct {
	*match.Series
	self   match.Party
	id     []byte
	peer   string // the peer's name, cleaned
	hash   chainHash
	wants  [2]bool // which party has asked for the next game
	last   finished
	events []match.Event
	// resigning says that this end has given the game up and the peer has not confirmed it yet.
	resigning bool
}

// finished is what is remembered of the last game that ended.
type finished struct {
	number int
	id     string
	winner match.Party
	won    bool // somebody did
	named  bool // the winner has said his name
}

// newSeries returns a series before its first game; begin begins it.
func newSeries(self match.Party, id []byte, peer string, v rules.Variant, starter match.Party) (*Series, error) {
	games, err := match.NewSeries(v, starter)
	if err != nil {
		return nil, err
	}
	return &Series{Series: games, self: self, id: id, peer: peer}, nil
}

func (s *Series) emit(e match.Event) { s.events = append(s.events, e) }

// gameID names the current game, the same at both ends.
func (s *Series) gameID() string { return fmt.Sprintf("%s-%d", hex.EncodeToString(s.id), s.Number()) }

// running reports whether the current game has not ended.
func (s *Series) running() bool { return s.Match().Result().Ending == match.Running }

// begin announces the current game of the series.
func (s *Series) begin() {
	s.hash = startHash(variantToWire(s.Variant()), s.gameID())
	s.wants, s.resigning = [2]bool{}, false
	s.emit(match.GameStarted{
		ID:      s.gameID(),
		Number:  s.Number(),
		Starter: s.Starter(),
		Self:    s.Side(s.self),
	})
}

// play plays a ply of either side on this end's own board and tells the front end.
func (s *Series) play(side rules.Side, h rules.House) error {
	game := s.Match()
	sowing, err := game.Play(side, h)
	if err != nil {
		return err
	}
	s.hash = s.hash.next(game.Plies(), sowing, game.Position())
	s.emit(match.Played{N: game.Plies(), Sowing: sowing, After: game.Position()})
	return nil
}

// settle announces the end of the game if the last ply was its end.
func (s *Series) settle() {
	if s.Match().Result().Ending == match.Finished {
		s.over(match.Host)
	}
}

// over announces the end of the current game.
func (s *Series) over(by match.Party) {
	result := s.Match().Result()
	s.resigning = false
	s.last = finished{number: s.Number(), id: s.gameID()}
	if side, won := result.Winner(); won {
		s.last.winner, s.last.won = s.Party(side), true
	}
	s.emit(match.GameOver{Result: result, By: by})
}

// resign ends the current game.
func (s *Series) resign(loser match.Party) error {
	if err := s.Match().Resign(s.Side(loser)); err != nil {
		return err
	}
	s.over(loser)
	return nil
}

// want notes that a party wants the next game, and begins it when both do.
func (s *Series) want(p match.Party) error {
	s.wants[p] = true
	s.emit(match.RematchWanted{By: p})
	if !s.wants[p.Other()] {
		return nil
	}
	if err := s.Next(); err != nil {
		return err
	}
	s.begin()
	return nil
}

// abandon ends a game that still runs. A resignation that the peer has not acknowledged counts at this end.
func (s *Series) abandon(ending match.Ending, by match.Party) {
	if !s.running() {
		return
	}
	if s.resigning && ending != match.Desynced {
		_ = s.resign(s.self) // it runs
		return
	}
	if s.Match().Abort(ending) == nil {
		s.over(by)
	}
}
