package session

import (
	"errors"
	"fmt"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/table"
)

// Court is the owner of a club's table, as a [Member] reaches it. It loses no events, so players
// hand none back. Its methods do not block or use the Member: the owner stores its decisions, and
// then answers by [Member.Tell].
type Court interface {
	// Join seats the device, which is new at the table. A later attempt of its program has a larger
	// number; 0 is none.
	Join(attempt uint64)
	// Follow continues the device with n events and the chain h.
	Follow(n uint32, h table.Chain, attempt uint64)
	Wish(w table.Wish)
	// Acked says that the device has applied the events up to the n-th.
	Acked(n uint32)
	// Cut says that the connection has ended.
	Cut()
}

// presenceEvery is the time between two Presence.
const presenceEvery = time.Second

// Member is a club's end of a player's connection. The caller has checked the player's key and
// seat. Make one with [NewMember]. It is not safe for concurrent use.
type Member struct {
	endpoint
	delivery
	court  Court
	names  [2]string
	has    uint32    // the device's claimed position
	absent bool      // the other player is
	told   bool      // the last one told to the device
	tellAt time.Time // before which it is told nothing else
}

// NewMember returns the club's end of a new connection, at a table with players of those names.
func NewMember(court Court, names [2]string, now time.Time) *Member {
	m := &Member{endpoint: endpoint{line: newLine(serverPings, now), peer: "player", left: court.Cut}, court: court, names: names}
	m.of = m
	return m
}

// Drain returns the output since the last call.
func (m *Member) Drain() Output {
	m.pump()
	return m.line.Drain()
}

func (m *Member) receive(now time.Time, f *wire.Frame) (bool, error) {
	switch body := f.GetBody().(type) {
	case *wire.Frame_Hello:
		return true, m.onHello(now, body.Hello)
	case *wire.Frame_Follow:
		return true, m.onFollow(now, body.Follow)
	case *wire.Frame_Wish:
		return m.onWish(body.Wish)
	case *wire.Frame_Ack:
		return m.onAck(body.Ack)
	case *wire.Frame_Leave:
		m.onLeave(body.Leave)
		return true, nil
	case *wire.Frame_Disagree:
		lie, err := lieFrom(body.Disagree)
		if err == nil {
			m.end(Ended{Lie: lie, Err: fmt.Errorf("the player says: %w", lie)})
		}
		return true, err
	}
	return false, unexpected(fmt.Sprintf("%T", f.GetBody()))
}

// onHello seats a device.
func (m *Member) onHello(now time.Time, h *wire.Hello) error {
	if m.phase != greeting {
		return unexpected("Hello")
	}
	if no := version(h.GetMinProtocol(), h.GetMaxProtocol()); no.Code != 0 {
		m.Reject(no.Code)
		return nil
	}
	m.enter(following, now, followWait)
	m.court.Join(h.GetAttempt())
	return nil
}

// onFollow continues a device.
func (m *Member) onFollow(now time.Time, f *wire.Follow) error {
	if m.phase != greeting {
		return unexpected("Follow")
	}
	h, err := chainFrom(f.GetH())
	if err != nil {
		return err
	}
	if no := version(f.GetMinProtocol(), f.GetMaxProtocol()); no.Code != 0 {
		m.Reject(no.Code)
		return nil
	}
	m.enter(following, now, followWait)
	m.has = f.GetN()
	m.court.Follow(m.has, h, f.GetAttempt())
	return nil
}

// onWish passes a wish on. Whether it brings anything forward is not known yet; the owner has its
// own limits.
func (m *Member) onWish(w *wire.Wish) (bool, error) {
	if m.phase != playing {
		return false, unexpected("Wish")
	}
	wish, err := wishFromWire(w)
	switch {
	case err != nil:
		return false, err
	case !m.acknowledged(wish.Seen):
		return false, garbled("event %d was never sent", wish.Seen)
	}
	m.court.Wish(wish)
	return false, nil
}

// onAck passes an acknowledgement on, and reports whether it is a new one.
func (m *Member) onAck(a *wire.Ack) (bool, error) {
	before := m.acked
	switch {
	case m.phase != playing:
		return false, unexpected("Ack")
	case !m.acknowledged(a.GetN()):
		return false, garbled("event %d was never sent", a.GetN())
	}
	m.court.Acked(a.GetN())
	return m.acked > before, nil
}

// Tell passes on what the table says. The last event was sent that long ago, if a clock has run
// since. A device that is too far behind is cut off.
func (m *Member) Tell(t *table.Message, ago time.Duration, now time.Time) {
	switch {
	case m.phase == following && t.Topic == table.TellFollowing:
		m.following(t.Following, ago)
		m.begin(m.has)
		m.enter(playing, now, 0)
	case m.phase == following && t.Topic == table.TellSnapshot:
		m.send(&wire.Frame{Body: &wire.Frame_Snapshot{Snapshot: SnapshotOf(t.Snapshot, m.names, ago)}})
		m.begin(t.Snapshot.N)
		m.enter(playing, now, 0)
	case t.Topic == table.TellPresence:
		m.absent = t.Absent
		m.tellPresence(now)
	case t.Topic == table.TellLeave:
		m.Leave(t.Why)
	case m.phase == playing:
		m.delivery.tell(t)
	}
}

func (m *Member) tellPresence(now time.Time) {
	if m.phase != playing || m.absent == m.told || now.Before(m.tellAt) {
		return
	}
	m.told, m.tellAt = m.absent, now.Add(presenceEvery)
	m.tell(&table.Message{Topic: table.TellPresence, Absent: m.absent})
}

func presence(absent bool) *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Presence{Presence: &wire.Presence{Absent: absent}}}
}

// Leave ends the connection. An error of package table says why: the device cannot continue from
// its position, or its seat has another connection or is at another node. Any other one is a fault
// of the device.
func (m *Member) Leave(why error) {
	reason := leaveReason(why)
	switch {
	case m.phase == ended:
		return
	case m.phase == following && reason == wire.LeaveReason_LEAVE_REASON_UNSPECIFIED:
		m.Reject(rejectCode(why))
		return
	}
	m.pump()
	m.leave(reason, "")
	m.end(Ended{Leave: reason, Err: why})
}

// leaveReason returns the reason that a player's program gets for the end of its connection.
func leaveReason(why error) wire.LeaveReason {
	switch {
	case errors.Is(why, table.ErrMoved):
		return wire.LeaveReason_LEAVE_REASON_MOVED
	case errors.Is(why, table.ErrReplaced):
		return wire.LeaveReason_LEAVE_REASON_REPLACED
	case errors.Is(why, table.ErrLater):
		return wire.LeaveReason_LEAVE_REASON_TIMEOUT
	case errors.Is(why, table.ErrNoSeries), errors.Is(why, table.ErrStale), errors.Is(why, table.ErrHistory):
		return wire.LeaveReason_LEAVE_REASON_UNSPECIFIED
	}
	return wire.LeaveReason_LEAVE_REASON_PROTOCOL_ERROR
}

func (m *Member) pump() {
	if m.phase != playing {
		return
	}
	if err := m.delivery.pump(&m.line); err != nil {
		m.end(Ended{Err: err})
	}
}

// NextTick returns the moment of the next call of Tick if nothing else happens before.
func (m *Member) NextTick() time.Time {
	next := m.line.NextTick()
	if m.phase == playing && m.absent != m.told {
		next = earlier(next, m.tellAt)
	}
	return next
}

// Tick is as for the other ends.
func (m *Member) Tick(now time.Time) {
	m.line.Tick(now)
	m.tellPresence(now)
}
