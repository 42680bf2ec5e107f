package ports

import "mancala/rules"

// NearbyGame is a game announced by a computer on the same network.
type NearbyGame struct {
	// ID identifies the game among the announced ones.
	ID string
	// Name is the host's name, cleaned for display.
	Name string
	// Addr is host:port, for display and joining.
	Addr string
	// Fingerprint is the fingerprint of the host's key, for a check on joining, or "" if the host
	// does not encrypt.
	Fingerprint string
	// Variant is the rules, or the zero value if this program does not know them.
	Variant rules.Variant
	// Full says that a guest is playing there.
	Full bool
	// Older and Newer say that the host's program speaks only older or newer protocols, so this
	// program cannot join.
	Older, Newer bool
}

// Nearby searches the network for games until it is closed. Its methods return at once.
type Nearby interface {
	// Games returns the present games, sorted by name, and whether they or Trouble have changed
	// since the last call.
	Games() (list []NearbyGame, changed bool)
	// Trouble returns a sentence that explains why the search is impossible, or nil.
	Trouble() error
	// Close ends the search.
	Close()
}

// PortState is the progress of opening a port on the router.
type PortState uint8

// The states.
const (
	PortAsking PortState = iota // the router is being asked, which takes a few seconds
	PortOpen                    // guests from anywhere can connect to the public address
	PortClosed                  // not opened; Reason says why, and names another way
)

// Opening is the result of asking the router to open a port.
type Opening struct {
	State PortState
	// Public is the host:port to which guests from anywhere can connect, if the port is open.
	Public string
	// Reason says why the port is closed, and names another way, in a sentence or two.
	Reason error
}

// OpenedPort is a request to the router to open a port, and to keep it open until Close. Its
// methods return at once.
type OpenedPort interface {
	// Opening returns the progress, and whether it has changed since the last call.
	Opening() (o Opening, changed bool)
	// Close asks the router to close the port again, in the background.
	Close()
}
