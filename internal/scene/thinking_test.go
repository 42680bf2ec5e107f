package scene_test

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
)

func TestThinkingIsSeenWhenItTakesAWhile(t *testing.T) {
	seat := matchtest.NewHurried()
	sc := scenetest.Local(t, [2]match.Seat{seat, nil})
	for range 100 { // until it is asked
		sc.Advance(tick)
		if sc.Thinking() {
			break
		}
	}
	changes := 0
	for at := time.Duration(0); at < 3*time.Second; at += tick {
		if sc.ShowsThinking() != (at >= scene.ThinkingShown) || sc.CanHurry() != (at >= scene.ThinkingLong) {
			if d := at - scene.ThinkingShown; d.Abs() > 2*tick && (at-scene.ThinkingLong).Abs() > 2*tick {
				t.Fatalf("after %v: thinking is shown %v, it can be hurried %v", at, sc.ShowsThinking(), sc.CanHurry())
			}
		}
		if sc.Advance(tick) {
			changes++
		}
	}
	if changes != 2 {
		t.Errorf("%d changes, want one when it is shown and one when it can be hurried", changes)
	}
	sc.Hurry()
	scenetest.Until(t, sc, func() bool { return sc.Match().Plies() == 1 })
	if sc.Advance(tick); sc.CanHurry() || sc.ShowsThinking() || len(seat.Told) != 1 {
		t.Error("after its ply the computer player is still shown to think")
	}
}
