package session

import (
	"errors"
	"fmt"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/table"
	"mancala/netplay/admission"
)

// TableOwner is the owner of the table that a [Member] brings its player to. A club's stores its
// decisions before it answers, a friend's answers at once, both by [Member.Tell]. The methods do
// not block; what they get of a frame is valid until they return. An error is a fault of the
// player's program, and ends the connection.
type TableOwner interface {
	// Join answers a program that is new, and Follow one that continues after the chain h. Both
	// speak a version of the protocol that is spoken here.
	Join(hello *wire.Hello, now time.Time) error
	Follow(f *wire.Follow, h table.Chain, now time.Time) error
	// Wish reports whether the wish has brought the game forward, as far as that is known yet.
	Wish(w table.Wish, now time.Time) (progress bool, err error)
	// Acked says that the program has applied the events up to the n-th, and whether that is news.
	// It reports the same.
	Acked(n uint32, news bool, now time.Time) (progress bool, err error)
	// Cut says that the connection has ended.
	Cut(why Ended)
}

// presenceEvery is the time between two Presence.
const presenceEvery = time.Second

// Member is a server's end of a player's connection: a club's, and the part of a friend's that
// follows the greeting. At a club the caller has checked the player's key and seat. Make one with
// [NewMember]. It is not safe for concurrent use.
type Member struct {
	endpoint
	delivery
	owner  TableOwner
	names  [2]string
	has    uint32    // the position of the player's program, as it says
	absent bool      // the other player is
	told   bool      // the last one told to the program
	tellAt time.Time // before which it is told nothing else
}

// NewMember returns a club's end of a new connection, at a table with players of those names.
func NewMember(owner TableOwner, names [2]string, now time.Time) *Member {
	m := &Member{}
	m.init(owner, "player", now)
	m.of, m.names = m, names
	return m
}

func (m *Member) init(owner TableOwner, peer string, now time.Time) {
	m.line, m.peer, m.cut, m.owner = newLine(serverPings, now), peer, owner.Cut, owner
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
		return m.onWish(now, body.Wish)
	case *wire.Frame_Ack:
		return m.onAck(now, body.Ack)
	case *wire.Frame_Leave:
		m.end(m.goodbye(body.Leave))
		return true, nil
	case *wire.Frame_Disagree:
		lie, err := lieFrom(body.Disagree)
		if err == nil {
			m.end(Ended{Fate: Desynced, Lie: lie, Err: fmt.Errorf("the %s says: %w", m.peer, lie)})
		}
		return true, err
	}
	return false, unexpected(fmt.Sprintf("%T", f.GetBody()))
}

// onHello brings a new program to the table.
func (m *Member) onHello(now time.Time, h *wire.Hello) error {
	if m.phase != greeting {
		return unexpected("Hello")
	}
	if no := version(h.GetMinProtocol(), h.GetMaxProtocol()); no.Code != 0 {
		m.Reject(no)
		return nil
	}
	m.enter(following, now, followWait)
	return m.owner.Join(h, now)
}

// onFollow brings a program back to the table.
func (m *Member) onFollow(now time.Time, f *wire.Follow) error {
	if m.phase != greeting {
		return unexpected("Follow")
	}
	h, err := chainFrom(f.GetH())
	if err != nil {
		return err
	}
	if no := version(f.GetMinProtocol(), f.GetMaxProtocol()); no.Code != 0 {
		m.Reject(no)
		return nil
	}
	m.enter(following, now, followWait)
	m.has = f.GetN()
	return m.owner.Follow(f, h, now)
}

// version returns why a program that speaks these versions does not come in.
func version(lowest, highest uint32) admission.Refusal {
	switch {
	case highest < Version:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_GUEST_TOO_OLD}
	case lowest > Version:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_GUEST_TOO_NEW}
	}
	return admission.Refusal{}
}

// onWish passes a wish on.
func (m *Member) onWish(now time.Time, w *wire.Wish) (bool, error) {
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
	return m.owner.Wish(wish, now)
}

// onAck passes an acknowledgement on.
func (m *Member) onAck(now time.Time, a *wire.Ack) (bool, error) {
	before := m.acked
	switch {
	case m.phase != playing:
		return false, unexpected("Ack")
	case !m.acknowledged(a.GetN()):
		return false, garbled("event %d was never sent", a.GetN())
	}
	return m.owner.Acked(a.GetN(), m.acked > before, now)
}

// Tell passes on what the table says. The last event was sent that long ago, if a clock has run
// since. A program that is too far behind is cut off.
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
		m.Reject(admission.Refusal{Code: rejectCode(why)})
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

func (m *Member) pump() {
	if m.phase != playing {
		return
	}
	if err := m.delivery.pump(&m.line); err != nil {
		m.of.fail(err, nil)
	}
}

// fail ends the connection because of a fault of the peer. A program that is too far behind is cut
// off without a word: it dials again.
func (m *Member) fail(err error, payload []byte) {
	if errors.Is(err, errBehind) {
		m.end(Ended{Err: err})
		return
	}
	m.endpoint.fail(err, payload)
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
