package table

import (
	"math"

	"mancala/internal/match"
	"mancala/rules"
)

// Change is the effect of an event, or of a prediction, on a [State].
type Change struct {
	// Event is the event; without one, as in predictions, N is 0.
	Event Event
	// Series is a copy of the series after the change, with the predicted plies; later changes
	// leave it as it is. A change with nothing but a dropped wish has none.
	Series match.Series
	// Confirmed says that the ply of the event had been predicted.
	Confirmed bool
	// Predicted says that the change is a ply that is shown before it is decided.
	Predicted bool
	// Rewound says that plies were taken back before anything else, until BackTo were left.
	// Withdrawn of them had been predicted.
	Rewound   bool
	BackTo    int
	Withdrawn int
	// Plies is how many plies of the game are decided now; in a change without event, how many are
	// shown.
	Plies int
	// Began and Over say that a game has begun, or has ended.
	Began, Over bool
	// Clocks are the clocks after the event.
	Clocks match.Clocks
	// Denied says that a ply denied the open request.
	Denied bool
	// Dropped is a wish that will get no event, and the reason.
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
	c.Plies, c.Clocks, c.Series = s.Plies(), s.Clocks, *s.Series.Copy()
}

// sow returns the hash after the ply that would follow the first n.
func (s *State) sow(n int, house rules.House) (gameHash, error) {
	next, sowing, err := rules.Play(view{State: s, plies: n}.past(), house)
	if err != nil {
		return gameHash{}, err
	}
	return s.hashes[n].next(n+1, sowing, next), nil
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

// rewind takes plies back until n are left, including predicted ones and an ending. It returns the
// error of [match.Match.Rewind].
func (s *State) rewind(n int, c *Change) error {
	if err := s.Series.Match().Rewind(n); err != nil {
		return err
	}
	c.Rewound, c.BackTo, c.Series = true, n, *s.Series.Copy()
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
	c.Over = true
	s.Ask, s.Wants = Ask{}, [2]bool{}
	s.Last = s.finished()
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

// close ends the series and the running game. If both have come to a rated game, the seat that ends
// it loses.
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
	c := Change{Predicted: true}
	s.describe(&c)
	c.Plies = n
	return c, nil
}

// view is the game of a State after its decided plies, or after all shown plies.
type view struct {
	*State
	plies int
	open  Ask // the open request
}

// past returns the positions up to the view's.
func (v view) past() []rules.Position { return v.Series.Match().Past()[:v.plies+1] }

// position returns the position of the view.
func (v view) position() rules.Position { return v.past()[v.plies] }

// running reports that the game has not ended.
func (v view) running() bool {
	return v.Series != nil && (v.plies < v.Series.Match().Plies() || v.Series.Match().Running())
}

// last returns the last game that has ended.
func (v view) last() Finished {
	if v.ahead > 0 && !v.running() {
		return v.finished()
	}
	return v.Last
}

// passes reports that the game of the view goes through the position of a wish.
func (v view) passes(w *Wish) bool {
	return w.Game == v.game() && uint64(w.Ply) <= uint64(v.plies) && v.hashes[w.Ply].short() == w.Hash
}

// check returns why a wish is refused, or 0. It leaves out the hash of a ply.
func (v view) check(by Seat, w *Wish) Code {
	switch {
	case v.Series == nil:
		if w.Kind == KindBegin && by == Nobody {
			return v.checkBegin(w)
		}
		return NotLegal
	case v.Closed.N != 0:
		return Ended
	case by == Nobody:
		return v.checkOwner(w)
	}
	switch w.Kind {
	case KindPly:
		return v.checkPly(by, w)
	case KindResign:
		return v.checkResign(w)
	case KindAsk:
		return v.checkAsk(by, w)
	case KindUnask, KindGrant, KindDeny:
		return v.checkAnswer(by, w)
	case KindWant, KindUnwant:
		return v.checkNext(by, w)
	case KindName:
		if last := v.last(); last.Winner != by || last.Game != w.Game || last.Named {
			return NotWinner
		}
		return 0
	case KindSay, KindEnd:
		return 0
	}
	return ClubOnly
}

func (v view) checkPly(by Seat, w *Wish) Code {
	switch {
	case w.Game != v.game() || uint64(w.Ply) != uint64(v.plies)+1:
		return Late
	case !v.running():
		return Ended
	case v.open.By == by:
		return Asked
	case w.Arg > math.MaxUint8 || v.position().ToMove() != v.Side(by) || v.position().Legal(rules.House(w.Arg)) != nil:
		return NotLegal
	}
	return 0
}

func (v view) checkResign(w *Wish) Code {
	switch {
	case w.Game != v.game():
		return Late
	case !v.running():
		return Ended
	case !v.passes(w):
		return Late
	}
	return 0
}

func (v view) checkAsk(by Seat, w *Wish) Code {
	if code := v.checkResign(w); code != 0 {
		return code
	}
	r := v.Refusals[by-A]
	switch {
	case v.Terms.Time.Timed():
		return Timed
	case v.Terms.Rated:
		return Rated
	case v.open.N != 0:
		return Asked
	case uint64(w.Arg) >= uint64(v.plies):
		return NoSuchPly
	case r.Count >= maxRefusals && w.Arg <= r.Left:
		return Often
	}
	if _, s := v.Series.Match().Ply(int(w.Arg) + 1); s.Mover != v.Side(by) {
		return NoSuchPly
	}
	return 0
}

// checkAnswer is check for the answer to a request.
func (v view) checkAnswer(by Seat, w *Wish) Code {
	asker := by.Other()
	if w.Kind == KindUnask {
		asker = by
	}
	switch {
	case v.open.N == 0 || v.open.N != w.Arg || v.open.By != asker:
		return NothingAsked
	case w.Kind == KindGrant && (w.Ply != v.open.Left || !v.passes(w)):
		return NotLegal
	}
	return 0
}

// checkNext is check for wishes about the next game.
func (v view) checkNext(by Seat, w *Wish) Code {
	wanted := v.Wants[by-A]
	switch {
	case v.running():
		return Running
	case w.Arg != v.game()+1:
		return Late
	case w.Kind == KindWant && wanted:
		return Asked
	case w.Kind == KindUnwant && !wanted:
		return NothingAsked
	}
	return 0
}

// checkBegin is check for the first event.
func (v view) checkBegin(w *Wish) Code {
	if starter := Seat(w.Arg &^ Tossed); w.Arg > Tossed|uint32(B) || starter != A && starter != B {
		return NotLegal
	}
	return 0
}

// checkOwner is check for decisions of the owner, which only a club may make.
func (v view) checkOwner(w *Wish) Code {
	if !v.Terms.Club {
		return ClubOnly
	}
	runs := v.Terms.Time.Timed() && v.running() && v.Clocks.Running
	switch seat := Seat(min(w.Arg, math.MaxUint8)); w.Kind {
	case KindTimeOut:
		if !runs || seat != v.Seat(v.Clocks.Side) {
			return BadClock
		}
	case KindClock:
		if !v.running() || w.Arg != 0 && seat != v.Seat(v.position().ToMove()) {
			return BadClock
		}
	case KindDevice:
		if seat != A && seat != B {
			return NotLegal
		}
	case KindEnd:
		if seat > A+B {
			return NotLegal
		}
	default:
		return NotLegal
	}
	return 0
}

// house returns the house of a ply.
func (w *Wish) house() rules.House { return rules.House(w.Arg) }
