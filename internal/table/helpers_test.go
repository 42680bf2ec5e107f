package table_test

import (
	"fmt"
	"testing"

	"mancala/internal/match"
	"mancala/rules"

	. "mancala/internal/table"
	"mancala/tools/need"
)

// local returns a local series between Ann, the host, and Bob.
func local(t testing.TB, rules string, starter match.Party) *Local {
	t.Helper()
	return need.Must(NewLocal(match.LocalConfig{ID: "id", Variant: variant(t, rules), Starter: starter, Names: [2]string{"Ann", "Bob"}}))(t)
}

// tell describes an event in a few words.
func tell(e News) string {
	switch e := e.(type) {
	case Connected:
		return fmt.Sprintf("connected %v %s %v", e.Self, e.Peer, e.Variant)
	case GameStarted:
		return fmt.Sprintf("game %d %s by %v, self %v", e.Series.Number(), e.ID, e.Series.Starter(), e.Self)
	case Played:
		m := e.Series.Match()
		return fmt.Sprintf("%d: %v %v, %v", m.Plies(), m.Last().Mover, m.Last().From, m.Position().Status())
	case GameOver:
		r := e.Series.Match().Result()
		return fmt.Sprintf("over: %v, %v by %v", r, r.Ending, e.By)
	case Rewound:
		return fmt.Sprintf("back to %d, %v", e.Series.Match().Plies(), e.Series.Match().Position().Status())
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
func checkEvents(t testing.TB, events []News, want ...string) {
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

// variant returns the rules that a text names.
func variant(t testing.TB, text string) rules.Variant {
	t.Helper()
	return need.Must(rules.ParseVariant(text))(t)
}
