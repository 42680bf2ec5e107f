package play

import (
	"testing"
	"time"

	"mancala/match"
	"mancala/rules"
)

// dawn is the moment at which the tables of these tests are made.
var dawn = time.Date(2026, 1, 2, 6, 0, 0, 0, time.UTC)

// tableOf returns a table whose players have taken their seats.
func tableOf(t *testing.T, s Setup) *Table {
	t.Helper()
	s.ID, s.Variant = "t", must(rules.ParseVariant("kalah(6,4)"))
	table := must(NewTable(s, dawn))
	for p := range s.Players {
		sit(table, p, dawn)
	}
	return table
}

func sit(t *Table, p int, now time.Time) {
	t.Hear(p, match.Connected{}, now)
	t.Hear(p, match.GameStarted{Number: 1, Starter: party(p, t.setup.First)}, now)
}

// ply lets a player play a house on their leg.
func ply(t *Table, p int, h rules.House, now time.Time) {
	t.Hear(p, match.Played{N: len(t.legs[p].plies) + 1, Sowing: rules.Sowing{From: h}}, now)
}

// next returns the next step on a leg other than TellClocks and TellAbsence.
func next(t *Table, p int, now time.Time) Step {
	for {
		if s := t.Next(p, now); s.Do != TellClocks && s.Do != TellAbsence {
			return s
		}
	}
}

var blitz = match.TimeControl{Base: time.Minute, Increment: time.Second}

// wantEnd fails unless the last game has ended like that.
func wantEnd(t *testing.T, table *Table, e match.Ending, winner int) {
	t.Helper()
	done := table.state.Done
	if len(done) != 1 || done[0].Ending != e || done[0].Winner != winner {
		t.Fatalf("not %v, won by %d: %+v", e, winner, done)
	}
}

// A player who never comes ends the table after a minute, and no game was played.
func TestNoShow(t *testing.T) {
	s := Setup{Time: blitz, Rated: true, Variant: must(rules.ParseVariant("kalah(6,4)"))}
	table := must(NewTable(s, dawn))
	sit(table, 0, dawn.Add(time.Second))
	if at := table.Wakes(); at != dawn.Add(meetWait) {
		t.Errorf("the table wakes at %v", at)
	}
	table.Tick(dawn.Add(meetWait - 1))
	if table.state.Closed {
		t.Fatal("closed too early")
	}
	table.Tick(dawn.Add(meetWait))
	wantEnd(t, table, match.Abandoned, -1)
	if !table.state.Done[0].Began.IsZero() {
		t.Error("the game has begun")
	}
	for p, want := range []Do{Leave, Leave} {
		if got := next(table, p, dawn).Do; got != want {
			t.Errorf("leg %d: %d", p, got)
		}
	}
	if at := table.Wakes(); !at.IsZero() {
		t.Errorf("nothing is left to be done but to report; the table wakes at %v", at)
	}
	if table.Reported(1); !table.Over() {
		t.Error("the table is not over")
	}
}

// A player who leaves a rated game has lost it: the other player hears of a resignation and then of
// the goodbye.
func TestLeaveRated(t *testing.T) {
	table := tableOf(t, Setup{Time: blitz, Rated: true})
	ply(table, 0, 1, dawn)
	if s := next(table, 1, dawn); s.Do != Play || s.House != 1 {
		t.Fatalf("%+v", s)
	}
	ply(table, 1, 1, dawn) // the host's
	table.Hear(0, match.PeerLeft{Reason: match.ReasonQuit}, dawn)
	wantEnd(t, table, match.Resigned, 1)
	if s := next(table, 1, dawn); s.Do != Resign {
		t.Fatalf("%+v", s)
	}
	if s := next(table, 1, dawn); s.Do != Nothing {
		t.Fatalf("%+v while the resignation is not confirmed", s)
	}
	table.Hear(1, match.GameOver{Result: match.Result{Ending: match.Resigned}, By: match.Host}, dawn)
	if s := next(table, 1, dawn); s.Do != Leave {
		t.Fatalf("%+v", s)
	}
}

// A player who is away between two games is waited for two minutes.
func TestRest(t *testing.T) {
	table := tableOf(t, Setup{})
	table.Hear(0, match.GameOver{Result: match.Result{Ending: match.Resigned}, By: match.Guest}, dawn)
	wantEnd(t, table, match.Resigned, 1)
	table.Hear(1, match.Paused{}, dawn)
	if table.Tick(dawn.Add(restWait - 1)); table.state.Closed {
		t.Fatal("closed too early")
	}
	if table.Tick(dawn.Add(restWait)); !table.state.Closed {
		t.Fatal("not closed")
	}
	if s := next(table, 1, dawn); s.Do != Rule || s.Ruling.Ending != match.Resigned || s.Ruling.Loser != match.Host {
		t.Errorf("the one who is away: %+v", s)
	}
	table.Reported(1)
	if table.Tick(dawn.Add(restWait + farewellWait)); !table.Over() {
		t.Error("the table is kept for ever")
	}
}

// A ply that comes after the flag has fallen does not count, and is taken back at its player.
func TestLatePly(t *testing.T) {
	table := tableOf(t, Setup{Time: blitz})
	late := dawn.Add(time.Minute)
	ply(table, 0, 1, late)
	wantEnd(t, table, match.TimedOut, 1)
	if s := next(table, 0, late); s.Do != Rule || len(s.Ruling.Plies) != 0 || s.Ruling.Ending != match.TimedOut || s.Ruling.Loser != match.Guest {
		t.Errorf("leg 0: %+v", s)
	}
	if s := next(table, 1, late); s.Do != TimeOut || s.Party != match.Host {
		t.Errorf("leg 1: %+v", s)
	}
}

// After an outage the clocks stand still until the player to move is back, and for a while at most.
func TestOutage(t *testing.T) {
	for _, back := range []bool{true, false} {
		table := tableOf(t, Setup{Time: blitz})
		ply(table, 0, 1, dawn.Add(10*time.Second))
		died := dawn.Add(20 * time.Second)
		now := died.Add(time.Hour)
		again := must(takeOver(table.setup, table.state, died, now))
		if left := again.state.Clocks.LeftAt(rules.North, now.Add(time.Second)); left != 50*time.Second {
			t.Errorf("north has %v left", left)
		}
		runs := now.Add(graceWait)
		if back {
			runs = now.Add(2 * time.Second)
			sit(again, 1, runs)
		}
		again.Tick(runs)
		if left := again.state.Clocks.LeftAt(rules.North, runs.Add(10*time.Second)); left != 40*time.Second {
			t.Errorf("back %v: north has %v left ten seconds after", back, left)
		}
		if again.Tick(runs.Add(50 * time.Second)); again.state.Ending != match.TimedOut {
			t.Errorf("back %v: the flag does not fall", back)
		}
	}
}

// At a table with clocks or ratings no plies are taken back.
func TestTakebackRefused(t *testing.T) {
	table := tableOf(t, Setup{Time: blitz})
	ply(table, 0, 1, dawn)
	table.Hear(0, match.TakebackAsked{By: match.Guest}, dawn)
	if s := next(table, 0, dawn); s.Do != Refuse {
		t.Errorf("%+v", s)
	}
}

// A step that is refused again and again ends in a ruling.
func TestRefusedOften(t *testing.T) {
	table := tableOf(t, Setup{})
	ply(table, 0, 1, dawn)
	now := dawn
	for range maxTries + 1 {
		s := next(table, 1, now)
		if s.Do != Play {
			t.Fatalf("%+v", s)
		}
		table.Refused(1, s, now)
		if s := next(table, 1, now); s.Do != Nothing {
			t.Fatalf("%+v at once", s)
		}
		if at := table.Wakes(); !at.After(now) {
			t.Fatalf("the table wakes at %v, and it is %v", at, now)
		}
		now = now.Add(time.Second)
	}
	if s := next(table, 1, now); s.Do != Rule {
		t.Errorf("%+v", s)
	}
}

// A player who comes and goes all the time does not flood the other one: they are told once a
// second, and in the end how it is.
func TestAbsenceIsNotAFlood(t *testing.T) {
	table := tableOf(t, Setup{Time: blitz, Rated: true})
	told, last := 0, false
	tell := func(now time.Time) {
		for s := table.Next(1, now); s.Do != Nothing; s = table.Next(1, now) {
			if s.Do == TellAbsence {
				told, last = told+1, s.Absent
			}
		}
	}
	now := dawn
	for range 500 {
		table.Hear(0, match.Paused{}, now)
		tell(now)
		table.Hear(0, match.Resumed{}, now)
		tell(now)
		now = now.Add(10 * time.Millisecond)
	}
	if told < 4 || told > 6 {
		t.Errorf("in 5 s it is told %d times", told)
	}
	table.Hear(0, match.Paused{}, now)
	tell(now)
	if at := table.Wakes(); !last && at.Sub(now) > absenceEvery {
		t.Errorf("the table wakes %v later", at.Sub(now))
	}
	tell(now.Add(absenceEvery))
	if !last {
		t.Error("the other player is not told that the first one is away")
	}
	table.Hear(1, match.Paused{}, now)
	table.Hear(1, match.Resumed{}, now)
	before := told
	if tell(now); told != before+1 {
		t.Error("one who comes back is not told at once")
	}
}

// Of two players who were matched, the one who comes is remembered if the other one does not.
func TestAloneAtTheTable(t *testing.T) {
	const meet = 15 * time.Second
	come := func(p int, at time.Duration) func(*Table) { return func(t *Table) { sit(t, p, dawn.Add(at)) } }
	leave := func(p int, at time.Duration) func(*Table) {
		return func(t *Table) { t.Hear(p, match.Paused{}, dawn.Add(at)) }
	}
	for what, test := range map[string]struct {
		happens []func(*Table)
		closed  time.Duration
		want    int
	}{
		"no one":                     {nil, meet, 0},
		"the first":                  {[]func(*Table){come(0, time.Second)}, meet, 1},
		"the second":                 {[]func(*Table){come(1, 14*time.Second)}, meet, 2},
		"one whose connection broke": {[]func(*Table){come(0, 0), leave(0, 14*time.Second)}, meet, 1},
		"one who went for good":      {[]func(*Table){come(0, 0), leave(0, 0)}, meet, 0},
		"the one who stays":          {[]func(*Table){come(0, 0), leave(0, time.Second), come(1, 2*time.Second)}, time.Second + meet, 2},
	} {
		table := must(NewTable(Setup{Time: blitz, Meet: meet, Variant: must(rules.ParseVariant("kalah(6,4)"))}, dawn))
		for _, f := range test.happens {
			f(table)
		}
		if at := table.Wakes(); at != dawn.Add(test.closed) {
			t.Errorf("%s: the table wakes at %v", what, at)
		}
		table.Tick(dawn.Add(test.closed))
		if s := &table.state; !s.Closed || s.Alone != test.want {
			t.Errorf("%s: %d, closed: %v", what, s.Alone, s.Closed)
		}
	}
	table := tableOf(t, Setup{Meet: meet})
	table.Hear(0, match.Paused{}, dawn)
	table.Tick(dawn.Add(awayWait))
	if s := &table.state; !s.Closed || s.Alone != 0 {
		t.Errorf("after a game: %+v", s)
	}
}
