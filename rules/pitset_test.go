package rules

import (
	"slices"
	"testing"
)

func TestPitSet(t *testing.T) {
	var set PitSet
	all := []Pit{}
	for h := House(0); h <= MaxHouses; h++ {
		all = append(all, Pit{Side: South, House: h}, Pit{Side: North, House: h})
	}
	for i, p := range all {
		for j, q := range all {
			if set.Has(q) != (j < i) {
				t.Fatalf("after %d pits: Has(%v) = %v", i, q, set.Has(q))
			}
		}
		set = set.Add(p)
	}
	for _, p := range []Pit{{House: 11}, {Side: 2}, {House: Swap}} {
		if set.Add(p) != set || set.Has(p) {
			t.Errorf("the set takes %v", p)
		}
	}
}

func TestPitsOfASet(t *testing.T) {
	want := []Pit{{South, 0}, {South, 10}, {North, 0}, {North, 3}}
	set := SetOf(want[3], want[1], want[0], want[2])
	if got := slices.Collect(set.All()); !slices.Equal(got, want) {
		t.Errorf("the set has %v, not %v", got, want)
	}
	for range set.All() {
		break
	}
}
