package motion

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
)

func TestPreview(t *testing.T) {
	south := func(h rules.House) rules.Pit { return rules.Pit{Side: rules.South, House: h} }
	north := func(h rules.House) rules.Pit { return rules.Pit{Side: rules.North, House: h} }
	store := rules.StoreOf(rules.South)
	tests := []struct {
		name, position string
		house          rules.House
		way            []rules.Pit
		follows        Consequence
		after          string
	}{
		{
			"CS 340, capture", rulestest.CS340, 1,
			[]rules.Pit{south(2), south(3), south(4)},
			Consequence{Captures: 6},
			"<6,20,18,0,2,1,0,2,2,0,1,0,0,1,1>",
		},
		{
			"CS 340, opposite empty", rulestest.CS340, 2,
			[]rules.Pit{south(3)},
			Consequence{},
			"<6,14,18,3,0,1,0,2,2,0,1,5,0,1,1>",
		},
		{
			"CS 340, into the other row", rulestest.CS340, 6,
			[]rules.Pit{store, north(1)},
			Consequence{},
			"<6,15,18,3,1,0,0,2,0,1,1,5,0,1,1>",
		},
		{
			"extra turn", "kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south", 3,
			[]rules.Pit{south(4), south(5), south(6), store},
			Consequence{ExtraTurn: true},
			"<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>",
		},
		{
			"ends the game with a sweep", "kalah(2,4) <2,10,3,0,1,2,0> south", 2,
			[]rules.Pit{store},
			Consequence{Ends: true, Score: [2]int{11, 5}},
			"<2,11,5,0,0,0,0>",
		},
		{
			"captures and ends the game", "kalah(2,4) <2,10,2,1,0,3,0> south", 1,
			[]rules.Pit{south(2)},
			Consequence{Captures: 4, Ends: true, Score: [2]int{14, 2}},
			"<2,14,2,0,0,0,0>",
		},
		{
			"north moves", "kalah(2,2) <2,0,0,2,2,2,2> north", 1,
			[]rules.Pit{north(2), rules.StoreOf(rules.North)},
			Consequence{ExtraTurn: true},
			"<2,0,1,2,2,0,3>",
		},
		{
			"two laps", "kalah(1,8) <1,5,4,6,1> south", 1,
			[]rules.Pit{store, north(1), south(1), store, north(1), south(1)},
			Consequence{},
			"<1,7,4,2,3>",
		},
		{
			"from its own house", "togyz(3,3) <3,0,0,3,3,3,3,3,3> south", 3,
			[]rules.Pit{south(3), north(1), north(2)},
			Consequence{Captures: 4},
			"<3,4,0,3,3,1,4,0,3>",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := rulestest.Position(t, tt.position)
			v, ok := NewPreview([]rules.Position{p}, tt.house)
			if !ok {
				t.Fatal("no preview")
			}
			if v.Consequence != tt.follows || v.From != (rules.Pit{Side: p.ToMove(), House: tt.house}) {
				t.Errorf("preview %+v; want %+v", v, tt.follows)
			}
			if last := tt.way[len(tt.way)-1]; !slices.Equal(v.Way, tt.way) || v.Last != last {
				t.Errorf("the way is %v to %v, want %v", v.Way, v.Last, tt.way)
			}
			variant, _, _ := strings.Cut(tt.position, " ")
			if after := rulestest.Position(t, variant+" "+tt.after+" south"); v.Board != after.Board() {
				t.Errorf("the board after it is %v, want %s", v.Board, tt.after)
			}
		})
	}
}

func TestPreviewOfWhatIsNotLegal(t *testing.T) {
	p := rulestest.Position(t, rulestest.CS340)
	for _, h := range []rules.House{0, 3, 7, 200, rules.Swap} {
		if v, ok := NewPreview([]rules.Position{p}, h); ok || !reflect.DeepEqual(v, Preview{}) {
			t.Errorf("house %v has the preview %+v", h, v)
		}
	}
	over := rulestest.Position(t, "kalah(1,1) <1,1,1,0,0> south")
	if _, ok := NewPreview([]rules.Position{over}, 1); ok {
		t.Error("a finished game has a preview")
	}
}
