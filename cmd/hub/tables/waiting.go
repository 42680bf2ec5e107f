package tables

import (
	"cmp"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/internal/past"
	"mancala/internal/table"
)

// How long a table waits.
const (
	// meetWait is how long both players have to come to the first game if the setup has no limit.
	meetWait = time.Minute
	// awayWait is how long a player may be away if no clock counts it; restWait is the same between
	// two games.
	awayWait = time.Hour
	restWait = 2 * time.Minute
	// farewellWait is how long a finished table stays for an absent player to learn how the game
	// ended.
	farewellWait = 10 * time.Minute
	// graceWait is how long the clocks stop after an outage of the club, unless the player whose
	// clock runs returns earlier.
	graceWait = 15 * time.Second
	// delayWait limits the delay of the database that counts on the player's running clock.
	delayWait = 100 * time.Millisecond
)

// running reports whether the current game has not ended.
func (t *Table) running() bool { return t.State().Series.Match().Running() }

// toMove returns the seat to move.
func (t *Table) toMove() table.Seat {
	return t.State().Seat(t.State().Series.Match().Position().ToMove())
}

// player returns the seat as an index.
func player(by table.Seat) int { return int(by - table.A) }

// observe applies an event to the club's state of the table.
func (t *Table) observe(c *table.Change, now time.Time) {
	switch e := &c.Event; {
	case c.Began:
		t.extra.Began = time.Time{}
	case e.Kind == table.KindClock && e.Arg != 0 && t.extra.Began.IsZero():
		t.extra.Began = now
	case e.Kind == table.KindEnd:
		t.extra.Since = now
	}
	if c.Over {
		t.extra.Since, t.hold = now, time.Time{}
		t.ended(c, now)
	}
}

// ended notes a game that has ended, to be reported.
func (t *Table) ended(c *table.Change, now time.Time) {
	number, m := c.Series.Number(), c.Series.Match()
	if uint32(number) <= t.extra.Reported {
		return
	}
	south := (t.setup.First + number - 1) % 2
	t.done = append(t.done, lobby.Game{
		Game: m.Game(),
		Entry: lobby.GameEntry{
			ID: lobby.GameID(t.setup.ID, number), Members: [2]lobby.Member{{ID: t.setup.Players[south].ID}, {ID: t.setup.Players[1-south].ID}},
			Variant: t.setup.Variant, Time: t.setup.Time, Rated: t.setup.Rated, Result: m.Result(), Began: past.Believed(t.extra.Began, now), Ended: now, Plies: m.Plies(),
		},
	})
}

// arrange starts the clocks once the players are there.
func (t *Table) arrange(now time.Time) {
	st := t.State()
	if st.Closed.N != 0 || !t.running() {
		return
	}
	switch by := t.toMove(); {
	case !st.Met && t.here(0) && t.here(1),
		st.Met && !t.hold.IsZero() && (t.here(player(by)) || !now.Before(t.hold)):
		t.hold = time.Time{}
		t.rule(table.KindClock, uint32(by), "", now)
	}
}

// Tick tells the table the time.
func (t *Table) Tick(now time.Time) {
	t.server.Tick(now)
	if t.State().Closed.N != 0 {
		return
	}
	if at := t.closes(); !at.IsZero() && !now.Before(at) {
		t.close(now)
		return
	}
	t.arrange(now)
}

// Stop ends the series; a running game is abandoned.
func (t *Table) Stop(now time.Time) {
	if t.State().Closed.N == 0 {
		t.rule(table.KindEnd, 0, "", now)
	}
}

// Leave ends the series for a player who is away between two games. It reports whether the series
// is over.
func (t *Table) Leave(member string, now time.Time) bool {
	for i, p := range t.setup.Players {
		if p.ID == member && !t.here(i) && !t.running() && t.State().Closed.N == 0 {
			t.rule(table.KindEnd, 1<<i, "", now)
		}
	}
	return t.State().Closed.N != 0
}

// close ends the series because players do not come.
func (t *Table) close(now time.Time) {
	var absent uint32
	for p := range t.seats {
		if late := t.late(p); !late.IsZero() && !now.Before(late) {
			absent |= 1 << p
		}
	}
	if t.meeting() && (absent == 1 || absent == 2) && t.here(int(2-absent)) {
		t.alone = int(2 - absent)
	}
	t.rule(table.KindEnd, absent, "", now)
}

// Closing returns who is there, as at the end of the series; Over is false while games may come.
func (t *Table) Closing() (e store.End) {
	e.Over = t.State().Closed.N != 0
	for i, p := range t.setup.Players {
		if t.here(i) {
			e.Here = append(e.Here, p.ID)
		}
		if t.alone == i {
			e.Alone = p.ID
		}
	}
	return e
}

// meeting reports whether the first game waits for its players.
func (t *Table) meeting() bool {
	st := t.State()
	return t.running() && !st.Met && st.Series.Number() == 1
}

// late returns the time until which the table waits for a player, or zero if they are there or the
// clocks count.
func (t *Table) late(p int) time.Time {
	wait := awayWait
	switch {
	case t.here(p), t.running() && t.State().Clocks.Running:
		return time.Time{}
	case t.meeting():
		wait = cmp.Or(t.setup.Meet, meetWait)
	case !t.running():
		wait = restWait
	}
	at := t.seats[p].away
	if at.Before(t.extra.Since) {
		at = t.extra.Since
	}
	return at.Add(wait)
}

// closes returns the time at which the table closes because a player does not come, or zero if it
// waits for no one.
func (t *Table) closes() (at time.Time) {
	for p := range t.seats {
		at = sooner(at, t.late(p))
	}
	return at
}

// sooner returns the earlier of two times; zero means none.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// Wakes returns the time of the next call of [Table.Tick], or zero.
func (t *Table) Wakes() time.Time {
	if t.State().Closed.N != 0 {
		return t.extra.Since.Add(farewellWait)
	}
	at := sooner(t.closes(), t.hold)
	if falls, running := t.State().Clocks.Falls(); running {
		at = sooner(at, falls)
	}
	return at
}

// Over reports whether nothing is left to be done at the table.
func (t *Table) Over(now time.Time) bool {
	return t.State().Closed.N != 0 && len(t.done) == 0 && (t.server.Over() || !now.Before(t.extra.Since.Add(farewellWait)))
}

// Drain stops the clocks for the node that takes the table over. The lines end once the pending
// records are stored.
func (t *Table) Drain(now time.Time) {
	if t.running() && t.State().Clocks.Running {
		t.rule(table.KindClock, 0, "", now)
	}
	for by := table.A; by <= table.B; by++ {
		t.server.Leave(by, table.ErrMoved)
	}
}
