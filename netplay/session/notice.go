package session

import (
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
	"mancala/table"
)

// Notice is something that the program at an end is to know: one of the types of this file.
type Notice interface{ isNotice() }

type (
	// Offered shows a guest what the host offers. The guest agrees with [Player.Accept] or leaves.
	Offered struct {
		Host  string
		Terms table.Terms
		First match.First
	}
	// HeldUp says why a guest who has accepted does not have the seat yet.
	HeldUp struct{ Reason wire.WaitReason }
	// Joined says that a series has begun between two who are connected.
	Joined struct {
		// Peer is the other one's name, cleaned for display.
		Peer   string
		Terms  table.Terms
		Tossed bool
	}
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
	// Quiet says that nothing has been heard of the peer for a while, or that they are back.
	Quiet struct{ Quiet bool }
	// Shown is everything that a watcher shows.
	Shown struct {
		// Names are those of the players at the seats A and B, cleaned for display; B's is empty
		// while there is no guest.
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
		// Reject and Leave are what the other end has said, if it did, and After is how long to
		// wait, with TRY_LATER.
		Reject wire.RejectCode
		Leave  wire.LeaveReason
		After  time.Duration
		// Note says why the host has turned this end away; nil if it has not.
		Note *rules.Note
		// Lie is of which one end accuses the other one, and Frame the frame that is the evidence.
		Lie   *table.Lie
		Frame []byte
		// Err is for the log.
		Err error
	}
)

// Fate is what becomes of a series when a connection ends.
type Fate uint8

// The fates.
const (
	// None means that no series had begun.
	None Fate = iota
	// Cut means that it continues once the player has dialled again.
	Cut
	// Kept means that it is kept, and the player does not dial by themselves.
	Kept
	// Over means that it has ended and both ends know it: the record is deleted.
	Over
	// Elsewhere means that another connection, or another program, has the seat.
	Elsewhere
	// GivenUp means that the other end does not have it any more, or too little of it.
	GivenUp
	// Desynced means that one end accuses the other one of a lie.
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

// Output is what an end of a connection wants its caller to do.
type Output struct {
	// Store says that the record has changed: it goes to the disk while Write goes to the peer, or
	// before, if Sync says that it must be there first.
	Store, Sync bool
	// Write holds whole frames in order. It is valid until the machine is used again.
	Write   []byte
	Notices []Notice
	// Rest is how long nothing is to be read, because the peer has sent too much.
	Rest time.Duration
	// Done says that the connection has ended: close it once everything is written.
	Done bool
}
