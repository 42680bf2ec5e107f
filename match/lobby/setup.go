package lobby

import (
	"time"

	"mancala/match"
	"mancala/rules"
)

// Setup is the agreement of two members before the first game at a table. It never changes.
type Setup struct {
	// ID names the table.
	ID string
	// Players are the two members; the first has the seat A.
	Players [2]Member
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
