// Package play plays the games of a club.
//
// A table has two legs, one to each player: the table's end of an ordinary series, whose other end
// is the player's program. The [Table] is a pure state machine. It hears what happens on each leg,
// decides in the order in which it hears, and returns the steps that bring the legs to the
// decision. docs/decisions/0029-a-club-is-two-legs.md tells why.
package play

import (
	"fmt"
	"time"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/rules"
)

// Seat is a player at a table.
type Seat struct {
	// Player is the player's id in the club.
	Player string
	// Name is the player's name.
	Name string
	// Ticket is the secret by which the player's program gets the seat.
	Ticket keys.Secret `json:"-"`
}

// Setup is the agreement before the first game.
type Setup struct {
	// ID is the id of the table, unique in the club.
	ID string
	// Players are the two players.
	Players [2]Seat
	// Variant is the rules of all games.
	Variant rules.Variant
	// Time is the time control; the zero value means no clocks.
	Time match.TimeControl
	// Rated says that the games count for the ratings. A player who leaves a rated game has lost
	// it.
	Rated bool
	// First is the player who begins the first game: 0 or 1. The other one begins the next.
	First int
	// Meet is how long both players have to come to the first game; 0 means a minute.
	Meet time.Duration `json:",omitzero"`
	// NoWatchers says that watching is not allowed.
	NoWatchers bool
	// Watch is the secret by which others find the table to watch; zero if none can.
	Watch keys.Secret `json:"-"`
}

// takebacks reports whether the players may agree to take plies back.
func (s *Setup) takebacks() bool { return !s.Rated && !s.Time.Timed() }

// Result is a game that has ended.
type Result struct {
	// ID is the id of the game: that of the table, a hyphen and the number.
	ID string
	// Setup is that of the table.
	Setup Setup
	// Number is the number of the game at the table, counted from 1.
	Number int
	// South is the player who began, 0 or 1.
	South int
	// Game is the rules and the plies.
	Game rules.Game
	// Ending is how the game ended. An abandoned one has no winner.
	Ending match.Ending
	// Winner is the player who won, 0 or 1; -1 after a draw and if there is none.
	Winner int
	// Began and Ended are the moments at which the game began and ended. Began is zero if the
	// players never met.
	Began, Ended time.Time
}

// outcome is a game that has ended, in the form in which a table keeps it until it is reported.
type outcome struct {
	Number, South int
	Game          rules.Game
	Ending        match.Ending
	Winner        int
	Began, Ended  time.Time
}

// result returns the outcome as the club sees it.
func (o *outcome) result(s Setup) Result {
	return Result{
		ID: fmt.Sprintf("%s-%d", s.ID, o.Number), Setup: s, Number: o.Number, South: o.South, Game: o.Game,
		Ending: o.Ending, Winner: o.Winner, Began: o.Began, Ended: o.Ended,
	}
}
