// Package session is version 3 of the protocol of a game: one connection between a player, or a
// watcher, and the program whose owner decides the series.
//
// A [Player] is a player's end of a connection, above a follower of package table, and a [Watcher]
// the end of one who only watches. A [Server] has an owner for each of its series, and a [Conn] is
// its end of one connection. All are pure state machines: they have no clock, goroutine or socket.
// Their inputs are the payloads of frames, the wishes of this end's person, the time, and the end
// of the connection; their outputs are frames, notices, and what is to be stored.
//
// PROTOCOL.md, at the top of the repository, describes the messages.
package session

import (
	"time"

	"mancala/netplay/frames"
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
	ackWait       = time.Second      // until an event is acknowledged by a frame of its own
	audienceEvery = time.Second      // between two Audience
)

// Limits of the peer.
const (
	floodBurst = 200 // frames that change nothing, at once
	floodRate  = 50  // and a second
	newsBurst  = 5   // Presence, Audience and Waiting, at once; one a second in the long run
	eventBurst = 50  // live events of the other seat that are no plies, at once
	eventRate  = 5   // and a second
	ackEvents  = 16  // so many events are acknowledged at once
	maxFlight  = 64 << 10
	maxName    = 512 // bytes of a name before it is cleaned
	idSize     = 16  // of a session id and a client id
	maxReplay  = 4096
	ringPlies  = 64 // plies that a watcher may be behind without a Snapshot
	// MaxWatchers is the largest number of watchers that a player shows.
	MaxWatchers = 10_000
)
