package table

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Errors that end or prevent a connection. Compare with errors.Is.
var (
	// ErrProtocol says that the other end does not keep to the protocol.
	ErrProtocol = errors.New("the other end does not keep to the protocol")
	// ErrNoSeries says that there is no such series.
	ErrNoSeries = errors.New("there is no such series")
	// ErrStale says that one end has lost more than the other keeps.
	ErrStale = errors.New("the other end has lost more than this one keeps")
	// ErrHistory says that two ends have different histories of the same series.
	ErrHistory = errors.New("the other end has another history of this series")
)

// OwnerConfig describes an owner.
type OwnerConfig struct {
	Terms Terms
	// Secret is known only to the owner: 32 random bytes, or ClubOwnerKey.
	Secret [SecretSize]byte
	// Local marks the seats whose players are in the owner's program.
	Local [2]bool
}

// Out is a message to send. Exactly one of Change, Following and Refused is set.
type Out struct {
	// To is the seat, or Nobody for an event, which goes to all followers.
	To Seat
	// Change is an event with its effect on the owner's state, and Tag its tag.
	Change *Change
	Tag    Tag
	// Following answers Attach: the follower gets the events behind its own, or hands its own back.
	Following *Following
	Refused   *Refused
}

// Following has the number of the owner's events; H is the chain after the last one that both ends
// have.
type Following struct {
	N uint32
	H Chain
}

// Refused says that a wish does not become an event, and the last event for which that holds.
type Refused struct {
	ID   uint32
	Code Code
	N    uint32
}

// Owner decides a series. It numbers no event while a friend is missing who may know a later
// number. Make one with [NewOwner] or [RestoreOwner]. The methods that return Out keep the slice
// until the next call.
type Owner struct {
	state   *State
	log     Log
	mac     ownerMAC
	local   [2]bool
	seats   [2]attendance
	pending []Event         // this program's decisions while no number could be given
	used    [2][3]time.Time // when the allowances of a seat have a place again
	last    time.Time
	out     []Out
}

// NewOwner returns the owner of a series that has not begun.
func NewOwner(cfg OwnerConfig) (*Owner, error) {
	s, err := NewState(cfg.Terms)
	if err != nil {
		return nil, err
	}
	o := &Owner{state: s, log: newLog(s), mac: ownerMAC{newMAC(cfg.Secret[:])}, local: cfg.Local}
	return o, nil
}

// RestoreOwner returns an owner as a record has it. The error is [ErrDamaged].
func RestoreOwner(cfg OwnerConfig, r *Record, now time.Time) (*Owner, error) {
	if r.Base.Terms != cfg.Terms {
		return nil, fmt.Errorf("%w: it has other terms", ErrDamaged)
	}
	o, err := NewOwner(cfg)
	if err != nil {
		return nil, err
	}
	if o.state, o.log, err = r.replay(now); err != nil {
		return nil, err
	}
	for _, e := range r.Pending {
		if e.By != A && e.By != B || !o.local[e.By-A] {
			return nil, fmt.Errorf("%w: a decision of another program", ErrDamaged)
		}
	}
	o.pending, o.last = append([]Event(nil), r.Pending...), now
	return o, nil
}

// Record returns the bytes that the owner keeps on disk.
func (o *Owner) Record() Record {
	r := o.log.record()
	r.Pending = append(r.Pending, o.pending...)
	return r
}

// Lines returns the number of the first event of the log, and all of its events as [ParseRecord]
// reads them. They are never changed, also not by later events.
func (o *Owner) Lines() (first uint32, lines [][]byte) { return o.log.stored() }

// State returns the state that the events have made. It is for reading.
func (o *Owner) State() *State { return o.state }

// Tag returns the tag of an event of the log.
func (o *Owner) Tag(n uint32) Tag {
	h, _ := o.log.chain(n)
	return o.mac.tag(&o.state.Terms.Series, n, &h)
}

// Since returns the events after the n-th, the follower's last one. The slice is valid until the
// next event.
func (o *Owner) Since(n uint32) []Event { return o.log.since(n) }

// Closing reports that the series has ended, or will once a number can be given: no one can play
// it.
func (o *Owner) Closing() bool {
	ends := func(e Event) bool { return e.Kind == KindEnd }
	return o.state.Closed.N != 0 || slices.ContainsFunc(o.pending, ends)
}

// Over reports that the series has ended and every seat knows it.
func (o *Owner) Over() bool {
	end := o.state.Closed.N
	for i, a := range o.seats {
		if !o.local[i] && a.acked < end {
			return false
		}
	}
	return end != 0 && len(o.pending) == 0
}

// at returns a moment that is not before the last one.
func (o *Owner) at(now time.Time) time.Time {
	if now.After(o.last) {
		o.last = now
	}
	return o.last
}

// emit numbers a wish, or a decision of the owner, and returns why it cannot.
func (o *Owner) emit(by Seat, w *Wish, now time.Time) Code {
	e := Event{N: o.state.N + 1, By: by, Wish: *w, Left: o.state.left(by, w, now)}
	c, err := o.state.Apply(&e, now)
	if code := Code(0); errors.As(err, &code) {
		return code
	}
	o.emitted(&c)
	return 0
}

// emitted logs an event that was applied, and sends it.
func (o *Owner) emitted(c *Change) {
	o.log.add(o.state, c)
	if c.Event.Final() { // no wish of a player comes after it
		o.pending = nil
	}
	sent := *c
	o.out = append(o.out, Out{Change: &sent, Tag: o.mac.tag(&o.state.Terms.Series, o.state.N, &o.state.H)})
}

// Emitted sets the sending moment of the events from the last calls. An owner that stores events
// before it sends them calls it, so no clock runs meanwhile.
func (o *Owner) Emitted(now time.Time) {
	if now = o.at(now); o.state.Clocks.Running {
		o.state.Clocks.Resume(now)
	}
}

// Rule decides something for the owner: the beginning, and at a club times, devices, owners and the
// end of the series.
func (o *Owner) Rule(k Kind, arg uint32, text string, now time.Time) ([]Out, error) {
	o.out, now = o.out[:0], o.at(now)
	w := Wish{Kind: k, Arg: arg, Text: text, Game: o.state.game(), Seen: o.state.N}
	if code := o.emit(Nobody, &w, now); code != 0 {
		return nil, code
	}
	return o.out, nil
}

// Tick tells the owner the time: a clock that has run down ends the game.
func (o *Owner) Tick(now time.Time) []Out {
	o.out = o.out[:0]
	o.flag(o.at(now))
	return o.out
}

func (o *Owner) flag(now time.Time) {
	if side, fallen := o.state.Clocks.Fallen(now); fallen {
		o.emit(Nobody, &Wish{Kind: KindTimeOut, Game: o.state.game(), Arg: uint32(o.state.Seat(side)), Seen: o.state.N}, now)
	}
}

// Wish decides a wish from a seat. It ignores a wish that was counted before. The error is
// [ErrProtocol], or a [*Lie] if the two programs disagree about the rules.
func (o *Owner) Wish(by Seat, w Wish, now time.Time) ([]Out, error) {
	o.out, now = o.out[:0], o.at(now)
	a := &o.seats[by-A]
	last := o.state.LastID[by-A]
	switch {
	case o.local[by-A] || !a.there || w.Seen > o.state.N || w.Kind < KindPly || w.Kind > KindEnd:
		return nil, fmt.Errorf("%w: wish %d of kind %d, seen %d of %d", ErrProtocol, w.ID, w.Kind, w.Seen, o.state.N)
	case w.ID <= last:
		return nil, nil
	case w.ID-last > maxIDJump:
		return nil, fmt.Errorf("%w: wish %d after %d", ErrProtocol, w.ID, last)
	}
	a.acked = max(a.acked, w.Seen)
	err := o.decide(by, &w, now)
	return o.out, err
}

// decide numbers a wish, or refuses it.
func (o *Owner) decide(by Seat, w *Wish, now time.Time) error {
	o.flag(now)
	code := Code(0)
	switch {
	case !o.allowed(by, w.Kind, now):
		code = TooFast
	case !w.fits() || !w.clean():
		code = NotClean
	default:
		code = o.emit(by, w, now)
	}
	if w.Kind == KindPly && (code == NotLegal || code == Mismatch) {
		switch {
		case !o.current(by, w):
			code = Late
		case code == Mismatch:
			return o.state.lie(Desync)
		}
	}
	if code != 0 {
		o.out = append(o.out, Out{To: by, Refused: &Refused{ID: w.ID, Code: code, N: o.state.N}})
	}
	return nil
}

// current reports that since the wisher saw the game, only plies of the wisher's seat have changed
// it.
func (o *Owner) current(by Seat, w *Wish) bool {
	if _, ok := o.log.chain(w.Seen); !ok {
		return false
	}
	for _, e := range o.log.since(w.Seen) {
		switch {
		case e.Kind == KindPly && e.By == by:
		case e.Kind == KindSay, e.Kind == KindName, e.Kind == KindClock, e.Kind == KindDevice:
		default:
			return false
		}
	}
	return true
}

// Local decides a wish of a player in the owner's program. While a friend is missing only the end
// of the series and the winner's name are kept until it has come; everything else is Away. The
// error is a [Code].
func (o *Owner) Local(by Seat, k Kind, arg uint32, text string, now time.Time) ([]Out, error) {
	o.out, now = o.out[:0], o.at(now)
	w, code := o.state.shown().wish(by, k, arg, text)
	switch {
	case code != 0:
		return nil, code
	case !o.open() && k != KindEnd && k != KindName:
		return nil, Away
	case !o.open() && len(o.pending) == maxQueue:
		return nil, Full
	case !o.open():
		o.pending = append(o.pending, Event{By: by, Wish: w})
		return nil, nil
	case !o.allowed(by, k, now):
		return nil, TooFast
	}
	o.flag(now)
	if code := o.number(by, &w, now); code != 0 {
		return o.out, code
	}
	return o.out, nil
}

// number seals a wish of this program, as a follower does before it sends one, and numbers it.
func (o *Owner) number(by Seat, w *Wish, now time.Time) Code {
	w.Seen, w.ID = o.state.N, o.state.LastID[by-A]+1
	return o.emit(by, w, now)
}

// wish returns a wish of a seat as it is made in the view, or why it would be refused.
func (v view) wish(by Seat, k Kind, arg uint32, text string) (Wish, Code) {
	w := Wish{Kind: k, Arg: arg, Text: text, Game: v.game(), Ply: uint32(v.plies), Seen: v.N}
	switch k {
	case KindGrant:
		w.Arg, w.Ply = v.open.N, v.open.Left
	case KindUnask, KindDeny:
		w.Arg = v.open.N
	case KindWant, KindUnwant:
		w.Arg = v.game() + 1
	case KindName:
		w.Game = v.last().Game
	}
	switch {
	case v.Series == nil:
		return w, NotLegal
	case !w.fits() || !w.clean():
		return w, NotClean
	case k != KindPly:
		w.Hash = v.hashes[w.Ply].short()
		return w, v.check(by, &w)
	}
	w.Ply++
	code := v.check(by, &w)
	if code == 0 {
		hash, _ := v.sow(v.plies, w.house()) // the ply is legal
		w.Hash = hash.short()
	}
	return w, code
}

// allowance is the number of wishes of a kind that a seat may have at once, and the time until it
// gets another one.
type allowance struct {
	burst int
	every time.Duration
}

// The allowances.
var (
	plyAllowance   = allowance{100, 200 * time.Millisecond} // at a club
	sayAllowance   = allowance{20, time.Second}
	otherAllowance = allowance{10, time.Second}
)

// use takes one place of an allowance, whose next free place is at a moment, and reports whether
// there was one.
func (a allowance) use(next *time.Time, now time.Time) bool {
	if next.Before(now) {
		*next = now
	}
	if next.Sub(now) > time.Duration(a.burst-1)*a.every {
		return false
	}
	*next = next.Add(a.every)
	return true
}

// allowed reports whether a seat may have one more wish of a kind now. The end of a series is
// always allowed.
func (o *Owner) allowed(by Seat, k Kind, now time.Time) bool {
	used := &o.used[by-A]
	switch {
	case k == KindEnd:
		return true
	case k == KindPly:
		return !o.state.Terms.Club || plyAllowance.use(&used[0], now)
	case k == KindSay:
		return sayAllowance.use(&used[1], now)
	}
	return otherAllowance.use(&used[2], now)
}
