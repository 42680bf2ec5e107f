package table

import (
	"fmt"
	"slices"
	"time"
)

// maxWindow is the largest number of events that a log keeps, and that one end may lack. minWindow
// is the least number that it keeps, even for short games.
const (
	maxWindow = 4096
	minWindow = 256
)

// Log is the events that an end keeps, behind a snapshot of the state before them: all since the
// beginning of the previous game, and never fewer than the newest minWindow; but at most maxWindow.
type Log struct {
	base   Snapshot
	marks  []Snapshot // at the beginnings of games in the log
	least  int        // minWindow
	events []Event
	chains []Chain  // after each event
	lines  [][]byte // the first of the events as they are stored
	head   []byte   // the base as it is stored; nil if it was not yet
}

// newLog returns an empty log behind a state.
func newLog(s *State) Log { return Log{base: s.Snapshot(), least: minWindow} }

// add appends the event that was just applied to a state.
func (l *Log) add(s *State, c *Change) {
	l.events, l.chains = append(l.events, c.Event), append(l.chains, s.H)
	if c.Began {
		l.marks = append(l.marks, s.Snapshot())
		keep := 0
		for keep+2 < len(l.marks) && int(s.N)-int(l.marks[keep+1].N) >= l.least {
			keep++
		}
		if keep > 0 {
			l.marks = slices.Delete(l.marks, 0, keep)
			l.drop(l.marks[0])
		}
	}
	if len(l.events) > maxWindow {
		l.trim(maxWindow / 4)
	}
}

// drop forgets the events up to a snapshot.
func (l *Log) drop(snap Snapshot) {
	if n := int(snap.N) - int(l.base.N); n > 0 {
		l.events, l.chains, l.lines, l.base = l.events[n:], l.chains[n:], l.lines[min(n, len(l.lines)):], snap
		l.head = nil
	}
}

// stored returns the number of the first event, and all events as stored. The result never changes,
// so another goroutine may read it.
func (l *Log) stored() (first uint32, lines [][]byte) {
	for n := len(l.lines); n < len(l.events); n++ {
		e := &l.events[n]
		l.lines = append(l.lines, e.Append(make([]byte, 0, eventSize+len(e.Text))))
	}
	return l.base.N + 1, l.lines[:len(l.lines):len(l.lines)]
}

// record returns the record of a log, without anything outside it.
func (l *Log) record() Record {
	if l.head == nil {
		l.head = l.base.Append(nil)
	}
	return Record{Base: l.base, Events: l.events, head: l.head}
}

// trim forgets the first n events.
func (l *Log) trim(n int) {
	s, err := l.base.State(time.Time{})
	for i := 0; err == nil && i < n; i++ {
		_, err = s.Apply(&l.events[i], time.Time{})
	}
	if err == nil { // they were applied before
		l.drop(s.Snapshot())
	}
}

// chain returns the chain after the n-th event, and whether the log reaches back to it.
func (l *Log) chain(n uint32) (Chain, bool) {
	switch {
	case n < l.base.N || n-l.base.N > uint32(len(l.chains)):
		return Chain{}, false
	case n == l.base.N:
		return l.base.H, true
	}
	return l.chains[n-l.base.N-1], true
}

// since returns the events after the n-th, which must be in the log. Do not change them; they are
// valid until the next event.
func (l *Log) since(n uint32) []Event { return l.events[n-l.base.N:] }

// Record is all that an end keeps on disk, besides its secret.
type Record struct {
	// Base is the state before the events.
	Base   Snapshot
	Events []Event
	// Tag is the newest tag that a follower has; owners have none.
	Tag Tag
	// Pending are wishes, or decisions of an owner, without a number yet. ID is 0 in an unsent one.
	Pending []Event

	head []byte // Base as it is stored; nil if that is not known
}

// Append appends the record in the form that [ParseRecord] reads.
func (r *Record) Append(b []byte) []byte {
	head := r.head
	if head == nil {
		head = r.Base.Append(nil)
	}
	b = append(append(b, head...), r.Tag[:]...)
	b = append(b, 0, 0) // reserved
	return appendEvents(appendEvents(b, r.Events), r.Pending)
}

func appendEvents(b []byte, events []Event) []byte {
	b = append(b, byte(len(events)>>8), byte(len(events)))
	for i := range events {
		b = events[i].Append(b)
	}
	return b
}

// ParseRecord parses the result of Append, and lines with further events as [Event.Append] writes
// them. The error is [ErrDamaged].
func ParseRecord(b []byte, lines ...[]byte) (Record, error) {
	base, rest, err := ParseSnapshot(b)
	if err != nil {
		return Record{}, err
	}
	r, d := Record{Base: base}, decoder{b: rest}
	d.copy(r.Tag[:])
	d.bytes(2, 2) // reserved
	for _, part := range []*[]Event{&r.Events, &r.Pending} {
		for n := d.uint16(); n > 0 && d.err == nil; n-- {
			e, rest, err := ParseEvent(d.b)
			*part, d.b, d.err = append(*part, e), rest, err
		}
	}
	for _, line := range lines {
		if d.err != nil || len(d.b) > 0 {
			break
		}
		var e Event
		e, d.b, d.err = ParseEvent(line)
		r.Events = append(r.Events, e)
	}
	if d.err == nil && len(d.b) > 0 {
		d.err = fmt.Errorf("%w: %d bytes too many", ErrDamaged, len(d.b))
	}
	return r, d.err
}

// replay returns the state and the log that a record is of. The error is [ErrDamaged].
func (r *Record) replay(now time.Time) (*State, Log, error) {
	s, err := r.Base.State(now)
	if err != nil {
		return nil, Log{}, err
	}
	log := newLog(s)
	for i := range r.Events {
		c, err := s.Apply(&r.Events[i], now)
		if err != nil {
			return nil, Log{}, fmt.Errorf("%w: event %d: %w", ErrDamaged, r.Events[i].N, err)
		}
		log.add(s, &c)
	}
	return s, log, nil
}
