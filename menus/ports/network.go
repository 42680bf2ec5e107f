package ports

import "mancala/rules"

// NearbyGame is a game that a computer on the same network announces.
type NearbyGame struct {
	// ID tells the game apart from the others as long as it is announced.
	ID string
	// Name is the host's name, cleaned for display.
	Name string
	// Addr is host:port, to show and to join at.
	Addr string
	// Fingerprint is that of the host's key, to be checked when the game is joined, or "" if the
	// host does not encrypt.
	Fingerprint string
	// Variant is the rules. It is the zero value if this program does not know them.
	Variant rules.Variant
	// Full says that a guest is playing there.
	Full bool
	// Older and Newer say that the host's program speaks only older or newer protocols, so that the
	// game cannot be joined.
	Older, Newer bool
}

// Nearby looks for games on the network until it is closed. Its methods return at once.
type Nearby interface {
	// Games returns the games that are announced now, by name, and whether they or the trouble have
	// changed since the last call.
	Games() (list []NearbyGame, changed bool)
	// Trouble returns in a sentence why it cannot look, or nil.
	Trouble() error
	// Close ends the search.
	Close()
}

// PortState is how far the router is with opening a port.
type PortState uint8

// The states.
const (
	PortAsking PortState = iota // the router is being asked, a few seconds
	PortOpen                    // guests from anywhere get in at the public address
	PortClosed                  // not opened; the reason says why and what works instead
)

// Opening is what came of asking the router to open a port.
type Opening struct {
	State PortState
	// Public is the host:port at which guests from anywhere get in, if the port is open.
	Public string
	// Reason says in a sentence or two why the port is closed, and what works instead.
	Reason error
}

// OpenedPort is a port that the router is asked to open, and to keep open until Close. Its methods
// return at once.
type OpenedPort interface {
	// Opening returns how far it is, and whether that has changed since the last call.
	Opening() (o Opening, changed bool)
	// Close has the router close the port again, in the background.
	Close()
}
