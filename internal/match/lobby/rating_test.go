package lobby_test

import (
	"testing"

	"mancala/internal/match/lobby"
)

// A rating has a question mark until it is sure, and ± is two deviations.
func TestHowSureARatingIs(t *testing.T) {
	for deviation, want := range map[int][2]string{
		lobby.SureDeviation:     {"1500", "1500 ± 220"},
		lobby.SureDeviation + 1: {"1500?", "1500 ± 222"},
		350:                     {"1500?", "1500 ± 700"},
	} {
		m := lobby.Member{Rating: 1500, Deviation: deviation}
		if got := [2]string{m.RatingWord(), lobby.RatingRange(m.Rating, m.Deviation)}; got != want {
			t.Errorf("with a deviation of %d it is %q, want %q", deviation, got, want)
		}
	}
}
