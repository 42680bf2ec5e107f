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
	"mancala/match/lobby"
	"mancala/rules"
	"mancala/table"
)

// termsOf returns what the players' programs agree to.
func termsOf(s *lobby.Setup) table.Terms {
	t := table.Terms{Variant: s.Variant.Canonical(), Time: s.Time, Rated: s.Rated, Club: true}
	copy(t.Series[:], s.ID)
	return t
}

// Result is a game that has ended.
type Result struct {
	// ID is the id of the game: that of the table, a hyphen and the number.
	ID    string
	Setup lobby.Setup
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
