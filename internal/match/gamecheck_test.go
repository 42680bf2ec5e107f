package match_test

import (
	"testing"

	. "mancala/internal/match"
	"mancala/rules"
)

// The check agrees with PROTOCOL.md, and differs with everything that two people may dispute.
func TestGameCheck(t *testing.T) {
	const text, want = "kalah(6,4) 3 6 swap 2", "qvhc-iewy-usrf-lhmi"
	if got := GameCheck(text, Resigned, rules.SouthWins); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, other := range []string{
		GameCheck("kalah(6,4) 3 6 swap 1", Resigned, rules.SouthWins), GameCheck("kalah(6,5) 3 6 swap 2", Resigned, rules.SouthWins),
		GameCheck(text, TimedOut, rules.SouthWins), GameCheck(text, Resigned, rules.NorthWins), GameCheck(text, Resigned, rules.Draw),
	} {
		if other == want {
			t.Errorf("another game has the check %s, too", other)
		}
	}
}
