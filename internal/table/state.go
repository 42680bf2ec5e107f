package table

import (
	"encoding/hex"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// Terms are the agreement of both seats. They never change in a series, and the chain of its events
// begins with them.
type Terms struct {
	// Series names the series: 16 letters at a club, the table's id; otherwise FriendsSeries.
	Series  [16]byte
	Variant rules.Variant
	Time    match.TimeControl
	// Rated says that the games count for ratings, and Club that the owner has no seat.
	Rated, Club bool
}

// Name returns the name of the series as games and files have it.
func (t *Terms) Name() string {
	if t.Club {
		return string(t.Series[:])
	}
	return hex.EncodeToString(t.Series[:])
}

// Check returns an error if the rules or the clocks are out of bounds.
func (t *Terms) Check() error {
	if err := t.Variant.Validate(); err != nil {
		return err
	}
	return t.Time.Check()
}

// Ask is an open request to go back to the position after Left plies; without one N is 0.
type Ask struct {
	// N is the number of its event.
	N    uint32
	By   Seat
	Left uint32
}

// Refusals counts the denied requests of a seat for the decision after Left plies, or an earlier
// one.
type Refusals struct{ Left, Count uint32 }

// Finished is the last game that has ended: who won it, and whether they have given their name.
// Without a winner Winner is Nobody.
type Finished struct {
	Game   uint32
	Winner Seat
	Named  bool
}

// Closed is the end of a series; without one N is 0.
type Closed struct {
	// N is the number of its event.
	N      uint32
	By     Seat
	Reason uint32
}

// State is a series after its events. An owner and a follower have one each, with the same Apply.
// Make one with [NewState] or [Snapshot.State]. The fields are for reading.
type State struct {
	Terms Terms
	// N is the number of the last event, and H the chain up to it.
	N uint32
	H Chain
	// Series is nil before the first event. It includes the predicted plies of a follower.
	Series   *match.Series
	Wants    [2]bool
	Ask      Ask
	Refusals [2]Refusals
	LastID   [2]uint32
	Last     Finished
	Clocks   match.Clocks
	// Met says that both players have come to a club's current game.
	Met    bool
	Closed Closed
	Device [2][16]byte

	hashes []gameHash // before each ply of the game, and the current one last
	ahead  int        // how many plies at the end of the game are predicted
}

// NewState returns the state of a series before its first event, or the error of [Terms.Check].
func NewState(t Terms) (*State, error) {
	t.Variant = t.Variant.Canonical()
	if err := t.Check(); err != nil {
		return nil, err
	}
	return &State{Terms: t, H: t.start()}, nil
}

// Side returns the side of a seat in the current game.
func (s *State) Side(seat Seat) rules.Side { return s.Series.Side(seat.Party()) }

// Seat returns the seat that has a side in the current game.
func (s *State) Seat(side rules.Side) Seat { return SeatOf(s.Series.Party(side)) }

// game returns the number of the current game, 0 before the first one.
func (s *State) game() uint32 {
	if s.Series == nil {
		return 0
	}
	return uint32(s.Series.Number())
}

// decided is the game without predicted plies.
func (s *State) decided() view { return view{s, s.Plies(), s.Ask} }

// shown is the game with them.
func (s *State) shown() view { return view{s, len(s.hashes) - 1, s.Ask} }

// Plies returns how many plies of the game are decided.
func (s *State) Plies() int { return len(s.hashes) - 1 - s.ahead }

// Apply applies the next event. It checks everything that needs no secret, and computes all that
// follows: the end of a game by its rules, the beginning of the next one. A refused event changes
// nothing, and the error is a [Code]. The moment is only for the clocks.
func (s *State) Apply(e *Event, now time.Time) (Change, error) {
	if code := s.inOrder(e); code != 0 {
		return Change{}, code
	}
	if code := s.decided().check(e.By, &e.Wish); code != 0 {
		return Change{}, code
	}
	if !s.fair(e) {
		return Change{}, BadClock
	}
	c := Change{Event: *e}
	if code := s.decide(e, &c); code != 0 {
		return Change{}, code
	}
	if e.By != Nobody {
		s.LastID[e.By-A] = e.ID
	}
	s.setClocks(e, now)
	s.N, s.H = e.N, s.H.next(e)
	s.describe(&c)
	return c, nil
}

// inOrder checks the numbers of an event.
func (s *State) inOrder(e *Event) Code {
	switch {
	case e.N != s.N+1:
		return Gap
	case e.By > B || e.Seen > s.N || !e.fits():
		return NotLegal
	case e.By == Nobody && (e.ID != 0 || e.MAC != [16]byte{} || e.Hash != [16]byte{}):
		return NotLegal
	case e.By != Nobody && (e.ID <= s.LastID[e.By-A] || e.ID-s.LastID[e.By-A] > maxIDJump):
		return Replayed
	}
	return 0
}

// decide applies a checked event. It refuses only a ply whose new position does not match its hash.
func (s *State) decide(e *Event, c *Change) Code {
	if e.Kind == KindPly {
		return s.play(e, c)
	}
	if e.By == Nobody {
		s.rule(e, c)
		return 0
	}
	switch by := e.By - A; e.Kind {
	case KindResign:
		s.finish(c, func(m *match.Match) error { return m.Resign(s.Side(e.By)) })
	case KindAsk:
		s.Ask = Ask{e.N, e.By, e.Arg}
	case KindUnask:
		s.Ask = Ask{}
	case KindGrant:
		_ = s.rewind(int(s.Ask.Left), c) // it is less than the number of plies
		s.Ask, s.Refusals = Ask{}, [2]Refusals{}
	case KindDeny:
		s.deny()
	case KindWant:
		s.Wants[by] = true
		if s.Wants[e.By.Other()-A] {
			s.nextGame(c)
		}
	case KindUnwant:
		s.Wants[by] = false
	case KindName:
		s.Last.Named = true
	case KindEnd:
		s.close(e, c)
	}
	return 0
}

// rule is decide for a decision of the owner.
func (s *State) rule(e *Event, c *Change) {
	switch e.Kind {
	case KindBegin:
		// The terms were checked before, so there is no error.
		s.Series, _ = match.NewSeries(s.Terms.Variant, Seat(e.Arg&^Tossed).Party())
		s.begin(c)
	case KindTimeOut:
		s.finish(c, func(m *match.Match) error { return m.TimeOut(s.Side(Seat(e.Arg))) })
	case KindClock:
		s.Met = s.Met || e.Arg != 0
	case KindDevice:
		s.Device[e.Arg-1] = [16]byte([]byte(e.Text))
	case KindEnd:
		s.close(e, c)
	}
}

// play plays a ply, or confirms the first predicted one.
func (s *State) play(e *Event, c *Change) Code {
	n, house, m := s.Plies(), rules.House(e.Arg), s.Series.Match()
	if s.ahead > 0 {
		if _, p := m.Ply(n + 1); p.From == house && s.hashes[n+1].short() == e.Hash {
			s.ahead--
			c.Confirmed = true
			s.played(e, c)
			return 0
		}
		if hash, err := s.sow(n, house); err != nil || hash.short() != e.Hash {
			return Mismatch
		}
		s.withdraw(c)
	}
	sowing, err := m.Play(s.Side(e.By), house)
	if err != nil {
		return NotLegal
	}
	hash := s.hashes[n].next(n+1, sowing, m.Position())
	if hash.short() != e.Hash {
		_ = m.Rewind(n) // there is the ply to take back
		return Mismatch
	}
	s.hashes = append(s.hashes, hash)
	s.played(e, c)
	return 0
}

// Watch applies a ply to a state that was made of a public snapshot. It checks the ply, the times
// and the hash of the game; of everything else a watcher gets another snapshot. The error is a
// [Code].
func (s *State) Watch(e *Event, now time.Time) (Change, error) {
	code := Gap
	if e.N > s.N && s.Series != nil && e.Kind == KindPly && (e.By == A || e.By == B) {
		code = s.decided().checkPly(e.By, &e.Wish)
	}
	if code == 0 && !s.fair(e) {
		code = BadClock
	}
	c := Change{Event: *e}
	if code == 0 {
		code = s.play(e, &c)
	}
	if code != 0 {
		return Change{}, code
	}
	s.setClocks(e, now)
	s.N = e.N
	s.describe(&c)
	return c, nil
}

// left returns the times of an event decided now: the last event's times, less the time since then
// on the running clock, plus the increment of a ply.
func (s *State) left(by Seat, w *Wish, now time.Time) [2]uint32 {
	if !s.Terms.Time.Timed() {
		return [2]uint32{}
	}
	if s.begins(by, w) {
		return s.full()
	}
	left := s.known()
	if s.Clocks.Running {
		side := s.Clocks.Side
		left[side] = milliseconds(s.Clocks.LeftAt(side, now))
		if w.Kind == KindPly {
			left[side] += milliseconds(s.Terms.Time.Increment)
		}
	}
	return left
}

// milliseconds rounds up, so a clock with any time left is above zero.
func milliseconds(d time.Duration) uint32 {
	return uint32((d + time.Millisecond - 1) / time.Millisecond)
}

// known returns the times that the last event had.
func (s *State) known() [2]uint32 {
	return [2]uint32{milliseconds(s.Clocks.Left[rules.South]), milliseconds(s.Clocks.Left[rules.North])}
}

// full returns the times at the beginning of a game.
func (s *State) full() [2]uint32 {
	base := milliseconds(s.Terms.Time.Base)
	return [2]uint32{base, base}
}

// begins reports that a wish, if it is legal, begins a game.
func (s *State) begins(by Seat, w *Wish) bool {
	return w.Kind == KindBegin || w.Kind == KindWant && by != Nobody && s.Wants[by.Other()-A]
}

// fair reports that an event's times agree with the times before it: only the running clock goes
// down, a ply adds at most the increment, and a game begins with full clocks. KindClock may set
// both, to possible times of the game.
func (s *State) fair(e *Event) bool {
	switch {
	case !s.Terms.Time.Timed():
		return e.Left == [2]uint32{}
	case s.begins(e.By, &e.Wish):
		return e.Left == s.full()
	}
	known, increment := s.known(), milliseconds(s.Terms.Time.Increment)
	for side, left := range e.Left {
		runs := s.Clocks.Running && int(s.Clocks.Side) == side
		most := known[side]
		switch {
		case e.Kind == KindClock:
			most = s.full()[side] + uint32(s.Plies())*increment
		case runs && e.Kind == KindPly:
			most += increment
		case !runs && left != most, runs && e.Kind == KindTimeOut && left != 0:
			return false
		}
		if left > most {
			return false
		}
	}
	return true
}

// setClocks sets the clocks after an event decided at a moment.
func (s *State) setClocks(e *Event, now time.Time) {
	c := &s.Clocks
	if !s.Terms.Time.Timed() {
		return
	}
	for side, left := range e.Left {
		c.Left[side] = time.Duration(left) * time.Millisecond
	}
	c.At = now
	switch {
	case !s.decided().running():
		c.Running = false
	case e.Kind == KindClock:
		c.Running = e.Arg != 0
		c.Side = s.decided().position().ToMove()
	case e.Kind == KindPly:
		c.Side = s.decided().position().ToMove()
	}
}
