package render

import (
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
)

func TestPlayableIn(t *testing.T) {
	set := PlayableIn(rulestest.Position(t, rulestest.CS340))
	for h := rules.House(0); h <= 6; h++ {
		if got, want := set.Has(rules.Pit{House: h}), h == 1 || h == 2 || h == 5 || h == 6; got != want {
			t.Errorf("South's house %v: %v, want %v", h, got, want)
		}
		if set.Has(rules.Pit{Side: rules.North, House: h}) {
			t.Errorf("North's house %v may be played on South's turn", h)
		}
	}
}
