package words

import (
	"strings"
	"testing"

	"mancala/rules"
)

func TestAPlyInAFewPhrases(t *testing.T) {
	names := [2]string{"", "Bo"}
	for want, s := range map[string]rules.Sowing{
		"You sow 1 from house 6, captures 3, you keep the last 2, Bo keeps the last one": {
			From: 6, Seeds: 1, Captured: 3, Swept: [2]uint8{2, 1}, End: rules.CauseEmptyRow,
		},
		"Bo sows 4 from house 3, extra turn": {Mover: rules.North, From: 3, Seeds: 4, ExtraTurn: true},
		"Bo swaps sides":                     {Mover: rules.North, From: rules.Swap},
		"You swap sides":                     {From: rules.Swap},
	} {
		if got := strings.Join(Ply(s, names), ", "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
