package session

import (
	"time"

	"mancala/table"
)

// Followed is a series that a player of this program follows. It outlives its connections. Begin
// one with [NewPlayer], or make it with [RestoreFollowed].
type Followed struct {
	record FollowedRecord // without its Record
	key    privateKey     // not used at a club
	f      *table.Follower
}

// FollowedRecord is all that a player keeps of a series on disk, besides the address of the host
// and its key.
type FollowedRecord struct {
	Terms table.Terms
	Self  table.Seat
	// Secret is the player's own: whoever has it has the seat.
	Secret [table.SecretSize]byte
	// Peer is the name of the other player, cleaned for display.
	Peer   string
	Tossed bool
	Record table.Record
}

// newFollowed returns a series before its first event, whose Arg must be begin.
func newFollowed(r FollowedRecord, begin uint32) (*Followed, error) {
	f, err := table.NewFollower(r.config(begin))
	if err != nil {
		return nil, err
	}
	return &Followed{record: r, key: seatKey(r.Secret), f: f}, nil
}

// RestoreFollowed returns a series as a record has it. The error is [table.ErrDamaged].
func RestoreFollowed(r FollowedRecord, now time.Time) (*Followed, error) {
	f, err := table.RestoreFollower(r.config(0), &r.Record, now)
	if err != nil {
		return nil, err
	}
	r.Record = table.Record{}
	return &Followed{record: r, key: seatKey(r.Secret), f: f}, nil
}

func (r *FollowedRecord) config(begin uint32) table.FollowerConfig {
	return table.FollowerConfig{Terms: r.Terms, Self: r.Self, Secret: r.Secret, Begin: begin}
}

// Record returns what is to be on disk. It shares memory with the series, until its next change.
func (s *Followed) Record() FollowedRecord {
	r := s.record
	r.Record = s.f.Record()
	return r
}

// Follower returns the follower, for reading.
func (s *Followed) Follower() *table.Follower { return s.f }

// Peer returns the name of the other player, cleaned for display, and whether a coin was tossed.
func (s *Followed) Peer() (name string, tossed bool) { return s.record.Peer, s.record.Tossed }

// Wish makes a wish while there is no connection: the end of the series, and the name of a winner,
// are sent once there is one. Everything else is refused. The record is to be stored. The error is
// a [table.Code].
func (s *Followed) Wish(k table.Kind, arg uint32, text string) error {
	_, _, err := s.f.Wish(k, arg, text)
	return err
}

// Self returns the player's seat.
func (s *Followed) Self() table.Seat { return s.record.Self }
