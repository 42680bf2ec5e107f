package session

import (
	"errors"
	"fmt"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/admission"
	"mancala/table"
)

// Owned is a series that this program decides. It outlives its connections; the newest one of its
// guest is the only one that counts.
type Owned struct {
	record OwnedRecord // without its Record
	o      *table.Owner
	server *Server
	conn   *Conn // of the guest; nil while there is none
	begun  bool  // the guest has acknowledged the first event
}

// OwnedRecord is all that an owner keeps of a series on disk.
type OwnedRecord struct {
	Terms table.Terms
	// Secret is the owner's own.
	Secret [table.SecretSize]byte
	// Key is the public key of the guest's seat.
	Key []byte
	// Peer is the guest's name, cleaned for display.
	Peer   string
	Tossed bool
	Record table.Record
}

func (r *OwnedRecord) config() table.OwnerConfig {
	return table.OwnerConfig{Terms: r.Terms, Secret: r.Secret, Local: [2]bool{true, false}}
}

// RestoreOwned returns a series as a record has it; it is given to [Server.Keep]. The error is
// [table.ErrDamaged].
func RestoreOwned(r OwnedRecord, now time.Time) (*Owned, error) {
	owner, err := table.RestoreOwner(r.config(), &r.Record, now)
	if err != nil {
		return nil, err
	}
	r.Record = table.Record{}
	return &Owned{record: r, o: owner, begun: true}, nil
}

// Record returns the state to store. It shares memory with the series, until its next change.
func (o *Owned) Record() OwnedRecord {
	r := o.record
	r.Record = o.o.Record()
	return r
}

// Owner returns the owner, for reading.
func (o *Owned) Owner() *table.Owner { return o.o }

// Peer returns the guest's name, cleaned for display, and whether a coin was tossed.
func (o *Owned) Peer() (name string, tossed bool) { return o.record.Peer, o.record.Tossed }

// Connected reports whether the guest follows.
func (o *Owned) Connected() bool { return o.conn != nil && o.conn.live }

// hasBegun reports whether there is something to keep of the series: its guest has seen it begin,
// or this program's person has made a ply, which the guest may have seen.
func (o *Owned) hasBegun() bool { return o.begun || o.o.State().Plies() > 0 }

// Closing reports that the series has ended here, or will once the guest is back: it is kept only
// so that the guest learns that.
func (o *Owned) Closing() bool { return o.o.Closing() }

// wish decides a wish of this program's person.
func (o *Owned) wish(k table.Kind, arg uint32, text string, now time.Time) error {
	outs, err := o.o.Local(table.A, k, arg, text, now)
	if code := table.Code(0); err != nil && !errors.As(err, &code) {
		return err
	}
	o.take(outs, now)
	o.server.store(o, false)
	return err
}

// take carries out what the owner has decided, and reports whether there was an event.
func (o *Owned) take(outs []table.Out, now time.Time) (progress bool) {
	for _, out := range outs {
		switch {
		case out.Change != nil && out.Change.Event.N == 0:
			o.server.notice(o, Changed{*out.Change})
		case out.Change != nil:
			progress = true
			o.server.store(o, out.Change.Event.Final())
			o.server.notice(o, Changed{*out.Change})
			o.server.publish(o, out.Change)
		case o.conn == nil:
		case out.Following != nil:
			o.conn.following(*out.Following, now)
		case out.Refused != nil:
			o.conn.refusals = append(o.conn.refusals, *out.Refused)
		case out.Reject != nil:
			o.reject(o.conn, out.Reject)
		}
	}
	if o.conn != nil {
		o.server.wake(o.conn)
	}
	if o.Closing() { // it takes no seat
		o.server.free(o)
	}
	return progress
}

// finish ends the connection of a series whose end the guest has acknowledged, and forgets the
// series.
func (o *Owned) finish() {
	if !o.o.Over() || o.server.owned[o.record.Terms.Series] != o {
		return
	}
	o.hangUp(wire.LeaveReason_LEAVE_REASON_QUIT)
	o.server.forget(o)
	o.server.notice(o, Ended{Fate: Over})
}

// hangUp ends the connection of the guest, if there is one, after all that is to be sent.
func (o *Owned) hangUp(reason wire.LeaveReason) {
	if c := o.conn; c != nil {
		c.pump()
		c.leave(reason, "")
		c.close()
		o.conn = nil
	}
}

// attach answers a guest who follows, on a connection that replaces any other one, which counts as
// cut. After an error that one stays.
func (o *Owned) attach(c *Conn, n uint32, h table.Chain, now time.Time) error {
	outs, err := o.o.Attach(table.B, n, h, now)
	if err != nil {
		return err
	}
	if old := o.conn; old != nil {
		old.leave(wire.LeaveReason_LEAVE_REASON_REPLACED, "")
		old.close()
		o.server.notice(o, Ended{Fate: Cut, Err: errReplaced})
	}
	c.flow.begin(n)
	c.owned, c.followN, o.conn = o, n, c
	o.server.show()
	o.take(outs, now)
	return nil
}

// reject ends a connection whose guest cannot continue from where they are.
func (o *Owned) reject(c *Conn, err error) {
	o.conn, c.owned = nil, nil
	c.Reject(admission.Refusal{Code: rejectCode(err)})
	o.server.notice(o, Ended{Fate: Cut, Err: err})
}

// rejectCode returns the code of an error of an owner.
func rejectCode(err error) wire.RejectCode {
	switch {
	case errors.Is(err, table.ErrStale):
		return wire.RejectCode_REJECT_CODE_STALE
	case errors.Is(err, table.ErrHistory):
		return wire.RejectCode_REJECT_CODE_HISTORY
	}
	return wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES
}

// detach says that the connection of the guest is gone. A series that has not begun is forgotten.
func (o *Owned) detach(e Ended) {
	o.conn = nil
	o.o.Detach(table.B)
	if !o.hasBegun() {
		o.void(e)
		return
	}
	o.server.notice(o, e)
	o.server.show()
}

// void forgets a series that has not begun.
func (o *Owned) void(e Ended) {
	o.hangUp(e.Leave)
	o.server.forget(o)
	o.server.unshown(o, false)
	e.Fate = None
	o.server.notice(o, e)
}

// desync ends the series because one end accuses the other one.
func (o *Owned) desync(e Ended) {
	o.conn = nil
	e.Fate = Desynced
	if e.Err == nil {
		e.Err = fmt.Errorf("the guest says: %w", e.Lie)
	}
	o.server.notice(o, e)
	o.server.forget(o)
	o.server.unshown(o, true)
}

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
	// Secret proves the right to the seat. Only the player knows it.
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

// Record returns the state to store. It shares memory with the series, until its next change.
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

// The forms of a series on disk, its first byte. PEER is cleaned for display. The events of RECORD
// are separate lines, which only grow in number; earlier development builds had them in RECORD.
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
