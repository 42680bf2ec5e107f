package table

import (
	"mancala/match"
	"mancala/rules"
)

// Change is the effect of an event, or of a prediction, on a [State].
type Change struct {
	// Event is the event; without one, as in predictions, N is 0.
	Event Event
	// Sowing describes a ply, decided or predicted. Confirmed says that it had been predicted.
	Sowing    rules.Sowing
	Confirmed bool
	// Predicted says that the change is a ply that is shown before it is decided.
	Predicted bool
	// After is the position after the ply.
	After rules.Position
	// Rewound says that plies were taken back before anything else, until BackTo were left, in the
	// position Back. Withdrawn of them had been predicted.
	Rewound   bool
	BackTo    int
	Back      rules.Position
	Withdrawn int
	// Plies is how many plies of the game are decided now; in a change without event, how many are
	// shown.
	Plies int
	// Game is the number of the game, after the change, Starter the seat that starts it, and Before
	// the tally of those before it.
	Game    uint32
	Starter Seat
	Before  match.Tally
	// Began and Over say that a game has begun, or has ended, with Result.
	Began, Over bool
	Result      match.Result
	// Clocks are the clocks after the event.
	Clocks match.Clocks
	// Denied says that a ply denied the open request; Void, that the end of the game closed it.
	Denied, Void bool
	// Dropped is a wish that will not come true, without an event, and why.
	Dropped *Wish
	Why     Code
	// Remembered says that the event is a wish of this player that this program had lost.
	Remembered bool
}

// Public reports whether watchers see a change: all but talk, requests, wishes for the next game
// that do not begin it, and which device has a seat.
func (c *Change) Public() bool {
	switch c.Event.Kind {
	case KindSay, KindDevice, KindAsk, KindUnask, KindDeny, KindWant, KindUnwant:
		return c.Began
	}
	return true
}

// describe fills in how the series is after an event.
func (s *State) describe(c *Change) {
	c.Plies, c.Game, c.Clocks = s.Plies(), s.game(), s.Clocks
	c.Starter, c.Before = SeatOf(s.Series.Starter()), s.Series.Before()
}

// sow returns the ply that would follow the first n, and the hash after it.
func (s *State) sow(n int, house rules.House) (rules.Sowing, gameHash, error) {
	next, sowing, err := rules.Play(view{State: s, plies: n}.past(), house)
	if err != nil {
		return sowing, gameHash{}, err
	}
	return sowing, s.hashes[n].next(n+1, sowing, next), nil
}

// played applies the consequences of a ply.
func (s *State) played(e *Event, c *Change) {
	if s.Ask.N != 0 && s.Ask.By != e.By && e.Seen >= s.Ask.N {
		s.deny()
		c.Denied = true
	}
	if s.ahead == 0 && !s.Series.Match().Running() {
		s.over(c)
	}
}

// deny closes the open request, and counts it.
func (s *State) deny() {
	r := &s.Refusals[s.Ask.By-A]
	if s.Ask.Left > r.Left {
		r.Count = 0
	}
	r.Left, r.Count = max(r.Left, s.Ask.Left), r.Count+1
	s.Ask = Ask{}
}

// withdraw takes the predicted plies back.
func (s *State) withdraw(c *Change) {
	if s.ahead > 0 {
		_ = s.rewind(s.Plies(), c) // there are plies to take back
	}
}

// rewind takes plies back, predicted ones and an ending included, until n are left. The error is
// that of [match.Match.Rewind].
func (s *State) rewind(n int, c *Change) error {
	m := s.Series.Match()
	if err := m.Rewind(n); err != nil {
		return err
	}
	c.Rewound, c.BackTo, c.Back = true, n, m.Position()
	c.Withdrawn += s.ahead
	s.hashes, s.ahead = s.hashes[:n+1], 0
	return nil
}

// finish ends the game without a ply.
func (s *State) finish(c *Change, end func(*match.Match) error) {
	s.withdraw(c)
	_ = end(s.Series.Match()) // the game runs
	s.over(c)
}

// over applies the consequences of the end of a game.
func (s *State) over(c *Change) {
	c.Over, c.Void = true, s.Ask.N != 0
	s.Ask, s.Wants = Ask{}, [2]bool{}
	s.Last, c.Result = s.finished(), s.Series.Match().Result()
}

// finished returns how the shown game ended.
func (s *State) finished() Finished {
	f := Finished{Game: s.game()}
	if side, won := s.Series.Match().Result().Winner(); won {
		f.Winner = s.Seat(side)
	}
	return f
}

// nextGame begins the next game.
func (s *State) nextGame(c *Change) {
	_ = s.Series.Next() // the game is over
	s.begin(c)
}

// begin applies the consequences of the beginning of a game.
func (s *State) begin(c *Change) {
	start := startHash(s.Terms.Variant, s.Terms.gameID(s.Series.Number()))
	s.hashes = append(make([]gameHash, 0, 64), start)
	s.Wants, s.Refusals, s.Met = [2]bool{}, [2]Refusals{}, false
	s.Clocks = match.NewClocks(s.Terms.Time)
	c.Began = true
}

// close ends the series, and a game that runs. In a rated game to which both have come, the seat
// that ends it loses.
func (s *State) close(e *Event, c *Change) {
	switch {
	case !s.decided().running():
	case s.Terms.Rated && s.Met && e.By != Nobody:
		s.finish(c, func(m *match.Match) error { return m.Resign(s.Side(e.By)) })
	default:
		s.finish(c, func(m *match.Match) error { return m.Abort(match.Abandoned) })
	}
	s.Closed = Closed{N: e.N, By: e.By, Reason: e.Arg}
}

// predict shows a legal ply of a seat before it is decided.
func (s *State) predict(seat Seat, house rules.House) (Change, error) {
	m := s.Series.Match()
	sowing, err := m.Play(s.Side(seat), house)
	if err != nil {
		return Change{}, err
	}
	n := len(s.hashes)
	s.hashes = append(s.hashes, s.hashes[n-1].next(n, sowing, m.Position()))
	s.ahead++
	c := Change{Sowing: sowing, After: m.Position()}
	s.describe(&c)
	c.Predicted, c.Plies = true, n
	return c, nil
}
