package words

import (
	"testing"

	"mancala/internal/match"
	"mancala/rules"
)

// A list says how a game ended, unless by seeds, which it shows beside it.
func TestResultsInLists(t *testing.T) {
	for _, tt := range []struct {
		ending            match.Ending
		outcome           rules.Outcome
		won, south, north string
	}{
		{match.Finished, rules.SouthWins, "Dora won", "won", "lost"},
		{match.TimedOut, rules.SouthWins, "Dora won on time", "won on time", "lost on time"},
		{match.Resigned, rules.NorthWins, "Dora resigned, Gil won", "you resigned", "they resigned"},
		{match.Finished, rules.Draw, "draw", "draw", "draw"},
		{match.Abandoned, rules.Undecided, "broken off", "broken off", "broken off"},
	} {
		r := match.Result{Ending: tt.ending, Outcome: tt.outcome}
		if got := Won(r, [2]string{"Dora", "Gil"}); got != tt.won {
			t.Errorf("%v, %v: %q, want %q", tt.ending, tt.outcome, got, tt.won)
		}
		if south, north := WonBy(r, rules.South), WonBy(r, rules.North); south != tt.south || north != tt.north {
			t.Errorf("%v, %v: South %q, North %q", tt.ending, tt.outcome, south, north)
		}
	}
}
