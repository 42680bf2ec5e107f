package motion

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// Positions in which a ply of South has an effect that only one family has.
const (
	chains  = "oware(6,4) <6,14,22,0,0,0,0,0,3,1,2,1,0,5,0> south"              // house 6 captures 2, 3 and 2
	wins    = "togyz(9,9) <9,70,70,8,0,0,0,0,0,0,0,2,2,0,0,0,10,0,0,0,0> south" // house 9 wins house 1
	feeds   = "togyz(9,9) <9,70,70,8,0,2,x,0,0,0,0,0,2,0,0,0,10,0,0,0,0> south" // house 3 gives North a seed
	gathers = "togyz(9,9) <9,70,70,8,0,0,0,0,0,0,0,3,9,x,0,0,2,0,0,0,0> south"  // house 9 gathers one
	marker  = "BeatTuzdik"
)

// TestPreviewTellsTheTruth plays random games of all named rule sets, and compares the preview of
// each legal ply with the ply.
func TestPreviewTellsTheTruth(t *testing.T) {
	chance := rand.New(rand.NewPCG(28, 2))
	for _, named := range rules.Presets() {
		for range 6 {
			start := need.Must(rules.Start(named.Variant))(t)
			past := []rules.Position{start}
			for !past[len(past)-1].Over() && len(past) < 150 {
				legal := slices.Collect(past[len(past)-1].Plies())
				for _, h := range legal {
					checkPreview(t, past, h)
				}
				next, _ := need.Must2(rules.Play(past, legal[chance.IntN(len(legal))]))(t)
				past = append(past, next)
			}
		}
	}
}

// checkPreview compares a preview with the ply.
func checkPreview(t *testing.T, past []rules.Position, h rules.House) {
	t.Helper()
	p := past[len(past)-1]
	after, s, err := rules.Play(past, h)
	v, ok := NewPreview(past, h)
	if err != nil || !ok {
		t.Fatalf("%v: house %v: %v", p, h, err)
	}
	c := v.Consequence
	if c.Captures != int(s.Captured) || c.Tuzdik != (s.Won != 0) || c.Ends != s.Ends() ||
		c.Repeats != (s.End == rules.CauseRepeated) || c.Drawn != (after.Outcome() == rules.Draw) {
		t.Errorf("%v: house %v: %+v of %+v", p, h, c, s)
	}
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		store := rules.StoreOf(side)
		if want := after.Store(side) - p.Store(side) - int(s.Swept[side]); v.Gain(store) != want {
			t.Errorf("%v: house %v: the store of %v gains %d, want %d", p, h, side, v.Gain(store), want)
		}
		for n := rules.House(1); n <= rules.House(p.Variant().Houses); n++ {
			pit := rules.Pit{Side: side, House: n}
			switch _, owned := after.Board().Owner(pit); {
			case s.Swept != [2]uint8{}, pit == v.From, owned:
			case s.Taken.Has(pit):
				if v.Loss(pit) != p.Seeds(pit) {
					t.Errorf("%v: house %v: %v loses %d", p, h, pit, v.Loss(pit))
				}
			case after.Seeds(pit) != p.Seeds(pit)+v.Gain(pit):
				t.Errorf("%v: house %v: %v gains %d", p, h, pit, v.Gain(pit))
			}
		}
	}
}

// TestPreviewKnowsThePast previews a ply that repeats a position.
func TestPreviewKnowsThePast(t *testing.T) {
	for rule, want := range map[string]Consequence{
		"togyz(1,2)": {Ends: true, Repeats: true, Drawn: true},
		"oware(1,2)": {Ends: true, Repeats: true, Score: [2]int{0, 4}},
	} {
		v := need.Must(rules.ParseVariant(rule))(t)
		start := need.Must(rules.Start(v))(t)
		past := []rules.Position{start}
		for {
			next, s := need.Must2(rules.Play(past, 1))(t)
			if s.End == rules.CauseRepeated {
				break
			}
			past = append(past, next)
		}
		if got, _ := NewPreview(past, 1); got.Consequence != want {
			t.Errorf("%s: %+v, want %+v", rule, got.Consequence, want)
		}
		if got, _ := NewPreview(past[len(past)-1:], 1); got.Consequence.Repeats {
			t.Errorf("%s: it repeats without a past", rule)
		}
	}
}

// story returns the captures, marks and captions of a ply in their order.
func story(t *testing.T, position string, h rules.House) (beats []string, captions []Caption) {
	t.Helper()
	p := rulestest.Position(t, position)
	_, s := rulestest.Sow(t, p, h)
	line := NewTimeline(p, s, Normal, false)
	for b := range line.Beats(Begin, line.Duration()) {
		switch b.Kind {
		case BeatCapture:
			beats = append(beats, fmt.Sprintf("%v%v:%d", b.Pit.Side, b.Pit.House, b.Seeds))
		case BeatTuzdik:
			beats = append(beats, marker)
		}
	}
	return beats, slices.Collect(line.Happened(line.Duration()))
}

func TestCapturesOfTheFamilies(t *testing.T) {
	tests := []struct {
		position string
		house    rules.House
		beats    []string
		captions []Caption
	}{
		{
			chains, 6,
			[]string{"north3:2", "north2:3", "north1:2"},
			[]Caption{{CaptionCaptures, 2}, {CaptionCaptures, 5}, {CaptionCaptures, 7}},
		},
		{wins, 9, []string{"north1:3", marker}, []Caption{{CaptionCaptures, 3}, {Kind: CaptionTuzdik}}},
		{feeds, 3, []string{"south4:1"}, []Caption{{CaptionGathers, 1}}},
		{gathers, 9, []string{"north2:1"}, []Caption{{CaptionGathers, 1}}},
	}
	for _, tt := range tests {
		beats, captions := story(t, tt.position, tt.house)
		if !slices.Equal(beats, tt.beats) || !slices.Equal(captions, tt.captions) {
			t.Errorf("%s %v: %v, %v", tt.position, tt.house, beats, captions)
		}
	}
}
