package motion

import (
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
)

func TestPreview(t *testing.T) {
	south := func(h rules.House) rules.Pit { return rules.Pit{Side: rules.South, House: h} }
	north := func(h rules.House) rules.Pit { return rules.Pit{Side: rules.North, House: h} }
	tests := []struct {
		name, position string
		house          rules.House
		last           rules.Pit
		follows        Consequence
		gains          map[rules.Pit]int
	}{
		{
			"CS 340, capture", rulestest.CS340, 1, south(4),
			Consequence{Captures: 6},
			map[rules.Pit]int{south(2): 1, south(3): 1, south(4): 1, rules.StoreOf(rules.South): 6, north(3): -5},
		},
		{"CS 340, opposite empty", rulestest.CS340, 2, south(3), Consequence{}, map[rules.Pit]int{south(3): 1}},
		{
			"CS 340, into the other row", rulestest.CS340, 6, north(1),
			Consequence{},
			map[rules.Pit]int{rules.StoreOf(rules.South): 1, north(1): 1},
		},
		{
			"extra turn", "kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south", 3, rules.StoreOf(rules.South),
			Consequence{ExtraTurn: true},
			map[rules.Pit]int{south(4): 1, south(5): 1, south(6): 1, rules.StoreOf(rules.South): 1},
		},
		{
			"ends the game", "kalah(2,4) <2,10,3,0,1,2,0> south", 2, rules.StoreOf(rules.South),
			Consequence{Ends: true, Score: [2]int{11, 5}},
			map[rules.Pit]int{rules.StoreOf(rules.South): 1},
		},
		{
			"captures and ends the game", "kalah(2,4) <2,10,2,1,0,3,0> south", 1, south(2),
			Consequence{Captures: 4, Ends: true, Score: [2]int{14, 2}},
			map[rules.Pit]int{south(2): 1, rules.StoreOf(rules.South): 4, north(1): -3},
		},
		{
			"north moves", "kalah(2,2) <2,0,0,2,2,2,2> north", 1, rules.StoreOf(rules.North),
			Consequence{ExtraTurn: true},
			map[rules.Pit]int{north(2): 1, rules.StoreOf(rules.North): 1},
		},
		{
			"two laps", "kalah(1,8) <1,5,4,6,1> south", 1, south(1),
			Consequence{},
			map[rules.Pit]int{rules.StoreOf(rules.South): 2, north(1): 2, south(1): 2},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := rulestest.Position(t, tt.position)
			v, ok := NewPreview([]rules.Position{p}, tt.house)
			if !ok {
				t.Fatal("no preview")
			}
			if v.Last != tt.last || v.Consequence != tt.follows || v.From != (rules.Pit{Side: p.ToMove(), House: tt.house}) {
				t.Errorf("preview %+v; want last %v, %+v", v, tt.last, tt.follows)
			}
			for _, side := range []rules.Side{rules.South, rules.North} {
				for h := rules.House(0); h <= rules.MaxHouses; h++ {
					pit := rules.Pit{Side: side, House: h}
					if gain, loss := v.Gain(pit), v.Loss(pit); gain != max(0, tt.gains[pit]) || loss != max(0, -tt.gains[pit]) {
						t.Errorf("%v gains %d and loses %d, want %d", pit, gain, loss, tt.gains[pit])
					}
				}
			}
		})
	}
}

func TestPreviewOfWhatIsNotLegal(t *testing.T) {
	p := rulestest.Position(t, rulestest.CS340)
	for _, h := range []rules.House{0, 3, 7, 200, rules.Swap} {
		if v, ok := NewPreview([]rules.Position{p}, h); ok || v != (Preview{}) {
			t.Errorf("house %v has the preview %+v", h, v)
		}
	}
	over := rulestest.Position(t, "kalah(1,1) <1,1,1,0,0> south")
	if _, ok := NewPreview([]rules.Position{over}, 1); ok {
		t.Error("a finished game has a preview")
	}
}

func TestPreviewGainOfNoPit(t *testing.T) {
	v, _ := NewPreview([]rules.Position{rulestest.Position(t, rulestest.CS340)}, 1)
	for _, p := range []rules.Pit{{Side: 2}, {House: 11}, {House: rules.Swap}} {
		if gain, loss := v.Gain(p), v.Loss(p); gain != 0 || loss != 0 {
			t.Errorf("%v gains %d and loses %d", p, gain, loss)
		}
	}
}
