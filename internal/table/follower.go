package table

import (
	"fmt"
	"slices"
	"time"

	"mancala/rules"
)

// FollowerConfig describes a player's follower.
type FollowerConfig struct {
	Terms Terms
	Self  Seat
	// Secret is the player's own: 32 random bytes, others in each series between friends.
	Secret [SecretSize]byte
	// Begin is the Arg that the first event must have, as agreed or tossed; 0 if others decide
	// that.
	Begin uint32
}

// stage is a follower's state with its owner.
type stage uint8

const (
	cut      stage = iota // there is no connection, or the owner has not answered
	catching              // the owner has answered; events up to upTo come
	live                  // wishes are sent at once
)

// Follower applies the events of an owner to a [State] for one player. Its own plies are shown
// at once, as predictions; everything else comes with its event. Make one with [NewFollower] or
// [RestoreFollower].
type Follower struct {
	state *State
	self  Seat
	mac   wishMAC
	begin uint32
	tag   Tag
	log   Log
	queue []wished
	stage stage
	upTo  uint32
	// handed says that on this connection the owner was given the events that it lacked.
	handed bool
	// restarted says that this program has not caught up since it was started. Up to strictAfter it
	// takes wishes with the right MAC for its own, even if it does not know them any more.
	restarted   bool
	strictAfter uint32
	refused     [][16]byte // MACs of the last wishes that were refused
	changes     []Change
}

// NewFollower returns a follower without events, with a live connection.
func NewFollower(cfg FollowerConfig) (*Follower, error) {
	s, err := NewState(cfg.Terms)
	if err != nil {
		return nil, err
	}
	return &Follower{state: s, self: cfg.Self, mac: newWishMAC(cfg.Secret), begin: cfg.Begin, log: newLog(s), stage: live}, nil
}

// RestoreFollower returns a follower as a record has it, without a connection. The error is
// [ErrDamaged].
func RestoreFollower(cfg FollowerConfig, r *Record, now time.Time) (*Follower, error) {
	if r.Base.Terms != cfg.Terms || len(r.Pending) > maxQueue {
		return nil, fmt.Errorf("%w: it is of another series", ErrDamaged)
	}
	f, err := NewFollower(cfg)
	if err != nil {
		return nil, err
	}
	if f.state, f.log, err = r.replay(now); err != nil {
		return nil, err
	}
	for _, e := range r.Pending {
		f.queue = append(f.queue, wished{Wish: e.Wish})
	}
	f.tag, f.stage, f.restarted = r.Tag, cut, true
	f.align()
	return f, nil
}

// Record returns the bytes that the follower keeps on disk.
func (f *Follower) Record() Record {
	r := f.log.record()
	r.Tag = f.tag
	for _, w := range f.queue {
		r.Pending = append(r.Pending, Event{By: f.self, Wish: w.Wish})
	}
	return r
}

// Lines is [Owner.Lines] for a follower's log.
func (f *Follower) Lines() (first uint32, lines [][]byte) { return f.log.stored() }

// State returns the state, with predicted plies. It is for reading.
func (f *Follower) State() *State { return f.state }

// Pending returns how many wishes are undecided.
func (f *Follower) Pending() int { return len(f.queue) }

// Over reports that the series has ended and this player has no undecided wish.
func (f *Follower) Over() bool { return f.state.Closed.N != 0 && len(f.queue) == 0 }

// Wish makes a wish. A ply is shown at once: there is a Change. Store the wish, and send it if
// there is one. Without a connection only the end of the series and the winner's name can be
// wished, and are sent later. Texts must be clean. The error is a [Code].
func (f *Follower) Wish(k Kind, arg uint32, text string) (send *Wish, changes []Change, err error) {
	f.changes = f.changes[:0]
	if code := f.mayWish(k); code != 0 {
		return nil, nil, code
	}
	w, code := f.shown().wish(f.self, k, arg, text)
	if code != 0 {
		return nil, nil, code
	}
	if k == KindPly {
		f.predict(&w)
	}
	if f.stage == live {
		f.seal(&w)
		send = &w
	}
	f.queue = append(f.queue, wished{Wish: w})
	return send, f.changes, nil
}

// mayWish returns the reason that forbids a kind of wish, given the queue.
func (f *Follower) mayWish(k Kind) Code {
	lasting := k == KindEnd || k == KindName
	switch {
	case f.stage != live && !lasting:
		return Away
	case len(f.queue) >= maxQueue:
		return Full
	}
	for _, w := range f.queue {
		switch {
		case w.Kind == KindEnd, w.Kind == KindResign && !lasting && k != KindSay:
			return Ended
		case w.Kind == k && k == KindName:
			return NotWinner
		}
	}
	return 0
}

// Apply applies the next event, which came with a tag. The error is a [*Lie], which ends the
// series, or [ErrElsewhere].
func (f *Follower) Apply(e Event, tag Tag, now time.Time) ([]Change, error) {
	f.changes = f.changes[:0]
	remembered, err := f.trust(&e)
	if err != nil {
		return nil, err
	}
	c, err := f.state.Apply(&e, now)
	if err != nil {
		return nil, f.state.lieOf(err)
	}
	c.Remembered = remembered
	f.tag = tag
	f.log.add(f.state, &c)
	f.changes = append(f.changes, c)
	if e.By == f.self {
		f.decided(&e)
	}
	f.align()
	return f.changes, nil
}

// trust checks, by this player's own records, that a wish in their name is theirs. It reports
// whether this program has lost that wish.
func (f *Follower) trust(e *Event) (remembered bool, err error) {
	switch {
	case e.N != f.state.N+1:
		return false, f.state.lie(Missing)
	case e.Kind == KindBegin && (e.N > 1 || f.begin != 0 && e.Arg != f.begin):
		return false, f.state.lie(Toss)
	case e.By != f.self || slices.ContainsFunc(f.queue, func(w wished) bool { return w.sent() && w.Wish == e.Wish }):
		return false, nil
	case e.ID <= f.state.LastID[f.self-A]:
		return false, f.state.lie(Replay)
	case f.mac.of(&f.state.Terms.Series, f.self, &e.Wish) != e.MAC:
		return false, f.state.lie(Forged)
	case e.N <= f.strictAfter:
		return true, nil
	case slices.Contains(f.refused, e.MAC):
		return false, f.state.lie(Forged)
	}
	return false, ErrElsewhere
}

// Refused says that the owner has refused a wish, after its n-th event. The error is
// [ErrProtocol], or a [*Lie] if the wish is legal.
func (f *Follower) Refused(r Refused) ([]Change, error) {
	f.changes = f.changes[:0]
	i := slices.IndexFunc(f.queue, func(w wished) bool { return w.sent() && w.ID == r.ID })
	switch {
	case r.N != f.state.N || f.stage == cut || r.Code == 0 || int(r.Code) >= len(codes) || r.Code == Away || r.Code == Full:
		return nil, fmt.Errorf("%w: wish %d refused after event %d, code %d", ErrProtocol, r.ID, r.N, r.Code)
	case i < 0:
		return nil, nil
	case r.Code != TooFast && r.Code != NotClean && f.fits(f.state.decided(), &f.queue[i].Wish):
		return nil, f.state.lie(Unfair)
	}
	w := f.queue[i]
	f.queue = slices.Delete(f.queue, i, i+1)
	if f.refused = append(f.refused, w.MAC); len(f.refused) > maxIDJump {
		f.refused = slices.Delete(f.refused, 0, 1)
	}
	if !w.hidden {
		f.drop(w.Wish, r.Code)
	}
	f.align()
	return f.changes, nil
}

// RunsSince returns the start time of the running clock, if one runs.
func (f *Follower) RunsSince(at time.Time) {
	if c := &f.state.Clocks; c.Running {
		c.At = at
	}
}

// maxQueue is the largest number of wishes of a seat that are undecided.
const maxQueue = 8

// wished is a wish in the queue of a follower.
type wished struct {
	Wish
	// hidden says that a ply is not shown: it is illegal here now, but the owner may still take it.
	hidden bool
}

// sent reports that a wish has its ID.
func (w *wished) sent() bool { return w.ID != 0 }

// shown returns the game with those wishes of the queue that affect further wishes: plies, and this
// player's requests.
func (f *Follower) shown() view { return f.behind(f.state.shown().plies, f.queue) }

// behind returns the game after some of its plies, with the requests among wishes of this player.
func (f *Follower) behind(plies int, wishes []wished) view {
	v := view{f.state, plies, f.state.Ask}
	for _, w := range wishes {
		switch {
		case w.Kind == KindAsk && v.open.N == 0:
			v.open = Ask{f.state.N + 1, f.self, w.Arg}
		case w.Kind == KindUnask && v.open.By == f.self:
			v.open = Ask{}
		}
	}
	return v
}

// seal sets the fields that a wish gets when it is first sent.
func (f *Follower) seal(w *Wish) {
	w.ID = f.state.LastID[f.self-A] + 1
	for _, q := range f.queue {
		w.ID = max(w.ID, q.ID+1)
	}
	w.Seen = f.state.N
	w.MAC = f.mac.of(&f.state.Terms.Series, f.self, w)
}

// predict shows a ply.
func (f *Follower) predict(w *Wish) {
	if c, err := f.state.predict(f.self, w.house()); err == nil {
		f.changes = append(f.changes, c)
	}
}

// decided removes a wish that has become an event, and earlier wishes, which were refused.
func (f *Follower) decided(e *Event) {
	f.queue = slices.DeleteFunc(f.queue, func(w wished) bool {
		if w.sent() && w.ID <= e.ID && w.Wish != e.Wish && !w.hidden {
			f.drop(w.Wish, Late)
		}
		return w.sent() && w.ID <= e.ID
	})
}

// drop reports that a wish will get no event.
func (f *Follower) drop(w Wish, why Code) {
	f.changes = append(f.changes, Change{Dropped: &w, Why: why, Plies: len(f.state.hashes) - 1})
}

// align makes the shown plies equal to the queue again, as far as they are legal.
func (f *Follower) align() {
	n := f.state.Plies()
	for i := range f.queue {
		w := &f.queue[i]
		if w.Kind != KindPly || w.hidden {
			continue
		}
		if !f.shows(n, &w.Wish) {
			f.withdraw(n)
			if w.hidden = !f.fits(f.behind(n, f.queue[:i]), &w.Wish); w.hidden {
				f.drop(w.Wish, Late)
				continue
			}
			f.predict(&w.Wish)
		}
		n++
	}
	f.withdraw(n)
}

// shows reports that a ply is shown behind the n-th ply.
func (f *Follower) shows(n int, w *Wish) bool {
	return n+1 < len(f.state.hashes) && f.state.hashes[n+1].short() == w.Hash
}

// withdraw takes the predicted plies behind the n-th ply back.
func (f *Follower) withdraw(n int) {
	kept := n - f.state.Plies()
	if kept == f.state.ahead {
		return
	}
	c := Change{Plies: n}
	_ = f.state.rewind(n, &c) // there are plies to take back
	c.Withdrawn, f.state.ahead = c.Withdrawn-kept, kept
	f.changes = append(f.changes, c)
}

// fits reports that a wish of this player is legal in a view, with its hash.
func (f *Follower) fits(v view, w *Wish) bool {
	if v.check(f.self, w) != 0 {
		return false
	}
	if w.Kind != KindPly {
		return true
	}
	hash, err := v.sow(v.plies, rules.House(w.Arg))
	return err == nil && hash.short() == w.Hash
}

// settle removes the wishes of the queue that can no longer become events, and shows the plies
// among the others.
func (f *Follower) settle() {
	n, queue := f.state.Plies(), f.queue
	f.queue = nil
	for _, w := range queue {
		if w.sent() && w.ID <= f.state.LastID[f.self-A] || !f.fits(f.behind(n, f.queue), &w.Wish) {
			if !w.hidden {
				f.drop(w.Wish, Late)
			}
			continue
		}
		if w.hidden = false; w.Kind == KindPly {
			if !f.shows(n, &w.Wish) {
				f.withdraw(n)
				f.predict(&w.Wish)
			}
			n++
		}
		f.queue = append(f.queue, w)
	}
	f.withdraw(n)
}
