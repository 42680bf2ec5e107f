package session

import (
	"fmt"
	"math"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/netplay/admission"
	"mancala/table"
)

// Viewer is a club's end of the connection of one who watches, whose ticket was checked before.
// Make one with [NewViewer]. It is not safe for concurrent use.
type Viewer struct{ endpoint }

// NewViewer returns the club's end of a connection that begins now.
func NewViewer(now time.Time) *Viewer {
	return &Viewer{endpoint{line: newLine(serverPings, now), peer: "watcher"}}
}

// Drain returns the output since the last call.
func (v *Viewer) Drain() Output { return v.drain() }

// Watches reports whether there is someone who is shown the table.
func (v *Viewer) Watches() bool { return v.phase == watching }

// Show sends frames of [AppendSnapshot], [AppendPly] and [AppendAudience].
func (v *Viewer) Show(frames []byte) {
	if v.phase == watching {
		v.out = append(v.out, frames...)
	}
}

// Step processes the payload of one frame, without its length prefix. It neither fails nor panics
// on any payload; a peer that breaks the protocol is told so, and the connection ends.
func (v *Viewer) Step(now time.Time, payload []byte) { v.step(now, payload, v) }

func (v *Viewer) receive(now time.Time, f *wire.Frame) (bool, error) {
	switch body := f.GetBody().(type) {
	case *wire.Frame_Hello:
		if v.phase != greeting {
			return false, unexpected("Hello")
		}
		if no := version(body.Hello.GetMinProtocol(), body.Hello.GetMaxProtocol()); no.Code != 0 {
			v.Reject(no.Code)
			return true, nil
		}
		v.enter(watching, now, 0)
		return true, nil
	case *wire.Frame_Leave:
		v.onLeave(body.Leave)
		return true, nil
	}
	return false, unexpected(fmt.Sprintf("%T", f.GetBody()))
}

// Reject turns the watcher away.
func (v *Viewer) Reject(code wire.RejectCode) {
	if v.phase != ended {
		v.send(&wire.Frame{Body: &wire.Frame_Reject{Reject: admission.Refusal{Code: code}.Reject()}})
		v.end(Ended{Reject: code})
	}
}

// Leave ends the connection.
func (v *Viewer) Leave(reason wire.LeaveReason) {
	if v.phase != ended {
		v.leave(reason, "")
		v.end(Ended{Leave: reason})
	}
}

// FrameLimit returns how many bytes the next frame may have.
func (v *Viewer) FrameLimit() int { return frameLimit(false) }

// NextTick returns the moment of the next call of Tick if nothing else happens before.
func (v *Viewer) NextTick() time.Time { return v.next() }

// Tick tells the time. To call it too early, or more often than needed, does no harm.
func (v *Viewer) Tick(now time.Time) {
	if _, err := v.tick(now); err != nil {
		v.fail(err, nil)
	}
}

// AppendSnapshot appends the frame that shows watchers everything: a public state, the names of the
// players, and how long ago the last event was sent.
func AppendSnapshot(b []byte, s *table.Snapshot, names [2]string, ago time.Duration) ([]byte, error) {
	return appendFrame(b, &wire.Frame{Body: &wire.Frame_Snapshot{Snapshot: snapshotOf(s, names, ago)}})
}

// AppendPly appends the frame that shows watchers a ply.
func AppendPly(b []byte, e *table.Event) ([]byte, error) {
	return appendFrame(b, &wire.Frame{Body: &wire.Frame_Event{Event: publicEvent(e)}})
}

// AppendAudience appends the frame that tells the number of watchers.
func AppendAudience(b []byte, n int) ([]byte, error) { return appendFrame(b, audience(n)) }

func audience(n int) *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Audience{Audience: &wire.Audience{Count: uint32(max(n, 0))}}}
}

// snapshotOf returns the message that shows a state.
func snapshotOf(s *table.Snapshot, names [2]string, ago time.Duration) *wire.Snapshot {
	state := wire.WatchState_WATCH_STATE_PLAYING
	if s.Closed.N != 0 {
		state = wire.WatchState_WATCH_STATE_ENDED
	}
	return &wire.Snapshot{Protocol: Version, NameA: names[0], NameB: names[1], State: state, Series: s.Append(nil), AgoMs: milliseconds(ago)}
}

func milliseconds(d time.Duration) uint32 {
	return uint32(min(max(d.Milliseconds(), 0), math.MaxUint32))
}
