package ports

import "mancala/rules"

// NearGame is a game that a host in the local network announces.
type NearGame struct {
	// Addr is where it is joined, as host:port.
	Addr string
	// Host is the host's name, cleaned for display; it may be "".
	Host    string
	Variant rules.Variant
	// Full says that a guest has the seat.
	Full bool
	// InviteOnly says that the host lets in only those with an invitation, and Watchable that one
	// may watch.
	InviteOnly, Watchable bool
}

// Browser looks for games in the local network until it is closed. Its methods return at once, and
// are for one goroutine.
type Browser interface {
	// Games returns the games that are there now, in an order that does not change while they stay.
	// The slice is to be read only.
	Games() []NearGame
	// Close ends the search.
	Close()
}

// Opening is a port that the router is asked to pass on until it is closed. Its methods return at
// once, and are for one goroutine.
type Opening interface {
	// State returns how far it has come.
	State() OpeningState
	// Close has the router stop.
	Close()
}

// OpeningState is how far an [Opening] has come: it is under way, open, or has failed.
type OpeningState struct {
	// Addr is the public address, as host:port, once the port is open.
	Addr string
	// Err says in a sentence why guests from outside may not get through, and what works then. It
	// may come with an address.
	Err error
}
