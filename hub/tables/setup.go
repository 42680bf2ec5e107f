// Package tables owns the tables of a club: it decides what the players wish, stores that, and then
// tells them.
//
// A [Table] is pure. It is a [table.Owner] with the rules of a club around it: who may sit there,
// when the clocks run, how long one waits for a player, which games are to be reported. [Tables]
// are those of a node: they keep each table in its log, which the package claims guards.
package tables

import (
	"mancala/match/lobby"
	"mancala/table"
)

// termsOf returns what the players' programs agree to.
func termsOf(s *lobby.Setup) table.Terms {
	t := table.Terms{Variant: s.Variant.Canonical(), Time: s.Time, Rated: s.Rated, Club: true}
	copy(t.Series[:], s.ID)
	return t
}
