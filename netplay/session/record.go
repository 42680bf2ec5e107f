package session

import (
	"fmt"

	"mancala/match"
	"mancala/table"
)

// The forms of a series on disk, its first byte. PEER is cleaned for display. The events of RECORD
// are lines of their own, which only grow; earlier development builds had them in RECORD.
//
//	owned:    1 SECRET(32) KEY(32) TOSSED(1) LENGTH(1) PEER RECORD
//	followed: 2 SECRET(32) SELF(1) TOSSED(1) LENGTH(1) PEER RECORD
const (
	ownedForm    = 1
	followedForm = 2
)

// Append appends the record in the form that [ParseOwned] reads.
func (r *OwnedRecord) Append(b []byte) []byte {
	b = append(append(append(b, ownedForm), r.Secret[:]...), r.Key...)
	return r.Record.Append(appendPeer(b, r.Tossed, r.Peer))
}

// Stored appends what is to be on disk, but for the events. They are the lines, of which the first
// has that number; lines are never changed.
func (o *Owned) Stored(b []byte) (head []byte, first uint32, lines [][]byte) {
	r := o.Record()
	r.Record.Events = nil
	first, lines = o.o.Lines()
	return r.Append(b), first, lines
}

// ParseOwned reads what Append or Stored has written. The error is [table.ErrDamaged].
func ParseOwned(b []byte, lines ...[]byte) (r OwnedRecord, err error) {
	if len(b) < 1+len(r.Secret)+keySize || b[0] != ownedForm {
		return r, fmt.Errorf("%w: no series of a host", table.ErrDamaged)
	}
	b = b[1+copy(r.Secret[:], b[1:]):]
	r.Key, b = append([]byte(nil), b[:keySize]...), b[keySize:]
	if r.Tossed, r.Peer, b, err = parsePeer(b, match.Guest); err != nil {
		return r, err
	}
	r.Record, r.Terms, err = parseRecord(b, lines)
	return r, err
}

// Append appends the record in the form that [ParseFollowed] reads.
func (r *FollowedRecord) Append(b []byte) []byte {
	b = append(append(append(b, followedForm), r.Secret[:]...), byte(r.Self))
	return r.Record.Append(appendPeer(b, r.Tossed, r.Peer))
}

// Stored is [Owned.Stored] for a player's series.
func (s *Followed) Stored(b []byte) (head []byte, first uint32, lines [][]byte) {
	r := s.Record()
	r.Record.Events = nil
	first, lines = s.f.Lines()
	return r.Append(b), first, lines
}

// ParseFollowed reads what Append or Stored has written. The error is [table.ErrDamaged].
func ParseFollowed(b []byte, lines ...[]byte) (r FollowedRecord, err error) {
	if len(b) < 1+len(r.Secret)+1 || b[0] != followedForm {
		return r, fmt.Errorf("%w: no series of a guest", table.ErrDamaged)
	}
	b = b[1+copy(r.Secret[:], b[1:]):]
	if r.Self, b = table.Seat(b[0]), b[1:]; r.Self != table.A && r.Self != table.B {
		return r, fmt.Errorf("%w: seat %d", table.ErrDamaged, r.Self)
	}
	if r.Tossed, r.Peer, b, err = parsePeer(b, r.Self.Other().Party()); err != nil {
		return r, err
	}
	r.Record, r.Terms, err = parseRecord(b, lines)
	return r, err
}

func appendPeer(b []byte, tossed bool, peer string) []byte {
	is := byte(0)
	if tossed {
		is = 1
	}
	peer = peer[:min(len(peer), 255)] // clean names are shorter
	return append(append(b, is, byte(len(peer))), peer...)
}

func parsePeer(b []byte, is match.Party) (tossed bool, peer string, rest []byte, err error) {
	if len(b) < 2 || len(b) < 2+int(b[1]) {
		return false, "", nil, fmt.Errorf("%w: no name", table.ErrDamaged)
	}
	n := 2 + int(b[1])
	return b[0] == 1, match.NameOr(string(b[2:n]), is), b[n:], nil
}

func parseRecord(b []byte, lines [][]byte) (table.Record, table.Terms, error) {
	r, err := table.ParseRecord(b, lines...)
	if err == nil {
		if wrong := r.Base.Terms.Check(); wrong != nil {
			err = fmt.Errorf("%w: %w", table.ErrDamaged, wrong)
		}
	}
	return r, r.Base.Terms, err
}
