package scene_test

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// A scene reports the loss of the meeting point once, and its return once; the game continues.
func TestALostMeetingPointIsToldInAGame(t *testing.T) {
	sc, link := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	for i, step := range []struct {
		state table.MeetingState
		want  string
	}{
		{table.MeetingOpen, ""},
		{table.MeetingLost, "There is no way from this computer to meet.example.org:7001. Check that both computers are on the same network"},
		{table.MeetingCalling, ""},
		{table.MeetingLost, ""},
		{table.MeetingOpen, "The meeting point meet.example.org answers again"},
		{table.MeetingOpen, ""},
	} {
		link.Push(table.Meeting{State: step.state, Point: "meet.example.org:7001", Code: "amber-fox-31", Note: rules.NewNote("netplay.unreachable", "meet.example.org:7001")})
		sc.Advance(time.Second)
		if got := sc.TakeAnswer(); got != step.want || sc.IsPaused() {
			t.Errorf("step %d: it says %q, want %q", i, got, step.want)
		}
	}
}
