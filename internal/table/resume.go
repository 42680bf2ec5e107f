package table

import (
	"errors"
	"fmt"
	"time"
)

var errTag = errors.New("the tag is not the owner's")

// attendance is how a seat follows the owner.
type attendance struct {
	// there says that the seat follows: it has its answer, and lacks none of its earlier events.
	there bool
	// caughtUp says that it has acknowledged all that the owner had when it was answered, upTo.
	caughtUp bool
	upTo     uint32
	acked    uint32
	// n and h are its position while it is to hand back events; otherwise n is 0.
	n uint32
	h Chain
}

// open reports that decisions of this program may have numbers: between friends they come after the
// wishes that the guest sends again.
func (o *Owner) open() bool {
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
	o.seats[by-A] = attendance{there: true, caughtUp: true, acked: o.state.N}
	return nil
}

// Attach answers a follower with n events and the chain h. Its new connection replaces any other
// one of the seat; do not pass on unread wishes of the old one. A friend that knows more events
// than the owner hands them back; a club stores its decisions before it sends any. The error,
// [ErrNoSeries], [ErrStale] or [ErrHistory], is only for this connection: another one of the seat
// stays.
func (o *Owner) Attach(by Seat, n uint32, h Chain, now time.Time) ([]Out, error) {
	o.out, now = o.out[:0], o.at(now)
	switch ahead := n > o.state.N; {
	case o.local[by-A] || n == 0:
		return nil, ErrNoSeries
	case ahead && o.state.Terms.Club:
		return nil, ErrHistory
	case ahead:
		o.seats[by-A] = attendance{acked: o.seats[by-A].acked, n: n, h: h}
		o.out = append(o.out, Out{To: by, Following: &Following{o.state.N, o.state.H}})
		return o.out, nil
	}
	switch own, ok := o.log.chain(n); {
	case !ok:
		return nil, ErrStale
	case own != h:
		return nil, ErrHistory
	}
	o.follow(by, n, h, now)
	return o.out, nil
}

// Detach says that the connection of a seat is gone.
func (o *Owner) Detach(by Seat) { o.seats[by-A] = attendance{acked: o.seats[by-A].acked} }

// follow continues a seat from its n-th event, with the chain h.
func (o *Owner) follow(by Seat, n uint32, h Chain, now time.Time) {
	a := &o.seats[by-A]
	*a = attendance{there: true, upTo: o.state.N, acked: max(a.acked, n)}
	o.out = append(o.out, Out{To: by, Following: &Following{o.state.N, h}})
	o.reopen(now)
}

// reopen numbers the decisions that waited, if numbers can be given again.
func (o *Owner) reopen(now time.Time) {
	if !o.open() {
		return
	}
	pending := o.pending
	o.pending = nil
	for i := range pending {
		if code := o.number(pending[i].By, &pending[i].Wish, now); code != 0 {
			o.out = append(o.out, Out{To: pending[i].By, Change: &Change{Dropped: &pending[i].Wish, Why: code}})
		}
	}
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
		o.reopen(now)
	}
	return o.out, nil
}

// HandBack adopts events that the owner once numbered and has lost, all or none; the tag belongs to
// the last one. Then it answers the seat. The error is [ErrProtocol], or [ErrHistory] if the owner
// did not number these events.
func (o *Owner) HandBack(by Seat, events []Event, tag Tag, now time.Time) ([]Out, error) {
	o.out, now = o.out[:0], o.at(now)
	a := &o.seats[by-A]
	if a.n == 0 || len(events) > maxWindow || uint64(len(events)) != uint64(a.n)-uint64(o.state.N) {
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
	o.adopt(events, now)
	o.follow(by, a.n, a.h, now)
	return o.out, nil
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
}

// Cut says that the connection is gone. The shown state stays.
func (f *Follower) Cut() { f.stage, f.handed = cut, false }

// Position returns the follower's position for a new connection: its last event, and the chain.
func (f *Follower) Position() (n uint32, h Chain) { return f.state.N, f.state.H }

// Following takes the owner's answer. If a friend has lost events, it returns the events to hand
// back, with their tag, and the friend answers again after it has adopted them. The error is
// [ErrStale], [ErrProtocol] or a [*Lie]; that a club has lost events is one.
func (f *Follower) Following(fo Following) (back []Event, tag Tag, err error) {
	switch {
	case f.stage != cut:
		return nil, Tag{}, fmt.Errorf("%w: answered twice", ErrProtocol)
	case fo.N < f.state.N:
		switch own, ok := f.log.chain(fo.N); {
		case !ok:
			return nil, Tag{}, ErrStale
		case own != fo.H || f.handed || f.state.Terms.Club:
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
