package table

import (
	"errors"
	"fmt"
	"time"
)

var errTag = errors.New("the tag is not the owner's")

// attendance is how a seat follows the owner.
type attendance struct {
	// missing says that the seat may know numbers unknown to the owner. While a seat is missing,
	// the owner gives no number.
	missing bool
	// there says that the seat follows: it has its answer, and lacks none of its earlier events.
	there bool
	// caughtUp says that it has acknowledged all that the owner had when it was answered, upTo.
	caughtUp bool
	upTo     uint32
	// said says that it waits for the answer to n and h, and asked that it is to hand events back.
	said, asked bool
	n           uint32
	h           Chain
	// spared says that the other seat has handed these events back first. This seat's copies may
	// still arrive, with nothing new.
	spared bool
	acked  uint32
	// held are its wishes that wait until a number can be given.
	held []Wish
}

// waiting reports that the owner may give no number.
func (o *Owner) waiting() bool { return o.seats[0].missing || o.seats[1].missing }

// open reports that decisions of this program may have numbers: between friends they come after the
// wishes that the guest sends again.
func (o *Owner) open() bool {
	if o.waiting() {
		return false
	}
	for i, a := range o.seats {
		if !o.local[i] && !o.state.Terms.Club && !(a.there && a.caughtUp) {
			return false
		}
	}
	return true
}

// Join seats a follower that begins: before the first event, or at a club with a [Snapshot] of now.
func (o *Owner) Join(by Seat) error {
	if o.local[by-A] || o.state.N > 0 && !o.state.Terms.Club {
		return ErrNoSeries
	}
	missing := o.seats[by-A].missing && o.state.Terms.Club
	o.seats[by-A] = attendance{missing: missing, there: true, caughtUp: true, acked: o.state.N}
	return nil
}

// Attach answers a follower with n events and the chain h. Its new connection replaces any other
// one of the seat; do not pass on unread wishes of the old one. At a club the owner must first
// store all its decisions. The error, [ErrNoSeries], [ErrStale] or [ErrHistory], is only for this
// connection: another one of the seat stays.
func (o *Owner) Attach(by Seat, n uint32, h Chain, now time.Time) ([]Out, error) {
	o.out, now = o.out[:0], o.at(now)
	if o.local[by-A] || n == 0 {
		return nil, ErrNoSeries
	}
	if n <= o.state.N {
		if err := o.knows(n, h); err != nil {
			return nil, err
		}
	}
	o.detach(by)
	a := &o.seats[by-A]
	a.said, a.n, a.h = true, n, h
	a.missing = a.missing || n > o.state.N
	return o.out, o.answer(now)
}

// knows returns why a follower cannot continue from its n-th event, with the chain h.
func (o *Owner) knows(n uint32, h Chain) error {
	switch own, ok := o.log.chain(n); {
	case !ok:
		return ErrStale
	case own != h:
		return ErrHistory
	}
	return nil
}

// Detach says that the connection of a seat is gone.
func (o *Owner) Detach(by Seat) { o.detach(by) }

func (o *Owner) detach(by Seat) {
	a := &o.seats[by-A]
	*a = attendance{missing: a.missing || !o.state.Terms.Club, acked: a.acked}
}

// Absent says that a club no longer waits for the events that a seat may know.
func (o *Owner) Absent(by Seat, now time.Time) ([]Out, error) {
	o.out = o.out[:0]
	o.seats[by-A].missing = false
	return o.out, o.answer(o.at(now))
}

// answer answers the seats that have reported their positions. It waits for each seat that may know
// more events; then the seat with the most hands them back first.
func (o *Owner) answer(now time.Time) error {
	ahead := Nobody
	for by := A; by <= B; by++ {
		switch a := &o.seats[by-A]; {
		case a.missing && !a.said:
			return nil
		case a.said && a.n > o.state.N && (ahead == Nobody || a.n > o.seats[ahead-A].n):
			ahead = by
		}
	}
	if ahead != Nobody {
		if a := &o.seats[ahead-A]; !a.asked {
			a.asked = true
			o.out = append(o.out, Out{To: ahead, Following: &Following{o.state.N, o.state.H}})
		}
		return nil
	}
	waited := false
	for by := A; by <= B; by++ {
		waited = o.follow(by) || waited
	}
	return o.reopen(now, waited)
}

// follow continues a seat from its position, and reports whether numbers had to wait for it.
func (o *Owner) follow(by Seat) bool {
	a := &o.seats[by-A]
	if !a.said {
		return false
	}
	if err := o.knows(a.n, a.h); err != nil {
		o.detach(by)
		o.out = append(o.out, Out{To: by, Reject: err})
		return false
	}
	waited, h := a.missing, a.h
	*a = attendance{there: true, upTo: o.state.N, spared: a.asked, acked: max(a.acked, a.n)}
	o.out = append(o.out, Out{To: by, Following: &Following{o.state.N, h}})
	return waited
}

// reopen decides the waiting wishes if numbers can be given again.
func (o *Owner) reopen(now time.Time, waited bool) error {
	if o.waiting() {
		return nil
	}
	if waited && o.state.Clocks.Running {
		o.state.Clocks.Resume(now)
	}
	for by := A; by <= B; by++ {
		held := o.seats[by-A].held
		o.seats[by-A].held = nil
		for i := range held {
			if err := o.decide(by, &held[i], now); err != nil {
				return err
			}
		}
	}
	if !o.open() {
		return nil
	}
	pending := o.pending
	o.pending = nil
	for i := range pending {
		if code := o.number(pending[i].By, &pending[i].Wish, now); code != 0 {
			o.out = append(o.out, Out{To: pending[i].By, Change: &Change{Dropped: &pending[i].Wish, Why: code}})
		}
	}
	return nil
}

// Acked says that a seat has applied and kept the events up to the n-th. Its acknowledgement comes
// after the wishes that it sends again. The error is [ErrProtocol].
func (o *Owner) Acked(by Seat, n uint32, now time.Time) ([]Out, error) {
	o.out, now = o.out[:0], o.at(now)
	a := &o.seats[by-A]
	switch {
	case n > o.state.N || !a.there:
		return nil, fmt.Errorf("%w: event %d acknowledged, of %d", ErrProtocol, n, o.state.N)
	case n < a.acked:
		return nil, nil
	}
	a.acked = n
	if !a.caughtUp && n >= a.upTo {
		a.caughtUp = true
		return o.out, o.reopen(now, false)
	}
	return o.out, nil
}

// HandBack adopts events that the owner once numbered and has lost, all or none; the tag belongs to
// the last one. Then it answers the seats. The error is [ErrProtocol], or [ErrHistory] if the owner
// did not number these events.
func (o *Owner) HandBack(by Seat, events []Event, tag Tag, now time.Time) ([]Out, error) {
	o.out, now = o.out[:0], o.at(now)
	a := &o.seats[by-A]
	if a.spared {
		a.spared = false
		return nil, nil
	}
	for len(events) > 0 && events[0].N <= o.state.N { // the other seat has handed them back
		events = events[1:]
	}
	if !a.asked || len(events) > maxWindow || uint64(len(events)) != uint64(a.n)-uint64(o.state.N) {
		return nil, fmt.Errorf("%w: %d events handed back", ErrProtocol, len(events))
	}
	snap := o.state.Snapshot()
	s, err := snap.State(now)
	for i := 0; err == nil && i < len(events); i++ {
		_, err = s.Apply(&events[i], now)
	}
	if err == nil && (s.H != a.h || o.mac.tag(&s.Terms.Series, s.N, &s.H) != tag) {
		err = errTag
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrHistory, err)
	}
	a.asked = false
	o.adopt(events, now)
	return o.out, o.answer(now)
}

// adopt applies events with a right tag.
func (o *Owner) adopt(events []Event, now time.Time) {
	for i := range events {
		c, err := o.state.Apply(&events[i], now)
		if err != nil { // they were applied to a copy before
			return
		}
		c.Remembered = true
		o.emitted(&c)
	}
	if o.state.Terms.Time.Timed() {
		o.state.Clocks.At = now
	}
}

// Cut says that the connection is gone. The shown state stays.
func (f *Follower) Cut() { f.stage, f.handed = cut, false }

// Position returns the follower's position for a new connection: its last event, and the chain.
func (f *Follower) Position() (n uint32, h Chain) { return f.state.N, f.state.H }

// Following takes the owner's answer. If the owner has lost events, it returns the events to hand
// back, with their tag. The owner answers again after it has adopted them. The error is [ErrStale],
// [ErrProtocol] or a [*Lie].
func (f *Follower) Following(fo Following) (back []Event, tag Tag, err error) {
	switch {
	case f.stage != cut:
		return nil, Tag{}, fmt.Errorf("%w: answered twice", ErrProtocol)
	case fo.N < f.state.N:
		switch own, ok := f.log.chain(fo.N); {
		case !ok:
			return nil, Tag{}, ErrStale
		case own != fo.H || f.handed:
			return nil, Tag{}, f.state.lie(History)
		}
		f.handed = true
		return f.log.since(fo.N), f.tag, nil
	case fo.H != f.state.H:
		return nil, Tag{}, f.state.lie(History)
	case fo.N-f.state.N > maxWindow:
		return nil, Tag{}, fmt.Errorf("%w: %d events are missing", ErrProtocol, fo.N-f.state.N)
	}
	f.stage, f.upTo, f.strictAfter = catching, fo.N, 0
	if f.restarted {
		f.strictAfter = fo.N
	}
	return nil, Tag{}, nil
}

// CaughtUp reports, once, that the follower has all events that the owner had when it answered.
// Then send the returned wishes again, and an acknowledgement after them. Decided and illegal
// wishes have left the queue.
func (f *Follower) CaughtUp() (send []Wish, changes []Change, ok bool) {
	if f.stage != catching || f.state.N < f.upTo {
		return nil, nil, false
	}
	f.changes = f.changes[:0]
	f.stage, f.restarted, f.strictAfter = live, false, 0
	f.settle()
	for i := range f.queue {
		w := &f.queue[i].Wish
		if !f.queue[i].sent() {
			f.seal(w)
		}
		send = append(send, *w)
	}
	return send, f.changes, true
}
