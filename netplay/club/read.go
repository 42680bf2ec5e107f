package club

import (
	"mancala/match/lobby"
	wirelobby "mancala/netplay/lobby"
	wire "mancala/proto/mancala/v1"
)

// fill fills in the answer to a call.
func fill(a *lobby.Answer, w *wire.ClubNews, c lobby.Call) error {
	if w.GetRefusal() != nil {
		a.Note = refused(wirelobby.RefusalFromWire(w.GetRefusal()), c)
		return nil
	}
	fits := w.GetDone() != nil
	var err error
	switch c.(type) {
	case lobby.ProfileOf:
		fits = w.GetProfile() != nil
		a.Profile, err = wirelobby.ProfileFromWire(w.GetProfile())
	case lobby.GamesOf:
		fits = w.GetGames() != nil
		a.Games, err = wirelobby.GamesFromWire(w.GetGames())
	case lobby.GameOf:
		fits = w.GetGame() != nil
		a.Game, err = wirelobby.GameFromWire(w.GetGame())
	case lobby.StandingsOf:
		fits = w.GetStandings() != nil
		a.Standings, err = wirelobby.StandingsFromWire(w.GetStandings())
	case lobby.Device:
		a.Code = wirelobby.CodeFromWire(w.GetCode())
		fits = a.Code.Text != ""
	case lobby.Sit, lobby.Watch:
		fits = false // their answer is a seat
	}
	if !fits {
		return errStrange
	}
	return err
}
