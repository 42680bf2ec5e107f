package match

import "mancala/rules"

// Standing is the result of a game for the one person at this machine who played it.
type Standing uint8

// The standings. A game between two persons here, or two computer players, has none but
// StandingRunning.
const (
	StandingAny     Standing = iota // in a query: every game
	StandingRunning                 // not finished; it can be taken up again
	StandingWon
	StandingLost
	StandingDrawn
)

// GameQuery chooses games of the archive. Its zero value chooses all of them.
type GameQuery struct {
	// Name is part of a player's name, in any letter case; empty means any.
	Name string
	// Opponent is the kind of the other player: [KindPerson] for a person at the same machine,
	// [KindRemote], or the name of a computer player; empty means any.
	Opponent string
	// Variant is the rule set and size; the zero value means any.
	Variant rules.Variant
	// Standing is how the game ended.
	Standing Standing
	// Offset games are left out, newest first, and at most Limit are returned; zero means 100.
	Offset, Limit int
}

// Figure counts the games of the person at this machine against one opponent.
type Figure struct {
	// Opponent is the other player's name, and Kind its kind; both are empty in a total.
	Opponent, Kind string
	// Played counts the games that ended; Won, Lost and Drawn those of them that did so.
	Played, Won, Lost, Drawn int
}

// Figures are the results of one person: in all, and by opponent, most games first.
type Figures struct {
	Total Figure
	By    []Figure
}

// Standing returns the result for the person who kept the record. It is StandingAny if there is no
// such result: both players were persons there, or none was, or the game was broken off.
func (r Record) Standing() Standing {
	if r.Result.Ending == Running {
		return StandingRunning
	}
	person := rules.South
	if r.Kinds[rules.South] != KindPerson {
		person = rules.North
	}
	winner, won := r.Result.Winner()
	switch {
	case r.Kinds[person] != KindPerson || r.Kinds[person.Opponent()] == KindPerson:
		return StandingAny
	case r.Result.Outcome == rules.Draw:
		return StandingDrawn
	case !won:
		return StandingAny
	case winner == person:
		return StandingWon
	}
	return StandingLost
}
