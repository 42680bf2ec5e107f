package session

import (
	"fmt"
	"math"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/admission"
	"mancala/table"
)

// Viewer is a club's end of the connection of one who watches, whose ticket was checked before.
// Make one with [NewViewer]. It is not safe for concurrent use.
type Viewer struct {
	line
	output Output
}

// NewViewer returns the club's end of a connection that begins now.
func NewViewer(now time.Time) *Viewer { return &Viewer{line: newLine(serverPings, now)} }

// Drain returns the output since the last call.
func (v *Viewer) Drain() Output {
	o := v.output
	o.Write, o.Rest, o.Done = v.out, v.rest, v.phase == ended
	v.output, v.out, v.rest = Output{}, v.out[len(v.out):], 0
	return o
}

// Watches reports whether there is someone who is shown the table.
func (v *Viewer) Watches() bool { return v.phase == watching }

// Show sends frames of [AppendSnapshot], [AppendPly] and [AppendAudience].
func (v *Viewer) Show(frames []byte) {
	if v.phase == watching {
		v.out = append(v.out, frames...)
	}
}

func (v *Viewer) end(e Ended) {
	if v.phase != ended {
		v.phase = ended
		v.output.Notices = append(v.output.Notices, e)
	}
}

// Step processes the payload of one frame, without its length prefix. It neither fails nor panics
// on any payload; a peer that breaks the protocol is told so, and the connection ends.
func (v *Viewer) Step(now time.Time, payload []byte) {
	if v.phase == ended {
		return
	}
	v.unquiet()
	if err := v.read(now, payload, v.FrameLimit(), v.receive); err != nil {
		v.fail(err)
	}
}

func (v *Viewer) fail(err error) {
	v.leave(goodbye(err), err.Error())
	v.end(Ended{Err: err})
}

// receive processes a frame, and reports whether it brought anything forward.
func (v *Viewer) receive(now time.Time, f *wire.Frame) (bool, error) {
	if v.idle(f) {
		return false, nil
	}
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
		l := body.Leave
		v.end(Ended{Leave: l.GetReason(), Err: fmt.Errorf("the watcher left: %s %q", l.GetReason(), match.CleanText(l.GetDetail()))})
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
		v.fail(err)
	}
}

// Broken says that the bytes that came are no frame, of which the watcher is told.
func (v *Viewer) Broken(err error) {
	if v.phase != ended {
		v.fail(err)
	}
}

// Lost says that the connection is gone.
func (v *Viewer) Lost(err error) { v.end(Ended{Fate: Cut, Err: err}) }

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
