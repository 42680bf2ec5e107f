package render

import (
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
)

func TestPitSet(t *testing.T) {
	var set PitSet
	all := []rules.Pit{}
	for h := rules.House(0); h <= rules.MaxHouses; h++ {
		all = append(all, rules.Pit{Side: rules.South, House: h}, rules.Pit{Side: rules.North, House: h})
	}
	for i, p := range all {
		for j, q := range all {
			if set.Has(q) != (j < i) {
				t.Fatalf("after %d pits: Has(%v) = %v", i, q, set.Has(q))
			}
		}
		set = set.Add(p)
	}
	for _, p := range []rules.Pit{{House: 11}, {Side: 2}, {House: rules.Swap}} {
		if set.Add(p) != set || set.Has(p) {
			t.Errorf("the set takes %v", p)
		}
	}
}

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
