package session

import (
	"testing"

	"mancala/match"
	"mancala/table"
)

// Watchers are shown a ply after the players, a few at a time.
func TestWatchersComeAfterThePlayers(t *testing.T) {
	g := seated(t, 3, 2, match.FirstGuest)
	s := g.w.server
	for range 2*showSome + 1 {
		g.w.watcher().settle()
	}
	s.Tick(g.w.now)
	s.Drain()
	g.must(g.wish(table.KindPly, 1, ""))
	g.hear()
	shown := []int(nil)
	for range 5 {
		s.Tick(g.w.now)
		conns := s.Drain().Conns
		for _, c := range conns {
			c.Drain()
		}
		shown = append(shown, len(conns))
		if due := s.NextTick(); !due.IsZero() {
			g.w.now = due
		}
	}
	if want := [5]int{0, showSome, showSome, 1, 0}; [5]int(shown) != want {
		t.Errorf("so many watchers are shown the ply at a time: %v, want %v", shown, want)
	}
}
