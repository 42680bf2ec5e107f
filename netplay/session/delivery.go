package session

import (
	"errors"
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/table"
)

// maxBehind is the most events that may wait for a player's program to acknowledge.
const maxBehind = 2 * maxReplay

// keptQueue is the length of a queue whose memory is used again.
const keptQueue = 64

// errBehind says that a player's program is too far behind.
var errBehind = errors.New("the player's program acknowledges nothing")

// delivery sends a player's program the events of a table, with what is told between them. It
// limits unacknowledged ones; the others wait.
type delivery struct {
	sent   uint32 // the last event that was sent
	acked  uint32 // the last acknowledged one
	flight []int  // the sizes of the frames of the events in between
	flying int    // their sum
	queue  []outgoing
}

// outgoing is an event with its tag, or another frame, that waits to be sent.
type outgoing struct {
	event *table.Event
	tag   table.Tag
	other *wire.Frame
}

// begin says that the other end has the events up to n.
func (d *delivery) begin(n uint32) { *d = delivery{sent: n, acked: n} }

// tell hands on an event with its tag, or what is told behind the events before it: a refusal, who
// is there and how many watch. A guest reads none of these before the first event.
func (d *delivery) tell(m *table.Message) {
	next := outgoing{event: m.Event, tag: m.Tag}
	switch r := &m.Refused; m.Topic {
	case table.TellRefused:
		next.other = &wire.Frame{Body: &wire.Frame_Refused{Refused: &wire.Refused{Id: r.ID, Code: wire.RefusalCode(r.Code), N: r.N}}}
	case table.TellPresence:
		next.other = presence(m.Absent)
	case table.TellWatched:
		next.other = audience(m.Watched)
	}
	d.queue = append(d.queue, next)
}

// following sends the answer to a Follow; the last event was sent that long ago. The events that
// the other end lacks come next.
func (l *line) following(f table.Following, ago time.Duration) {
	l.send(&wire.Frame{Body: &wire.Frame_Following{Following: &wire.Following{Protocol: Version, N: f.N, H: f.H[:], AgoMs: milliseconds(ago)}}})
}

// pump sends waiting events and other frames, up to the limit of unacknowledged ones. The error is
// errBehind; then nothing waits any more.
func (d *delivery) pump(l *line) error {
	done := 0
	for ; done < len(d.queue); done++ {
		next := &d.queue[done]
		if next.event == nil {
			l.send(next.other)
			continue
		}
		if d.flying >= maxFlight {
			break
		}
		before := len(l.out)
		l.sendEvent(next.event, &next.tag)
		size := len(l.out) - before
		d.sent, d.flight, d.flying = next.event.N, append(d.flight, size), d.flying+size
	}
	switch d.queue = slices.Delete(d.queue, 0, done); {
	case len(d.queue) > maxBehind:
		d.queue = nil // a second call has nothing to fail at
		return errBehind
	case len(d.queue) == 0 && cap(d.queue) > keptQueue:
		d.queue = nil
	}
	return nil
}

// acknowledged makes room for further events, and reports whether n was ever sent.
func (d *delivery) acknowledged(n uint32) bool {
	done := 0
	for ; d.acked < n && done < len(d.flight); done++ {
		d.flying -= d.flight[done]
		d.acked++
	}
	d.flight = slices.Delete(d.flight, 0, done)
	return n <= d.sent
}
