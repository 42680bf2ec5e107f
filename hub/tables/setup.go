// Package tables owns the tables of a club: it decides what the players wish, stores that, and then
// tells them.
//
// A [Table] is pure. It is a [table.Owner] with the rules of a club around it: who may sit there,
// when the clocks run, how long one waits for a player, which games are to be reported. [Tables]
// are those of a node: they keep each table in its log, which the package claims guards.
package tables

import (
	"time"

	"mancala/match"
	"mancala/rules"
	"mancala/table"
)

// Player is a player at a table: the id in the club, and the name.
type Player struct{ ID, Name string }

// Setup is the agreement before the first game. It never changes.
type Setup struct {
	// ID is the id of the table, unique in the club: 16 small letters and digits.
	ID string
	// Players are the two players; the first has the seat A.
	Players [2]Player
	Variant rules.Variant
	// Time is the time control; the zero value means no clocks.
	Time match.TimeControl `json:",omitzero"`
	// Rated says that the games count for the ratings. A player who leaves a rated game has lost
	// it.
	Rated bool `json:",omitzero"`
	// First is the player who begins the first game: 0 or 1. The other one begins the next.
	First int `json:",omitzero"`
	// Meet is how long both players have to come to the first game; 0 means a minute.
	Meet time.Duration `json:",omitzero"`
}

// terms returns what the players' programs agree to.
func (s *Setup) terms() table.Terms {
	t := table.Terms{Variant: s.Variant.Canonical(), Time: s.Time, Rated: s.Rated, Club: true}
	copy(t.Series[:], s.ID)
	return t
}

// Result is a game that has ended.
type Result struct {
	// ID is the id of the game: that of the table, a hyphen and the number.
	ID    string
	Setup Setup
	// Number is the number of the game at the table, from 1.
	Number int
	// South is the player who began, 0 or 1.
	South int
	Game  rules.Game
	// Result is how the game ended. An abandoned one has no winner.
	Result match.Result
	// Began and Ended are the moments at which the game began and ended. Began is zero if the
	// players never met.
	Began, Ended time.Time
}
