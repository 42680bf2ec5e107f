package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/netplay/club/clubtest"
	"mancala/rules"
)

// referee keeps the time of the first game at a club, against the guest.
type referee struct {
	link   match.Link
	clocks match.Clocks
}

// refereed returns the address of a club with one table, at which Bo waits.
func refereed(t *testing.T, control match.TimeControl) string {
	t.Helper()
	h, err := clubtest.OpenHouse(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go (&referee{link: h.Bo}).run(control, done)
	t.Cleanup(func() { close(done); h.Close() })
	return h.Front.Addr()
}

// run keeps the time until done is closed.
func (r *referee) run(control match.TimeControl, done <-chan struct{}) {
	for tick := time.NewTicker(5 * time.Millisecond); ; {
		for _, e := range r.link.Events() {
			switch e := e.(type) {
			case match.GameStarted:
				r.clocks = match.NewClocks(control)
				r.clocks.Start(rules.South, time.Now())
				_ = r.link.Timekeeper().Tell(r.clocks)
			case match.Played:
				r.clocks.Played(e.After.ToMove(), time.Now())
				_ = r.link.Timekeeper().Tell(r.clocks)
			}
		}
		if side, fallen := r.clocks.Fallen(time.Now()); fallen {
			loser := [...]match.Party{rules.South: match.Guest, rules.North: match.Host}[side]
			_ = r.link.Timekeeper().TimeOut(loser)
			r.clocks = match.Clocks{}
		}
		select {
		case <-done:
			tick.Stop()
			return
		case <-tick.C:
		}
	}
}

// A guest at a terminal and one who watches see the clocks, and that one has run down; the archive
// has the game with that end.
func TestTerminalLosesOnTime(t *testing.T) {
	addr := refereed(t, match.TimeControl{Base: 2 * time.Second})
	dir := t.TempDir()
	guest := startTerminal(t, "club --text --name Ann --data-dir "+dir+" "+addr, slices.Repeat([]string{"from 1 to 6", "SILENCE"}, 10)...)
	guest.waitFor("  1  Bo (1600)")
	guest.typed <- "sit 1\n"
	guest.waitFor("Time left: ")
	watcher := startTerminal(t, "--watch "+addr)
	for _, term := range []*terminal{guest, watcher} {
		term.waitFor("This game has clocks: 2.0 for all moves of a player.")
		term.waitFor("Ann ran out of time.")
		term.waitFor("Bo wins!")
	}
	if out := guest.output(); strings.Index(out, "You have 10 seconds left.") < strings.Index(out, "Time left: ") {
		t.Errorf("there is no warning in %s", out)
	}
	out, _ := runKept(t, exitOK, "games", "--data-dir", dir)
	if !strings.Contains(out, "South lost on time") {
		t.Errorf("the archive says %s", out)
	}
	if out, _ = runKept(t, exitOK, "games", "--json", "--data-dir", dir); !strings.Contains(out, `"ending":"timed-out","result":"north wins 0-0"`) {
		t.Errorf("the archive says %s", out)
	}
}
