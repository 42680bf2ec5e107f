package session

import (
	"fmt"

	"mancala/match"
	"mancala/table"
)

// Record is all that an end keeps of a series on disk, besides the address of the host and its key.
type Record struct {
	Terms table.Terms
	// Self is the seat at this end.
	Self table.Seat
	// Secret is the owner's, or proves a player's right to the seat.
	Secret [table.SecretSize]byte
	// Key is the public key of the guest's seat, at the owner; nil at a player.
	Key []byte
	// Peer is the name of the other player, cleaned for display.
	Peer   string
	Tossed bool
	Record table.Record
}

func (k *Record) owner() table.OwnerConfig {
	return table.OwnerConfig{Terms: k.Terms, Secret: k.Secret, Local: [2]bool{true, false}}
}

func (k *Record) follower(begin uint32) table.FollowerConfig {
	return table.FollowerConfig{Terms: k.Terms, Self: k.Self, Secret: k.Secret, Begin: begin}
}

// Series is what [Owned] and [Followed] have in common.
type Series struct {
	kept Record // without its Record
	of   replica
}

// replica is an owner or a follower.
type replica interface {
	State() *table.State
	Record() table.Record
	Lines() (first uint32, lines [][]byte)
}

func newSeries(k Record, of replica) Series {
	k.Record = table.Record{}
	return Series{k, of}
}

// State returns the state of the series, for reading.
func (s *Series) State() *table.State { return s.of.State() }

// Eye returns how this end sees the series.
func (s *Series) Eye() table.Perspective {
	return table.Perspective{Terms: s.State().Terms, Self: s.kept.Self}
}

// Peer returns the name of the other player, cleaned for display.
func (s *Series) Peer() string { return s.kept.Peer }

// Record returns the state to store. It shares memory with the series, until its next change.
func (s *Series) Record() Record {
	k := s.kept
	k.Record = s.of.Record()
	return k
}

// Stored appends what is to be on disk, but for the events. They are the lines, of which the first
// has that number; lines are never changed.
func (s *Series) Stored(b []byte) (head []byte, first uint32, lines [][]byte) {
	k := s.Record()
	k.Record.Events = nil
	first, lines = s.of.Lines()
	return k.Append(b), first, lines
}

// The forms of a series on disk, its first byte. PEER is cleaned for display. The events of RECORD
// are separate lines, which only grow in number; earlier development builds had them in RECORD.
//
//	owned:    1 SECRET(32) KEY(32) TOSSED(1) LENGTH(1) PEER RECORD
//	followed: 2 SECRET(32) SELF(1) TOSSED(1) LENGTH(1) PEER RECORD
const (
	ownedForm    = 1
	followedForm = 2
)

// Append appends the series in the form that [ParseRecord] reads.
func (k *Record) Append(b []byte) []byte {
	if k.Key != nil {
		b = append(append(append(b, ownedForm), k.Secret[:]...), k.Key...)
	} else {
		b = append(append(append(b, followedForm), k.Secret[:]...), byte(k.Self))
	}
	tossed := byte(0)
	if k.Tossed {
		tossed = 1
	}
	peer := k.Peer[:min(len(k.Peer), 255)] // clean names are shorter
	return k.Record.Append(append(append(b, tossed, byte(len(peer))), peer...))
}

// ParseRecord reads what Append or [Series.Stored] has written. The error is [table.ErrDamaged].
func ParseRecord(b []byte, lines ...[]byte) (k Record, err error) {
	damaged := func(what string) (Record, error) { return k, fmt.Errorf("%w: %s", table.ErrDamaged, what) }
	if len(b) < 1+len(k.Secret)+keySize {
		return damaged("it is too short")
	}
	form := b[0]
	switch b = b[1+copy(k.Secret[:], b[1:]):]; form {
	case ownedForm:
		k.Self, k.Key, b = table.A, append([]byte(nil), b[:keySize]...), b[keySize:]
	case followedForm:
		if k.Self, b = table.Seat(b[0]), b[1:]; k.Self != table.A && k.Self != table.B {
			return damaged("no seat")
		}
	default:
		return damaged("no series")
	}
	if len(b) < 2 || len(b) < 2+int(b[1]) {
		return damaged("no name")
	}
	n := 2 + int(b[1])
	k.Tossed, k.Peer = b[0] == 1, match.NameOr(string(b[2:n]), k.Self.Other().Party())
	if k.Record, err = table.ParseRecord(b[n:], lines...); err != nil {
		return k, err
	}
	if k.Terms = k.Record.Base.Terms; k.Terms.Check() != nil {
		return damaged("no terms")
	}
	return k, nil
}
