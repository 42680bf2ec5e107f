package play

import (
	"slices"
	"time"

	"mancala/match"
	"mancala/rules"
)

// How long a table waits.
const (
	// meetWait is how long both players have to come to the first game, unless the setup says so.
	meetWait = time.Minute
	// awayWait is how long a player may be away while there is no clock that counts it, and
	// restWait the same between two games.
	awayWait = time.Hour
	restWait = 2 * time.Minute
	// farewellWait is how long a table that was closed is kept for a player who is away, so that
	// they learn how the game ended.
	farewellWait = 10 * time.Minute
	// graceWait is how long the clocks stand still after an outage of the club, unless the player
	// whose clock runs is back before.
	graceWait = 15 * time.Second
	// delayWait is how long the bus may take to store something at the cost of the player whose
	// clock runs. Usually it takes some milliseconds.
	delayWait = 100 * time.Millisecond
	// sayWait is the time between two lines.
	sayWait = time.Second
)

// Table is the games of two players. It is pure: [Table.Hear] and [Table.Tick] bring in events and
// the time, [Table.Next] returns the next step on a leg. It is not safe for concurrent use. Make
// one with [NewTable], or with takeOver from a stored state.
type Table struct {
	setup  Setup
	state  state
	past   []rules.Position // the position, behind those that may come again
	movers []int8           // who has made each ply
	legs   [2]leg
	away   [2]time.Time // since when a player is not connected
	hold   time.Time    // until then the clocks stand still after an outage; zero if there was none
	dirty  bool         // the state has changed since it was last stored
}

// NewTable returns a table before its first game, or the error of [rules.Start].
func NewTable(s Setup, now time.Time) (*Table, error) {
	t := &Table{setup: s, state: newState(s, now), away: [2]time.Time{now, now}, dirty: true}
	p, err := rules.Start(t.state.Game.Variant)
	t.past = rules.Extend(nil, p)
	return t, err
}

// position returns the current position.
func (t *Table) position() rules.Position { return t.past[len(t.past)-1] }

// takeOver returns a table in a stored state. The clocks ran until the outage, and stand still
// until the player to move is back, for a while. An error means that the state is damaged.
func takeOver(s Setup, stored state, outage, now time.Time) (*Table, error) {
	t := &Table{setup: s, state: stored, away: [2]time.Time{now, now}, dirty: true}
	if err := t.replay(); err != nil {
		return nil, err
	}
	if c := &t.state.Clocks; c.Control.Timed() && t.state.running() && !t.state.Began.IsZero() {
		c.Stop(outage)
		t.hold = now.Add(graceWait)
	}
	return t, nil
}

// replay computes the fields that follow from the plies.
func (t *Table) replay() error {
	position, err := rules.Start(t.state.Game.Variant)
	if err != nil {
		return err
	}
	past := rules.Extend(nil, position)
	t.movers = t.movers[:0]
	for i, h := range t.state.Game.Plies {
		t.movers = append(t.movers, int8(t.state.player(position.ToMove())))
		if position, _, err = rules.Play(past, h); err != nil {
			return &rules.PlyError{Ply: i + 1, House: h, Err: err}
		}
		past = rules.Extend(past, position)
	}
	t.past = past
	return nil
}

// Hear takes in an event of the link of a leg.
func (t *Table) Hear(p int, e match.Event, now time.Time) {
	t.Tick(now)
	l := &t.legs[p]
	online, over := l.online, l.over
	l.observe(e)
	if l.online != online {
		t.away[p] = now
	}
	switch e := e.(type) {
	case match.Said:
		t.said(p, e)
	case match.TakebackAsked:
		t.asked(p, e)
	case match.TakebackAnswered:
		t.answered(p, e)
	case match.TakebackWithdrawn:
		if e.By == match.Guest && t.state.Ask.Open && t.state.Ask.By == p {
			t.state.Ask, t.dirty = ask{}, true
		}
	case match.Rewound:
		if t.state.Grant.Open && t.state.Grant.By == p {
			t.state.Grant, t.dirty = ask{}, true
		}
	case match.WinnerNamed:
		t.state.Name, t.state.NamedBy, t.dirty = e.Name, p, true
	case match.Connected:
		t.dirty = true // its bookmark is needed by which the player comes back
	}
	if l.over && !over {
		t.leave(p, now)
	}
	t.absorb(p, now)
	t.meet(now)
}

// Reseat says that a player comes with the ticket, and reports whether the leg has to begin anew
// for that.
func (t *Table) Reseat(p int, now time.Time) bool {
	if !t.legs[p].seated || t.legs[p].over || t.state.Closed {
		return false
	}
	t.legs[p], t.away[p], t.dirty = leg{}, now, true
	return true
}

// absorb lets an event of a leg happen at the table, if it fits.
func (t *Table) absorb(p int, now time.Time) {
	l, s := &t.legs[p], &t.state
	if s.Closed || !l.seated {
		return
	}
	if granting := s.Grant.Open && s.Grant.By == p; l.number == s.Number && s.running() && !granting {
		n := len(s.Game.Plies)
		for n < len(l.plies) && slices.Equal(l.plies[:n], s.Game.Plies) && s.running() {
			if s.player(t.position().ToMove()) != p || !t.play(p, l.plies[n], now) {
				break
			}
			n++
		}
		if s.running() && l.ending == match.Resigned && l.by == match.Guest {
			t.end(match.Resigned, p, now)
		}
	}
	if s.running() {
		return
	}
	wants := l.number == s.Number+1 || l.number == s.Number && l.ending != match.Running && l.wants[match.Guest]
	if wants != s.Wants[p] {
		s.Wants[p], t.dirty = wants, true
	}
	if s.Wants[0] && s.Wants[1] && t.legs[0].online && t.legs[1].online {
		t.nextGame(now)
		t.absorb(0, now)
		t.absorb(1, now)
	}
}

// play plays a ply of a player, and reports whether it counts: it may be too late.
func (t *Table) play(p int, h rules.House, now time.Time) bool {
	s := &t.state
	next, _, err := rules.Play(t.past, h)
	if err != nil {
		return false
	}
	if !s.Clocks.Played(next.ToMove(), now) {
		t.Tick(now)
		return false
	}
	t.past, t.movers, s.Game.Plies = rules.Extend(t.past, next), append(t.movers, int8(p)), append(s.Game.Plies, h)
	s.Ask, t.dirty = ask{}, true // playing on refuses it
	if next.Over() {
		t.end(match.Finished, 0, now)
	}
	return true
}

// end ends the current game. The loser counts after a resignation and on time.
func (t *Table) end(e match.Ending, loser int, now time.Time) {
	s := &t.state
	s.Ending, s.Loser, s.Ask, s.Grant, s.Since, t.dirty = e, loser, ask{}, ask{}, now, true
	s.Clocks.Stop(now)
	t.hold = time.Time{}
	o := outcome{
		Number: s.Number, South: s.South, Game: rules.Game{Variant: s.Game.Variant, Plies: slices.Clone(s.Game.Plies)},
		Ending: e, Winner: -1, Began: s.Began, Ended: now,
	}
	if side, won := t.result().Winner(); won {
		o.Winner = s.player(side)
	}
	s.Done = append(s.Done, o)
}

// result returns the result of the current game.
func (t *Table) result() match.Result {
	s := &t.state
	r := match.Result{Ending: s.Ending, Stores: [2]int{t.position().Store(rules.South), t.position().Store(rules.North)}}
	switch s.Ending {
	case match.Finished:
		r.Outcome = t.position().Outcome()
	case match.Resigned, match.TimedOut:
		r.Outcome = rules.Winner(s.side(1 - s.Loser))
	}
	return r
}

// nextGame begins the next game.
func (t *Table) nextGame(now time.Time) {
	s := &t.state
	tally := s.Tally.Add(t.result(), match.Party(s.South))
	*s = state{
		Number: s.Number + 1, South: 1 - s.South, Game: rules.Game{Variant: s.Game.Variant}, Clocks: match.NewClocks(t.setup.Time),
		Talk: s.Talk, Tally: tally, Done: s.Done, Since: now,
	}
	t.movers, t.dirty = t.movers[:0], true
	p, _ := rules.Start(s.Game.Variant) // it has been checked
	t.past = rules.Extend(t.past[:0], p)
}

// meet begins to count the time of the game once both players are there.
func (t *Table) meet(now time.Time) {
	s := &t.state
	if !s.running() || s.Closed {
		return
	}
	toMove := t.position().ToMove()
	switch {
	case s.Began.IsZero() && t.legs[0].online && t.legs[1].online:
		s.Began, t.dirty = now, true
		s.Clocks.Start(toMove, now)
	case !t.hold.IsZero() && t.legs[s.player(toMove)].online:
		t.hold = time.Time{}
		s.Clocks.Start(toMove, now)
		t.dirty = true
	}
}

// leave closes the table of a player who has left for good. They lose a rated game that runs.
func (t *Table) leave(p int, now time.Time) {
	s := &t.state
	if s.Closed {
		return
	}
	switch {
	case !s.running():
	case t.setup.Rated && !s.Began.IsZero():
		t.end(match.Resigned, p, now)
	default:
		t.end(match.Abandoned, p, now)
	}
	s.Closed, s.Since, t.dirty = true, now, true
}

// Stop closes the table; a running game is abandoned.
func (t *Table) Stop(now time.Time) {
	if s := &t.state; !s.Closed {
		if s.running() {
			t.end(match.Abandoned, 0, now)
		}
		s.Closed, s.Since, t.dirty = true, now, true
	}
}

// Over reports whether nothing is left to be done at the table.
func (t *Table) Over() bool {
	return t.state.Closed && len(t.state.Done) == 0 && t.gone(0) && t.gone(1)
}

// gone reports whether nothing is left to be done on a leg of a table that was closed.
func (t *Table) gone(p int) bool { return t.legs[p].over || !t.legs[p].seated }

// Reported says that the club has taken the result of a game.
func (t *Table) Reported(number int) {
	t.state.Done = slices.DeleteFunc(t.state.Done, func(o outcome) bool { return o.Number == number })
	t.dirty = true
}
