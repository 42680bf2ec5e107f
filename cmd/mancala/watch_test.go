package main

import (
	"slices"
	"strings"
	"testing"
)

// TestTextWatch watches two games between two terminals from a third one, which comes before the
// guest, and from a fourth one that comes at the end.
func TestTextWatch(t *testing.T) {
	t.Parallel()
	host := startTerminal(t, "--serve 127.0.0.1:0 --first host --name Ann --houses 3 --seeds 2",
		"Ann -- from 1", "SILENCE", "Ann -- from 1", "SILENCE", "again?", "y", "again?", "SILENCE")
	addr := host.waitFor("Listening on ")
	early := startTerminal(t, "--watch "+addr+" --narrate")
	early.waitFor("Ann waits for a guest.")
	guest := startTerminal(t, "--join "+addr+" --name Bo", "again?", "y", "again?", "SILENCE")
	early.waitFor("Watching Ann against Bo.")
	early.types("1")
	early.waitFor("You are watching; only the two players can do that.")
	host.types("2")
	early.waitFor(" sows ") // a watcher who falls behind may see only boards
	host.types("1")
	host.waitFor("Games so far: ") // at the end of the second game
	late := startTerminal(t, "--watch "+addr)
	late.waitFor("Watching Ann against Bo.")
	host.types("n")
	host.ends(exitOK, "")
	guest.ends(exitOK, "")
	for _, watcher := range []*terminal{early, late} {
		watcher.waitFor("Ann closed the program.")
		watcher.ends(exitOK, "")
		checkSeen(t, host, watcher)
	}
	if text := early.output(); !strings.Contains(text, " sows ") || strings.Contains(text, "this terminal") {
		t.Errorf("the watcher saw\n%s", text)
	}
}

// checkSeen fails unless a watcher has seen only the host's boards, in order, up to the last.
func checkSeen(t *testing.T, host, watcher *terminal) {
	t.Helper()
	all, seen := host.boards(), watcher.boards()
	for i, board := range seen {
		n := slices.Index(all, board)
		if n < 0 {
			t.Fatalf("board %d, \n%s\nis none of the host's, or came too late", i+1, board)
		}
		all = all[n+1:]
	}
	if len(seen) == 0 || len(all) > 0 {
		t.Errorf("%d boards were seen, and the last %d were not", len(seen), len(all))
	}
}

func TestWatchOnTheCommandLine(t *testing.T) {
	o, err := parseOptions([]string{"--watch", "ann.example.org", "--name", "Wim"})
	if err != nil || o.watch != "ann.example.org:7000" {
		t.Errorf("%q, %v", o.watch, err)
	}
}

// A host that admits no watchers, and an address without a host.
func TestNothingToWatch(t *testing.T) {
	t.Parallel()
	host := startTerminal(t, "--serve 127.0.0.1:0 --no-watchers")
	addr := host.waitFor("Listening on ")
	startTerminal(t, "--watch "+addr).ends(exitFailed, "The host does not let anyone watch. Join as a player instead.\n")
	startTerminal(t, "--watch 127.0.0.1:1").endsSaying(exitFailed, "127.0.0.1:1")
}
