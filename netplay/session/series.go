package session

import (
	"fmt"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	wire "mancala/proto/mancala/v1"
)

// Owned is a series that this program decides: a table with a line for its guest. It outlives its
// connections; only its guest's newest one counts.
type Owned struct {
	Series
	t      *table.Server
	server *Server
	newest *Conn // of the guest; nil before the first
	begun  bool  // the guest has acknowledged the first event
}

func newOwned(k Record, owner *table.Owner) *Owned {
	o := &Owned{Series: newSeries(k, owner)}
	o.t = table.NewServer(owner, o.decided)
	return o
}

// RestoreOwned returns the series of a record, for [Server.Keep]. The error is [table.ErrDamaged].
func RestoreOwned(k Record, now time.Time) (*Owned, error) {
	if k.Self != table.A || len(k.Key) != keySize {
		return nil, fmt.Errorf("%w: no series of a host", table.ErrDamaged)
	}
	owner, err := table.RestoreOwner(k.owner(), &k.Record, now)
	if err != nil {
		return nil, err
	}
	o := newOwned(k, owner)
	o.begun = true
	return o, nil
}

// Owner returns the owner, for reading.
func (o *Owned) Owner() *table.Owner { return o.t.Owner }

// Connected reports whether the guest follows.
func (o *Owned) Connected() bool { return o.t.Live(table.B) }

// Conn returns the guest's newest connection, even if it is gone; nil before the first.
func (o *Owned) Conn() *Conn { return o.newest }

// conn returns the guest's connection, nil while there is none.
func (o *Owned) conn() *Conn {
	g, _ := o.t.Line(table.B).(guest)
	return g.Conn
}

// cut says that the connection of the guest is gone.
func (o *Owned) cut() { o.t.Cut(table.B, o.t.Line(table.B)) }

// hasBegun reports whether the series is worth keeping: its guest has seen it begin, or may have
// seen a ply of this program's person.
func (o *Owned) hasBegun() bool { return o.begun || o.t.State().Plies() > 0 }

// Closing reports that the series has ended here, or will once the guest is back. It is kept only
// to tell the guest.
func (o *Owned) Closing() bool { return o.t.Closing() }

// wish decides a wish of this program's person.
func (o *Owned) wish(k table.Kind, arg uint32, text string, now time.Time) error {
	err := o.t.Local(table.A, k, arg, text, now)
	o.send()
	o.server.store(o, false)
	return err
}

// decided takes in a change.
func (o *Owned) decided(c *table.Change, _ time.Time) {
	if c.Event.N != 0 {
		o.server.store(o, c.Event.Final())
	}
	o.server.notice(o, Changed{c})
	if c.Event.N != 0 {
		o.server.publish(o, c)
	}
}

// send sends what was decided. If it must be on the disk first, the caller of the server holds the
// frames back.
func (o *Owned) send() {
	for out := o.t.Stored(); len(out) > 0; out = out[1:] {
		out[0].Send(0) // friends have no clocks
	}
	if c := o.conn(); c != nil {
		o.server.wake(c)
	}
	if o.Closing() { // it takes no seat
		o.server.free(o)
	}
}

// guest is the line of a guest, and what they bring to the table.
type guest struct{ *Conn }

var (
	_ table.Line = guest{}
	_ TableOwner = guest{}
)

// Tell passes on what the table says.
func (g guest) Tell(m *table.Message, ago time.Duration) {
	switch m.Topic {
	case table.TellFollowing:
		g.followed(m.Following, ago)
	case table.TellLeave: // a newer connection has replaced this one, which counts as cut
		g.leave(leaveReason(m.Why), "")
		g.close()
		g.server.notice(g.owned, Ended{Fate: Cut, Err: m.Why})
	default:
		g.Member.Tell(m, ago, g.heard)
	}
}

// Join answers a guest or a watcher.
func (g guest) Join(h *wire.Hello, now time.Time) error { return g.greet(h, now) }

// Follow gives a guest their seat back.
func (g guest) Follow(f *wire.Follow, h table.Chain, now time.Time) error {
	return g.resume(f, h, now)
}

// Wish decides a wish.
func (g guest) Wish(w table.Wish, now time.Time) (bool, error) {
	o := g.owned
	before := o.t.State().N
	err := o.t.Wish(table.B, w, now)
	o.send()
	if err != nil {
		return false, err
	}
	o.begun = o.begun || w.Seen > 0
	o.finish()
	return o.t.State().N > before, nil
}

// Acked takes an acknowledgement. A guest who continues has to catch up in time.
func (g guest) Acked(n uint32, news bool, now time.Time) (bool, error) {
	o := g.owned
	switch catchesUp := !g.deadline.IsZero(); {
	case catchesUp && n >= g.upTo:
		g.deadline, news = time.Time{}, true
		g.notice(CaughtUp{g.adopted})
	case catchesUp && news:
		g.deadline = now.Add(followWait)
	}
	o.begun = o.begun || n > 0
	if err := o.t.Acked(table.B, n, now); err != nil {
		return false, err
	}
	o.send()
	o.finish()
	return news, nil
}

// Cut says what the end of the connection does to the series, if it is that of the guest in the
// seat.
func (g guest) Cut(why Ended) {
	g.close()
	switch o := g.owned; {
	case o == nil || o.conn() != g.Conn:
		why.Fate = None
		g.server.work.Notices = append(g.server.work.Notices, ServerNotice{Conn: g.Conn, Notice: why})
	case why.Fate == Desynced:
		o.desync(why)
	default:
		o.detach(why)
	}
}

// finish ends the connection of a series after the guest has acknowledged its end, and forgets the
// series.
func (o *Owned) finish() {
	if !o.t.Over() || o.server.owned[o.kept.Terms.Series] != o {
		return
	}
	o.hangUp(wire.LeaveReason_LEAVE_REASON_QUIT)
	o.server.forget(o)
	o.server.notice(o, Ended{Fate: Over})
}

// hangUp ends the guest's connection, if there is one, after all queued frames.
func (o *Owned) hangUp(reason wire.LeaveReason) {
	if c := o.conn(); c != nil {
		c.pump()
		c.leave(reason, "")
		c.close()
		o.cut()
	}
}

// attach answers a guest who follows. Their new connection replaces any other one. After an error
// the other one stays.
func (o *Owned) attach(c *Conn, attempt uint64, n uint32, h table.Chain, now time.Time) error {
	if err := o.t.Follow(table.B, guest{c}, attempt, n, h, now); err != nil {
		return err
	}
	c.delivery.begin(n)
	c.owned, o.newest = o, c
	o.server.show()
	o.send()
	return nil
}

// detach says that the connection of the guest is gone. A series that has not begun is forgotten.
func (o *Owned) detach(e Ended) {
	o.cut()
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
	o.cut()
	o.server.notice(o, e)
	o.server.forget(o)
	o.server.unshown(o, true)
}

// Followed is a series that a player of this program follows. It outlives its connections. Begin
// one with [NewPlayer], or make it with [RestoreFollowed].
type Followed struct {
	Series
	key privateKey // not used at a club
	f   *table.Follower
}

// newFollowed returns a series before its first event, whose Arg must be begin.
func newFollowed(k Record, begin uint32) (*Followed, error) {
	f, err := table.NewFollower(k.follower(begin))
	if err != nil {
		return nil, err
	}
	return &Followed{Series: newSeries(k, f), key: seatKey(k.Secret), f: f}, nil
}

// RestoreFollowed returns a series as a record has it. The error is [table.ErrDamaged].
func RestoreFollowed(k Record, now time.Time) (*Followed, error) {
	if k.Key != nil {
		return nil, fmt.Errorf("%w: no series of a guest", table.ErrDamaged)
	}
	f, err := table.RestoreFollower(k.follower(0), &k.Record, now)
	if err != nil {
		return nil, err
	}
	return &Followed{Series: newSeries(k, f), key: seatKey(k.Secret), f: f}, nil
}

// Follower returns the follower, for reading.
func (s *Followed) Follower() *table.Follower { return s.f }

// Wish makes a wish while there is no connection: the end of the series, and the name of a winner,
// are sent once there is one. Everything else is refused. Store the record. The error is a
// [table.Code].
func (s *Followed) Wish(k table.Kind, arg uint32, text string) error {
	_, _, err := s.f.Wish(k, arg, text)
	return err
}

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
	Peer string
	// Computer says that the other player was a computer when the series began. Tossed says that a
	// coin chose the starter.
	Computer, Tossed bool
	Record           table.Record
}

func (k *Record) owner() table.OwnerConfig {
	return table.OwnerConfig{Terms: k.Terms, Secret: k.Secret, Local: [2]bool{true, false}}
}

func (k *Record) follower(begin uint32) table.FollowerConfig {
	return table.FollowerConfig{Terms: k.Terms, Self: k.Self, Secret: k.Secret, Begin: begin}
}

// Series is the common part of [Owned] and [Followed].
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

// View returns how this end sees the series.
func (s *Series) View() table.Perspective {
	return table.Perspective{Terms: s.State().Terms, Self: s.kept.Self}
}

// Peer returns the name of the other player, cleaned for display.
func (s *Series) Peer() string { return s.kept.Peer }

// Computer reports whether the other player was a computer when the series began.
func (s *Series) Computer() bool { return s.kept.Computer }

// Record returns the state to store. It shares memory with the series, until its next change.
func (s *Series) Record() Record {
	k := s.kept
	k.Record = s.of.Record()
	return k
}

// Stored appends the state for the disk, except the events. The lines are the events, and the first
// has that number; lines never change.
func (s *Series) Stored(b []byte) (head []byte, first uint32, lines [][]byte) {
	k := s.Record()
	k.Record.Events = nil
	first, lines = s.of.Lines()
	return k.Append(b), first, lines
}

// The forms of a series on disk, its first byte. PEER is cleaned for display. The events of RECORD
// are separate lines, which only grow in number; earlier development builds had them in RECORD.
// FLAGS is the sum of the flags that are set.
//
//	owned:    1 SECRET(32) KEY(32) FLAGS(1) LENGTH(1) PEER RECORD
//	followed: 2 SECRET(32) SELF(1) FLAGS(1) LENGTH(1) PEER RECORD
const (
	ownedForm    = 1
	followedForm = 2

	tossedFlag   = 1
	computerFlag = 2
)

// Append appends the series in the form that [ParseRecord] reads.
func (k *Record) Append(b []byte) []byte {
	if k.Key != nil {
		b = append(append(append(b, ownedForm), k.Secret[:]...), k.Key...)
	} else {
		b = append(append(append(b, followedForm), k.Secret[:]...), byte(k.Self))
	}
	flags := byte(0)
	if k.Tossed {
		flags |= tossedFlag
	}
	if k.Computer {
		flags |= computerFlag
	}
	peer := k.Peer[:min(len(k.Peer), 255)] // clean names are shorter
	return k.Record.Append(append(append(b, flags, byte(len(peer))), peer...))
}

// ParseRecord parses the result of Append or [Series.Stored]. The error is [table.ErrDamaged].
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
	k.Tossed, k.Computer = b[0]&tossedFlag != 0, b[0]&computerFlag != 0
	k.Peer = match.NameOr(string(b[2:n]), k.Self.Other().Party())
	if k.Record, err = table.ParseRecord(b[n:], lines...); err != nil {
		return k, err
	}
	if k.Terms = k.Record.Base.Terms; k.Terms.Check() != nil {
		return damaged("no terms")
	}
	return k, nil
}
