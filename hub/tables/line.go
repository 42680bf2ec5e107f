package tables

import (
	"errors"
	"time"

	"mancala/table"
)

// Why a connection of a player ends. Compare with errors.Is; an error of the package table may be
// another reason.
var (
	// ErrReplaced says that the player has come on another connection, or with another device.
	ErrReplaced = errors.New("the player has come on another connection")
	// ErrMoved says that another node owns the table; the player's program dials again at once.
	ErrMoved = errors.New("the table is moving to another node")
	// ErrLater says that the table cannot seat a new device now; the program dials again soon.
	ErrLater = errors.New("the table waits for what its players know")
)

// Line is the connection of a player. The core of a table only compares lines; its shell calls
// them. They must be comparable, and their methods must not wait.
type Line interface {
	// Following answers a Follow. The events behind the follower's own come next, if there are any.
	// The last event was sent that long ago, if a clock has run since.
	Following(f table.Following, ago time.Duration)
	// Event hands on an event with its tag.
	Event(*table.Event, table.Tag)
	Refused(table.Refused)
	// Snapshot is how a device begins that has come with a ticket.
	Snapshot(s *table.Snapshot, ago time.Duration)
	// Presence says whether the other player is there. A new line takes them to be.
	Presence(absent bool)
	// Watched tells the number of watchers. A new line takes them to be none.
	Watched(n int)
	// Leave ends the connection.
	Leave(why error)
}
