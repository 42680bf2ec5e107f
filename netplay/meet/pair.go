package meet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"sync"
	"time"

	"mancala/netplay/limit"
)

// Limits of a pair, each way.
const (
	rate      = 64 << 10              // bytes a second in the long run
	burst     = 256 << 10             // bytes at once
	idleWait  = 2 * time.Minute       // without a byte in one direction; a game sends something every 5 s
	busyWait  = 10 * time.Millisecond // until an idle direction returns its buffer
	partWait  = 10 * time.Second      // for the second direction to end after the first
	deafWait  = 30 * time.Second      // for an end to accept the bytes that the other one has sent
	idleBytes = 128                   // the read buffer of an idle direction
	busyBytes = 4 << 10
)

// buffers are for directions that are busy.
var buffers = sync.Pool{New: func() any { return new([busyBytes]byte) }}

// direction is one direction of a pair.
type direction struct {
	pair *pair
	from net.Conn
	to   net.Conn
	// brittle says that from breaks if a read exceeds its deadline.
	brittle bool
	left    limit.Allowance // of bytes
}

// carry copies the next bytes, however late they come, and those that follow soon. Then it
// continues in a new goroutine: one that waits needs only a small buffer and a small stack, and one
// that has written has a larger stack.
func (d *direction) carry() {
	var buf [idleBytes]byte
	_ = d.from.SetReadDeadline(time.Now().Add(idleWait))
	n, err := d.from.Read(buf[:])
	if n > 0 {
		if failed := d.deliver(buf[:n]); failed != nil {
			err = failed
		}
		if err == nil {
			err = d.carrySoon()
		}
	}
	switch {
	case err == nil:
		go d.carry()
	case errors.Is(err, io.EOF):
		_ = closeWrite(d.to)
		d.pair.ended()
	default:
		d.pair.cut()
		d.pair.ended()
	}
}

// carrySoon copies bytes until none have come for a moment; from a brittle stream, until it ends.
func (d *direction) carrySoon() error {
	buf := buffers.Get().(*[busyBytes]byte)
	defer buffers.Put(buf)
	wait := busyWait
	if d.brittle {
		wait = idleWait
	}
	for {
		_ = d.from.SetReadDeadline(time.Now().Add(wait))
		n, err := d.from.Read(buf[:])
		if n > 0 {
			if failed := d.deliver(buf[:n]); failed != nil {
				return failed
			}
		}
		switch {
		case isTimeout(err) && !d.brittle:
			return nil
		case err != nil:
			return err
		}
	}
}

// deliver writes bytes, delayed by the rate limit.
func (d *direction) deliver(b []byte) error {
	now := time.Now()
	if wait := d.left.Take(len(b), now); wait > 0 {
		time.Sleep(wait)
		now = now.Add(wait)
	}
	_ = d.to.SetWriteDeadline(now.Add(deafWait))
	_, err := d.to.Write(b)
	return err
}

// Timeouts of the ends of a line.
const (
	lineWait    = 5 * time.Second  // for a first line
	writeWait   = 5 * time.Second  // for one write
	takeWait    = 10 * time.Second // for a host to come for a guest
	answerWait  = takeWait + lineWait
	pingEvery   = 20 * time.Second // between two pings to a silent host
	silenceWait = 3 * pingEvery    // until a silent end counts as gone
)

// Refusal is the error of a meeting point that has refused.
type Refusal struct{ Reason Reason }

// Error returns a text for the log.
func (r *Refusal) Error() string { return fmt.Sprintf("the meeting point says no: %s", r.Reason) }

// ask sends a first line and returns the answer. It returns early if ctx ends.
func ask(ctx context.Context, nc net.Conn, l Line, wait time.Duration) (*stream, Line, error) {
	defer context.AfterFunc(ctx, func() { _ = nc.Close() })()
	s := &stream{Conn: nc}
	if err := s.writeLine(l); err != nil {
		return s, Line{}, err
	}
	answer, err := s.readLine(time.Now().Add(wait))
	switch {
	case err != nil:
		return s, Line{}, err
	case answer.Verb == VerbNo:
		return s, Line{}, &Refusal{answer.Reason}
	}
	return s, answer, nil
}

// Join asks a meeting point, over a new connection to it, for the host of a lookup, and returns the
// connection to that host. The error is a *[Refusal], ErrLine, or the connection's. The
// caller closes nc on an error.
func Join(ctx context.Context, nc net.Conn, lookup string) (net.Conn, error) {
	return meetBy(ctx, nc, Line{Verb: VerbJoin, Lookup: lookup}, answerWait)
}

// Take connects to a guest whom a [HostLine] has announced, over a new connection to the meeting
// point. It returns as Join does.
func Take(ctx context.Context, nc net.Conn, id string) (net.Conn, error) {
	return meetBy(ctx, nc, Line{Verb: VerbTake, ID: id}, lineWait)
}

func meetBy(ctx context.Context, nc net.Conn, l Line, wait time.Duration) (net.Conn, error) {
	s, answer, err := ask(ctx, nc, l, wait)
	switch {
	case err != nil:
		return nil, err
	case answer.Verb != VerbOK:
		return nil, ErrLine
	}
	return s.bare(), nil
}

// Guest is a guest who waits for the host.
type Guest struct {
	ID   string
	Addr netip.Addr // as sent by the meeting point; the zero Addr if it does not know
}

// HostLine is the line of a host to a meeting point. Make one with [Open].
type HostLine struct {
	s *stream
	// Lookup finds the host, and Ticket gets it the same lookup again.
	Lookup, Ticket string
}

// Open asks a meeting point, over a new connection to it, for a lookup: for the old one if lookup
// and ticket are not "". The error is as for [Join].
func Open(ctx context.Context, nc net.Conn, lookup, ticket string) (*HostLine, error) {
	s, answer, err := ask(ctx, nc, Line{Verb: VerbOpen, Lookup: lookup, Ticket: ticket}, answerWait)
	switch {
	case err != nil:
		return nil, err
	case answer.Verb != VerbCode:
		return nil, ErrLine
	}
	return &HostLine{s, answer.Lookup, answer.Ticket}, nil
}

// Next returns the next guest, or nil if the lookup has expired. It answers the pings of the
// meeting point. An error means that the line is gone; Close ends it, ctx does not.
func (h *HostLine) Next() (*Guest, error) {
	for {
		l, err := h.s.readLine(time.Now().Add(silenceWait))
		if err != nil {
			return nil, err
		}
		switch l.Verb {
		case VerbPing:
			if err := h.s.writeLine(Line{Verb: VerbPong}); err != nil {
				return nil, err
			}
		case VerbGuest:
			return &Guest{l.ID, l.Addr}, nil
		case VerbExpired:
			return nil, nil
		default:
			return nil, ErrLine
		}
	}
}

// Keep tells the meeting point that the lookup is in use. It is safe while Next waits.
func (h *HostLine) Keep() error { return h.s.writeLine(Line{Verb: VerbKeep}) }

// Close ends the line.
func (h *HostLine) Close() error { return h.s.Close() }
