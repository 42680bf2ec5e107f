package session

import (
	"errors"
	"fmt"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/netplay/limit"
)

// Reasons for the end of a connection, for the log. Compare with errors.Is.
var (
	// ErrUnexpected says that a message came at the wrong time.
	ErrUnexpected = errors.New("a message came at the wrong time")
	// ErrFlood says that the peer has sent too many frames without effect.
	ErrFlood = errors.New("too many frames at once")
	// ErrSilence says that the peer was silent for too long.
	ErrSilence = errors.New("nothing was heard for too long")
	// ErrTime says that the next step was not taken in time.
	ErrTime = errors.New("the next step of the greeting did not come in time")
	// ErrToss says that the other end did not keep to the coin toss.
	ErrToss = errors.New("the other end did not keep to the coin toss")
	// ErrRules says that the rules that the host offers are not known here.
	ErrRules = errors.New("the rules are not known here")
)

func unexpected(message string) error { return fmt.Errorf("%w: %s", ErrUnexpected, message) }

// phase is the stage that a connection has reached.
type phase uint8

const (
	greeting  phase = iota // the server waits for a Hello or Follow, the others for the answer to theirs
	offered                // the rules are offered: the guest has to agree
	accepted               // the guest has said yes, and does not have the seat yet
	tossing                // the server has shown its nonce, and waits for the guest's
	beginning              // the player has the seat, and waits for the first event
	following              // the player has asked how far the owner is
	handing                // the owner waits for events that it has lost
	playing                // the player follows
	watching               // the peer, or this end, only watches
	ended
)

// line is the common part of both ends of a connection: frames, keep-alive, and the limit on frames
// without effect.
type line struct {
	of       handler
	phase    phase
	large    bool          // the next frame may be large
	every    time.Duration // between two Pings
	out      []byte
	came     plyFrame // the last one received; its body is used until the next
	made     plyFrame // the last one sent of a ply
	heard    time.Time
	pingAt   time.Time
	deadline time.Time // of the phase; zero if it has none
	quiet    bool
	budget   limit.Allowance
	news     limit.Allowance
	rest     time.Duration
	output   Output
}

// handler is the part that differs between the ends of connections.
type handler interface {
	// receive processes a frame, and reports whether it brought anything forward.
	receive(now time.Time, f *wire.Frame) (bool, error)
	// fail ends the connection because of a fault of the peer, in a frame unless payload is nil.
	fail(err error, payload []byte)
	// lost ends a connection that is gone.
	lost(err error)
	notice(n Notice)
}

func newLine(every time.Duration, now time.Time) line {
	return line{
		every: every, heard: now, pingAt: now.Add(every), deadline: now.Add(handshakeWait),
		budget: limit.NewAllowance(floodBurst, floodRate, now), news: limit.NewAllowance(newsBurst, 1, now),
	}
}

// Ended reports whether the connection has ended: close it once everything is written.
func (l *line) Ended() bool { return l.phase == ended }

// enter begins the next phase, which ends after wait; zero means no limit.
func (l *line) enter(p phase, now time.Time, wait time.Duration) {
	l.phase, l.deadline = p, time.Time{}
	if wait > 0 {
		l.deadline = now.Add(wait)
	}
}

// send queues a frame for writing. Only a text that is not UTF-8 or too long has no wire form, and
// every text is checked before.
func (l *line) send(f *wire.Frame) {
	if b, err := appendFrame(l.out, f); err == nil {
		l.out = b
	}
}

func reject(no admission.Refusal) *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Reject{Reject: no.Reject()}}
}

func turnedAway(code wire.RejectCode) error { return fmt.Errorf("turned away: %s", code) }

// leave sends the last frame.
func (l *line) leave(reason wire.LeaveReason, detail string) {
	l.send(&wire.Frame{Body: &wire.Frame_Leave{Leave: &wire.Leave{Reason: reason, Detail: detail}}})
}

func (l *line) notice(n Notice) { l.output.Notices = append(l.output.Notices, n) }

// Drain returns the output since the last call.
func (l *line) Drain() Output {
	o := l.output
	o.Write, o.Rest, o.Done = l.out, l.rest, l.phase == ended
	if l.output, l.out, l.rest = (Output{}), l.out[:0], 0; cap(l.out) > frames.Max {
		l.out = nil // there was a Snapshot, or much to catch up with
	}
	return o
}

// Step processes the payload of one frame, without its length prefix. It accepts any payload
// without an error or panic. If a peer breaks the protocol, it tells the peer so and ends the
// connection.
func (l *line) Step(now time.Time, payload []byte) {
	if l.phase == ended {
		return
	}
	if l.quiet {
		l.quiet = false
		l.of.notice(Quiet{false})
	}
	if err := l.read(now, payload); err != nil {
		l.of.fail(err, payload)
	}
}

// Broken says that the bytes that came are no frame. The peer gets a Leave.
func (l *line) Broken(err error) {
	if l.phase != ended {
		l.of.fail(err, nil)
	}
}

// Lost says that the connection is gone.
func (l *line) Lost(err error) {
	if l.phase != ended {
		l.of.lost(err)
	}
}

// read records a frame of a live peer. It limits frames without progress.
func (l *line) read(now time.Time, payload []byte) error {
	l.heard, l.pingAt = now, now.Add(l.every)
	f := l.came.like(payload)
	if err := parseFrame(payload, l.FrameLimit(), f); err != nil {
		return err
	}
	if l.idle(f) {
		return l.spare(now)
	}
	progress, err := l.of.receive(now, f)
	if err == nil && !progress {
		return l.spare(now)
	}
	return err
}

// spare counts a frame without progress.
func (l *line) spare(now time.Time) error {
	if l.phase != ended && !l.budget.Spend(now) {
		return ErrFlood
	}
	return nil
}

// idle handles frames that only show that the peer is alive, and reports whether this is one. It
// ignores an unknown body.
func (l *line) idle(f *wire.Frame) bool {
	switch f.GetBody().(type) {
	case nil, *wire.Frame_Pong:
		return true
	case *wire.Frame_Ping:
		l.send(&wire.Frame{Body: &wire.Frame_Pong{Pong: &wire.Pong{}}})
		return true
	}
	return false
}

// faultReason returns the reason of a Leave for a fault of the peer.
func faultReason(err error) wire.LeaveReason {
	switch {
	case errors.Is(err, ErrFlood):
		return wire.LeaveReason_LEAVE_REASON_FLOOD
	case errors.Is(err, ErrSilence), errors.Is(err, ErrTime):
		return wire.LeaveReason_LEAVE_REASON_TIMEOUT
	case errors.Is(err, ErrRules):
		return wire.LeaveReason_LEAVE_REASON_RULES_UNSUPPORTED
	case errors.Is(err, ErrToss):
		return wire.LeaveReason_LEAVE_REASON_TOSS
	}
	return wire.LeaveReason_LEAVE_REASON_PROTOCOL_ERROR
}

// spend uses one place of an allowance; without one, nothing is read until there is one again.
func (l *line) spend(a *limit.Allowance, now time.Time) {
	if !a.Spend(now) {
		l.rest = max(l.rest, a.Wait(now))
	}
}

// NextTick returns the moment of the next call of Tick if nothing else happens before.
func (l *line) NextTick() time.Time {
	if l.phase == greeting || l.phase == following {
		return l.deadline
	}
	next := earlier(l.pingAt, l.heard.Add(giveUpAfter))
	if !l.quiet {
		next = earlier(next, l.heard.Add(quietAfter))
	}
	if !l.deadline.IsZero() {
		next = earlier(next, l.deadline)
	}
	return next
}

// Tick tells the time. Calling it too early, or too often, does no harm.
func (l *line) Tick(now time.Time) {
	if err := l.tick(now); err != nil {
		l.of.fail(err, nil)
	}
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// tick is Tick, but returns the reason to end the connection.
func (l *line) tick(now time.Time) error {
	switch {
	case l.phase == ended:
		return nil
	case !l.deadline.IsZero() && !now.Before(l.deadline):
		return ErrTime
	case l.phase == greeting, l.phase == following:
		return nil
	case now.Sub(l.heard) >= giveUpAfter:
		return ErrSilence
	}
	if !now.Before(l.pingAt) {
		l.send(&wire.Frame{Body: &wire.Frame_Ping{Ping: &wire.Ping{}}})
		l.pingAt = now.Add(l.every)
	}
	if !l.quiet && now.Sub(l.heard) >= quietAfter {
		l.quiet = true
		l.of.notice(Quiet{true})
	}
	return nil
}

// FrameLimit returns the largest number of bytes of the next frame.
func (l *line) FrameLimit() int {
	if l.large || l.phase == handing {
		return frames.MaxLarge
	}
	return frames.Max
}

// endpoint is an end of a connection that is not a player's own: a watcher's, and those of a
// server.
type endpoint struct {
	line
	peer string          // the word for the other end, for the log
	cut  func(why Ended) // called at the end of the connection; nil: it is a notice
}

// end ends the connection after all sent frames.
func (e *endpoint) end(why Ended) {
	if e.phase == ended {
		return
	}
	if e.phase = ended; e.cut == nil {
		e.notice(why)
		return
	}
	e.cut(why)
}

// fail ends the connection because of a fault of the peer, such as slowness.
func (e *endpoint) fail(err error, _ []byte) {
	e.leave(faultReason(err), err.Error())
	e.end(Ended{Err: err})
}

// Reject turns the other end away.
func (e *endpoint) Reject(no admission.Refusal) {
	if e.phase != ended {
		e.send(reject(no))
		e.end(Ended{Reject: no.Code, Err: turnedAway(no.Code)})
	}
}

// Leave says goodbye.
func (e *endpoint) Leave(reason wire.LeaveReason) {
	if e.phase != ended {
		e.leave(reason, "")
		e.end(Ended{Leave: reason})
	}
}

// goodbye returns the end of a connection whose peer has left.
func (e *endpoint) goodbye(l *wire.Leave) Ended {
	return Ended{
		Leave: l.GetReason(), Address: l.GetAddress(), Err: fmt.Errorf("the %s left: %s %q", e.peer, l.GetReason(), match.CleanText(l.GetDetail())),
	}
}

func (e *endpoint) lost(err error) { e.end(Ended{Fate: Cut, Err: err}) }
