package table

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// maxPlies is more than the number of plies of any game.
const maxPlies = 10_000

// Snapshot is a [State] as a value, to restore it from. Watchers, and a new device of a club's
// member, begin with one. A player never continues from a snapshot of the other end.
type Snapshot struct {
	Terms    Terms
	N        uint32
	H        Chain
	Number   uint32 // of the game, 0 before the first
	Starter  Seat
	Before   match.Tally
	Plies    []rules.House
	Ending   match.Ending
	Loser    Seat // of a resignation, or on time
	Wants    [2]bool
	Ask      Ask
	Refusals [2]Refusals
	LastID   [2]uint32
	Last     Finished
	Left     [2]uint32
	Runs     Seat // the side whose clock runs
	Met      bool
	Closed   Closed
	Device   [2][16]byte
}

// Snapshot returns the state without predicted plies. It shares nothing with it.
func (s *State) Snapshot() Snapshot {
	snap := Snapshot{
		Terms: s.Terms, N: s.N, H: s.H, Number: s.game(), Wants: s.Wants, Ask: s.Ask, Refusals: s.Refusals, LastID: s.LastID,
		Last: s.Last, Met: s.Met, Closed: s.Closed, Device: s.Device,
	}
	if s.Series == nil {
		return snap
	}
	m := s.Series.Match()
	snap.Starter, snap.Before, snap.Plies = SeatOf(s.Series.Starter()), s.Series.Before(), m.Game().Plies[:s.Plies()]
	if s.ahead == 0 {
		snap.Ending = m.Result().Ending
	}
	if side, won := m.Result().Winner(); won && (snap.Ending == match.Resigned || snap.Ending == match.TimedOut) {
		snap.Loser = s.Seat(side.Opponent())
	}
	if s.Terms.Time.Timed() {
		snap.Left = s.known()
		if s.Clocks.Running {
			snap.Runs = s.Seat(s.Clocks.Side)
		}
	}
	return snap
}

// Public returns the part of a snapshot that watchers see.
func (snap Snapshot) Public() Snapshot {
	snap.H, snap.Wants, snap.Ask, snap.Refusals = Chain{}, [2]bool{}, Ask{}, [2]Refusals{}
	snap.LastID, snap.Device = [2]uint32{}, [2][16]byte{}
	return snap
}

// State returns the state that the snapshot is of, after all its plies were checked. The error is
// [ErrDamaged].
func (snap *Snapshot) State(now time.Time) (*State, error) {
	s, err := NewState(snap.Terms)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	s.N, s.H, s.Wants, s.Ask, s.Refusals, s.LastID = snap.N, snap.H, snap.Wants, snap.Ask, snap.Refusals, snap.LastID
	s.Last, s.Met, s.Closed, s.Device = snap.Last, snap.Met, snap.Closed, snap.Device
	if snap.Number == 0 {
		if snap.N != 0 {
			return nil, fmt.Errorf("%w: %d events and no game", ErrDamaged, snap.N)
		}
		s.H = s.Terms.start()
		return s, nil
	}
	if err := snap.check(); err != nil {
		return nil, err
	}
	game := rules.Game{Variant: s.Terms.Variant, Plies: snap.Plies}
	if err := s.resume(game, snap.Starter.Party(), int(snap.Number), snap.Before); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return s, snap.restore(s, now)
}

// check checks all that does not need the game.
func (snap *Snapshot) check() error {
	seat := func(s Seat) bool { return s <= B }
	last, closed, ask := snap.Last, snap.Closed, snap.Ask
	switch {
	case snap.N == 0, snap.Number > math.MaxInt32, len(snap.Plies) > maxPlies, snap.Starter != A && snap.Starter != B:
	case !seat(snap.Loser), !seat(snap.Runs), !seat(last.Winner), !seat(closed.By), closed.N > snap.N, last.Game > snap.Number:
	case ask.N != 0 && (ask.N > snap.N || ask.By != A && ask.By != B || int64(ask.Left) >= int64(len(snap.Plies))):
	case ask.N == 0 && ask != Ask{}:
	case snap.moreThanPlayed():
	default:
		return nil
	}
	return fmt.Errorf("%w: numbers out of bounds", ErrDamaged)
}

// moreThanPlayed reports whether the tally counts more games than were played before this one.
func (snap *Snapshot) moreThanPlayed() bool {
	games := int64(0)
	for _, n := range [...]int{snap.Before.Wins[0], snap.Before.Wins[1], snap.Before.Draws} {
		if n < 0 {
			return true
		}
		games += int64(n)
	}
	return games >= int64(snap.Number)
}

// resume begins a state in a game of any number. It returns the error of [match.ResumeSeries].
func (s *State) resume(g rules.Game, starter match.Party, number int, before match.Tally) (err error) {
	if s.Series, err = match.ResumeSeries(g, starter, number, before); err != nil {
		return err
	}
	m := s.Series.Match()
	s.hashes = append(make([]gameHash, 0, max(64, m.Plies()+1)), startHash(s.Terms.Variant, s.Terms.gameID(s.Series.Number())))
	for n := 1; n <= m.Plies(); n++ {
		_, sowing := m.Ply(n)
		s.hashes = append(s.hashes, s.hashes[n-1].next(n, sowing, view{State: s, plies: n}.position()))
	}
	return nil
}

// restore sets the ending and the clocks of a state that has its plies.
func (snap *Snapshot) restore(s *State, now time.Time) error {
	m := s.Series.Match()
	if !snap.end(s) || !m.Running() && (snap.Runs != Nobody || snap.Ask.N != 0) || m.Running() && snap.Wants != [2]bool{} {
		return fmt.Errorf("%w: ending %d does not fit the game", ErrDamaged, snap.Ending)
	}
	if s.Clocks = match.NewClocks(s.Terms.Time); s.Terms.Time.Timed() {
		for side, left := range snap.Left {
			s.Clocks.Left[side] = time.Duration(left) * time.Millisecond
		}
		s.Clocks.At, s.Clocks.Running, s.Clocks.Side = now, snap.Runs != Nobody, m.Position().ToMove()
	}
	return nil
}

// end gives the game of a state the ending of the snapshot, and reports whether it can have that.
func (snap *Snapshot) end(s *State) bool {
	m := s.Series.Match()
	switch snap.Ending {
	case match.Running, match.Finished:
		return m.Result().Ending == snap.Ending
	case match.Abandoned:
		return m.Abort(snap.Ending) == nil
	case match.Resigned:
		return snap.Loser != Nobody && m.Resign(s.Side(snap.Loser)) == nil
	case match.TimedOut:
		return snap.Loser != Nobody && m.TimeOut(s.Side(snap.Loser)) == nil
	}
	return false
}

// snapshotForm is the first byte of a stored snapshot.
const snapshotForm = 2

// Append appends the snapshot in the form that [ParseSnapshot] reads.
func (snap *Snapshot) Append(b []byte) []byte {
	t := &snap.Terms
	u32 := func(ns ...uint32) {
		for _, n := range ns {
			b = binary.BigEndian.AppendUint32(b, n)
		}
	}
	b = t.Variant.AppendBytes(append(append(b, snapshotForm), t.Series[:]...))
	u32(milliseconds(t.Time.Base), milliseconds(t.Time.Increment))
	b = append(b, bit(t.Rated), bit(t.Club), byte(snap.Starter), byte(snap.Ending), byte(snap.Loser), byte(snap.Runs),
		bit(snap.Wants[0]), bit(snap.Wants[1]), bit(snap.Met), byte(snap.Ask.By), byte(snap.Last.Winner), bit(snap.Last.Named), byte(snap.Closed.By))
	b = append(b, snap.H[:]...)
	u32(snap.N, snap.Number, uint32(snap.Before.Wins[0]), uint32(snap.Before.Wins[1]), uint32(snap.Before.Draws), snap.Ask.N, snap.Ask.Left)
	for seat := range 2 {
		u32(snap.Refusals[seat].Left, snap.Refusals[seat].Count, snap.LastID[seat], snap.Left[seat])
		b = append(b, snap.Device[seat][:]...)
	}
	u32(snap.Last.Game, snap.Closed.N, snap.Closed.Reason, uint32(len(snap.Plies)))
	for _, h := range snap.Plies {
		b = append(b, byte(h))
	}
	return b
}

// ParseSnapshot reads the snapshot at the beginning of b, and returns the bytes behind it. It
// bounds lengths; [Snapshot.State] checks the rest. The error is [ErrDamaged].
func ParseSnapshot(b []byte) (snap Snapshot, rest []byte, err error) {
	d := decoder{b: b}
	t := &snap.Terms
	if form := d.byte(); d.err == nil && form != snapshotForm {
		d.err = fmt.Errorf("%w: form %d", ErrDamaged, form)
	}
	d.copy(t.Series[:])
	t.Variant = d.variant()
	t.Time = match.TimeControl{Base: d.milliseconds(), Increment: d.milliseconds()}
	t.Rated, t.Club = d.bool(), d.bool()
	snap.Starter, snap.Ending, snap.Loser, snap.Runs = Seat(d.byte()), match.Ending(d.byte()), Seat(d.byte()), Seat(d.byte())
	snap.Wants, snap.Met = [2]bool{d.bool(), d.bool()}, d.bool()
	snap.Ask.By, snap.Last.Winner, snap.Last.Named, snap.Closed.By = Seat(d.byte()), Seat(d.byte()), d.bool(), Seat(d.byte())
	d.copy(snap.H[:])
	snap.N, snap.Number = d.uint32(), d.uint32()
	snap.Before = match.Tally{Wins: [2]int{int(d.uint32()), int(d.uint32())}, Draws: int(d.uint32())}
	snap.Ask.N, snap.Ask.Left = d.uint32(), d.uint32()
	for seat := range 2 {
		snap.Refusals[seat] = Refusals{d.uint32(), d.uint32()}
		snap.LastID[seat], snap.Left[seat] = d.uint32(), d.uint32()
		d.copy(snap.Device[seat][:])
	}
	snap.Last.Game, snap.Closed.N, snap.Closed.Reason = d.uint32(), d.uint32(), d.uint32()
	for _, h := range d.bytes(int(min(d.uint32(), math.MaxInt32)), maxPlies) {
		snap.Plies = append(snap.Plies, rules.House(h))
	}
	return snap, d.b, d.err
}

func (d *decoder) milliseconds() time.Duration { return time.Duration(d.uint32()) * time.Millisecond }

// variant reads the bytes of a variant.
func (d *decoder) variant() rules.Variant {
	v, rest, err := rules.VariantFromBytes(d.b)
	if err != nil && d.err == nil {
		d.err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	d.b = rest
	return v
}
