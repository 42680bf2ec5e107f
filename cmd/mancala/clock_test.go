package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/netplay/club/clubtest"
	"mancala/tools/need"
)

// refereed returns the address of a club with one table, with clocks, where Bo waits.
func refereed(t *testing.T, control match.TimeControl) string {
	t.Helper()
	h := need.Must(clubtest.OpenHouse(t.Context(), control))(t)
	t.Cleanup(h.Close)
	return h.Front.Addr()
}

// A guest at a terminal and a watcher see the clocks, and that one has run out; the archive has the
// game with that result.
func TestTerminalLosesOnTime(t *testing.T) {
	t.Parallel()
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
	need.Until(t, "the game is kept", func() bool {
		out, _ := runKept(t, exitOK, "games", "--data-dir", dir)
		return strings.Contains(out, "South lost on time")
	})
	if out, _ := runKept(t, exitOK, "games", "--json", "--data-dir", dir); !strings.Contains(out, `"ending":"timed-out","result":"north wins 0-0"`) {
		t.Errorf("the archive says %s", out)
	}
}
