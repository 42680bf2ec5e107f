// Package club is the member's end of the lobby of a club: the connection to it, and the messages
// of proto/mancala/v1/club.proto as package match/lobby has them. PROTOCOL.md describes the
// protocol.
//
// A session is one connection, without clock and socket. The link behind [Dial] dials, carries the
// bytes, and dials again when a connection breaks.
package club
