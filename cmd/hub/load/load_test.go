//go:build unix

package main

import (
	"testing"
	"time"

	"mancala/tools/need"
)

// A hub in another process, and ten games of simulated members.
func TestLongMembersPlay(t *testing.T) {
	hub := newHub(t, buildHub(t, false), "", t.TempDir(), "127.0.0.1:0")
	hub.Run()
	o := options{hubs: []string{hub.Addr}, games: 10, every: 100 * time.Millisecond, length: 2 * time.Second, crew: "sim", dialing: 4}
	pairs, err := bringIn(t.Context(), o)
	for _, p := range pairs {
		t.Cleanup(p.close)
	}
	if err != nil || len(pairs) != o.games {
		t.Fatalf("%d pairs, %v", len(pairs), err)
	}
	for _, p := range pairs {
		for range 100 { // one game and the beginning of the next
			need.Must(p.ply(t.Context()))(t)
		}
		if len(p.times) < 50 || p.ended == 0 {
			t.Errorf("%d plies, %d games ended", len(p.times), p.ended)
		}
	}
	o.watchers = 5
	need.Must(playAll(t.Context(), o, pairs))(t)
	if c := pairs[0].crowd; len(c.links) != o.watchers || c.report() != nil {
		t.Errorf("%d watchers, %v", len(c.links), c.report())
	}
	need.NoError(t, report(pairs, row{games: o.games, took: o.length}))
}
