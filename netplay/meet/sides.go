package meet

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"time"
)

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

// Keep tells the meeting point that the lookup is in use. It may be called while Next waits.
func (h *HostLine) Keep() error { return h.s.writeLine(Line{Verb: VerbKeep}) }

// Close ends the line.
func (h *HostLine) Close() error { return h.s.Close() }
