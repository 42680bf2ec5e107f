package match_test

import (
	"fmt"
	"testing"

	. "mancala/match"
	"mancala/table"
	"mancala/tools/need"
)

// local returns a local series between Ann, the host, and Bob.
func local(t testing.TB, rules string, starter Party) *table.Local {
	t.Helper()
	return need.Must(table.NewLocal(LocalConfig{ID: "id", Variant: variant(t, rules), Starter: starter, Names: [2]string{"Ann", "Bob"}}))(t)
}

// tell describes an event in a few words.
func tell(e Event) string {
	switch e := e.(type) {
	case Connected:
		return fmt.Sprintf("connected %v %s %v", e.Self, e.Peer, e.Variant)
	case GameStarted:
		return fmt.Sprintf("game %d %s by %v, self %v", e.Number, e.ID, e.Starter, e.Self)
	case Played:
		return fmt.Sprintf("%d: %v %v, %v", e.N, e.Sowing.Mover, e.Sowing.From, e.After.Status())
	case GameOver:
		return fmt.Sprintf("over: %v, %v by %v", e.Result, e.Result.Ending, e.By)
	case Rewound:
		return fmt.Sprintf("back to %d, %v", e.Plies, e.After.Status())
	case RematchWanted:
		return fmt.Sprintf("rematch wanted by %v", e.By)
	case PeerLeft:
		return fmt.Sprintf("left, local %v, reason %d", e.Local, e.Reason)
	case Failed:
		return "failed: " + e.Note.String()
	}
	return fmt.Sprintf("%T", e)
}

// checkEvents fails unless these are the events.
func checkEvents(t testing.TB, events []Event, want ...string) {
	t.Helper()
	for i := range max(len(events), len(want)) {
		got, expected := "nothing", "nothing"
		if i < len(events) {
			got = tell(events[i])
		}
		if i < len(want) {
			expected = want[i]
		}
		if got != expected {
			t.Errorf("event %d is %q, not %q", i+1, got, expected)
		}
	}
}
