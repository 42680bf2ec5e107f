// Package session is version 3 of the protocol of a game: one connection between a player, or a
// watcher, and the program that decides the series.
//
// A [Player] is a player's end of a connection, above a follower of package table. A [Watcher] is
// the end of someone who only watches. A [Server] has a table for each of its series, and a [Conn]
// is its end of one connection; a club's ends are a [Member] and a [Viewer]. All are pure state
// machines: they have no clock, goroutine or socket. Their inputs are the payloads of frames, the
// wishes of this end's person, the time, and the end of the connection; their outputs are frames,
// notices, and records to store.
//
// PROTOCOL.md, at the top of the repository, describes the messages.
package session

import (
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/frames"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
)

// Preface is the first thing that each end sends, before its first frame.
const Preface = frames.Preface

// Version is the version of the protocol that this package speaks.
const Version = 3

// Timeouts of a connection, from the last frame of the peer unless stated otherwise.
const (
	handshakeWait = 5 * time.Second  // from the start of the connection to the end of the greeting
	followWait    = 10 * time.Second // the player counts from the start, the server from the Follow
	readWait      = 2 * time.Minute  // from the Offer to the Accept, if a person is asked
	acceptWait    = 5 * time.Second  // the same if none is
	tossWait      = 5 * time.Second  // from Seated to Toss
	clientPings   = 6 * time.Second  // until a player or watcher sends a Ping, and between its Pings
	serverPings   = 7 * time.Second  // the same of the server, which need not ask meanwhile
	quietAfter    = 15 * time.Second // until the peer counts as quiet
	giveUpAfter   = 30 * time.Second // until the connection counts as gone
	ackWait       = time.Second      // until a separate frame acknowledges an event
	audienceEvery = time.Second      // between two Audience
)

// Limits of the peer.
const (
	floodBurst = 200 // frames without effect, at once
	floodRate  = 50  // and a second
	newsBurst  = 5   // Presence, Audience and Waiting, at once; one a second in the long run
	eventBurst = 50  // live events of the other seat that are no plies, at once
	eventRate  = 5   // and a second
	ackEvents  = 16  // so many events are acknowledged at once
	maxFlight  = 64 << 10
	maxName    = 512 // bytes of a name before it is cleaned
	idSize     = 16  // of a session id and a client id
	maxReplay  = 4096
	ringPlies  = 64 // the most plies that a watcher may lack without a Snapshot
	// watchPlaces is the number of watchers of a host, and addressShare the part of the watchers of
	// a table that one address may have.
	watchPlaces, addressShare = 64, 16
	// MaxWatchers is the largest number of watchers that a player shows.
	MaxWatchers = 10_000
)

// Notice is news for the program at an end: one of the types of this file.
type Notice interface{ isNotice() }

type (
	// Offered shows a guest the host's offer. The guest agrees with [Player.Accept] or leaves.
	Offered struct {
		Host  string
		Terms table.Terms
		First match.First
	}
	// HeldUp says why a guest who has accepted does not have the seat yet.
	HeldUp struct{ Reason wire.WaitReason }
	// Joined says that a series has begun between two who are connected.
	Joined struct{}
	// Changed is a change of the series.
	Changed struct{ *table.Change }
	// CaughtUp says that the series continues, at its beginning or after a cut. Remembered is how
	// much this program had lost and the other one remembered: wishes of this player or, at the
	// owner, events.
	CaughtUp struct{ Remembered int }
	// Absent says whether the other player is connected to the owner.
	Absent struct{ Absent bool }
	// Audience is the number of watchers.
	Audience struct{ Count int }
	// Quiet says that the peer has been silent for a while, or is back.
	Quiet struct{ Quiet bool }
	// Shown is everything that a watcher shows.
	Shown struct {
		// Names are the names of the players at the seats A and B, cleaned for display; B's is
		// empty while there is no guest.
		Names  [2]string
		State  wire.WatchState
		Absent [2]bool
		Tossed bool
		// Series is for reading, until the next frame.
		Series *table.State
	}
	// Ended says that the connection has ended.
	Ended struct {
		Fate Fate
		// Reject and Leave are the other end's reason, if it gave one. After is the time to wait,
		// with TRY_LATER.
		Reject wire.RejectCode
		Leave  wire.LeaveReason
		After  time.Duration
		// Address is where the table is now, with MOVED; "" if the club does not say.
		Address string
		// Note says why the host has turned this end away; nil if it has not.
		Note *rules.Note
		// Lie is the lie that one end accuses the other of, and Frame is the evidence.
		Lie   *table.Lie
		Frame []byte
		// Err is for the log.
		Err error
	}
)

// Fate is the effect of a connection's end on its series.
type Fate uint8

// The fates.
const (
	// None means that no series had begun.
	None Fate = iota
	// Cut means that it continues once the player has dialled again.
	Cut
	// Kept means that it is kept, and the player does not dial unasked.
	Kept
	// Over means that it has ended and both ends know it: the record is deleted.
	Over
	// Elsewhere means that another connection, or another program, has the seat.
	Elsewhere
	// GivenUp means that the other end has lost it, or too much of it.
	GivenUp
	// Desynced means that one end accuses the other of a lie.
	Desynced
)

func (Offered) isNotice()  {}
func (HeldUp) isNotice()   {}
func (Joined) isNotice()   {}
func (Changed) isNotice()  {}
func (CaughtUp) isNotice() {}
func (Absent) isNotice()   {}
func (Audience) isNotice() {}
func (Quiet) isNotice()    {}
func (Shown) isNotice()    {}
func (Ended) isNotice()    {}

// Output has the tasks of one end of a connection for its caller.
type Output struct {
	// Store says that the record has changed: it goes to the disk while Write goes to the peer, or
	// before, if Sync says that it must be there first.
	Store, Sync bool
	// Write holds whole frames in order. It is valid until the machine is used again.
	Write   []byte
	Notices []Notice
	// Rest is the time to read nothing, because the peer has sent too much.
	Rest time.Duration
	// Done says that the connection has ended: close it once everything is written.
	Done bool
}
