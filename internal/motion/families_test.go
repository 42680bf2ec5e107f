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

// TestPreviewTellsTheTruth plays 10,000 plies of random games of all named rule sets, of the same
// with the pie rule, and of other sizes. It compares the preview of each legal ply with the ply.
func TestPreviewTellsTheTruth(t *testing.T) {
	chance := rand.New(rand.NewPCG(28, 2))
	var variants []rules.Variant
	for _, named := range rules.Presets() {
		pie, other := named.Variant, named.Variant
		pie.Pie = true
		variants = append(variants, named.Variant, pie)
		for range 3 {
			other.Houses, other.Seeds = uint8(1+chance.IntN(rules.MaxHouses)), uint8(1+chance.IntN(9))
			variants = append(variants, other)
		}
	}
	plies, laps := 0, 0
	for plies < 10_000 {
		for _, variant := range variants {
			start, err := rules.Start(variant)
			if err != nil {
				continue // too few houses for its rules
			}
			past := []rules.Position{start}
			for n := 0; !past[len(past)-1].Over() && n < 150; n, plies = n+1, plies+1 {
				legal := slices.Collect(past[len(past)-1].Plies())
				for _, h := range legal {
					laps = max(laps, checkPreview(t, past, h))
				}
				next, _ := need.Must2(rules.Play(past, legal[chance.IntN(len(legal))]))(t)
				past = rules.Extend(past, next)
			}
		}
	}
	if laps < 3 {
		t.Errorf("no way has more than %d laps", laps)
	}
}

// checkPreview compares a preview with the ply, and its way with the change of the board. It
// returns the number of seeds that fall into one pit.
func checkPreview(t *testing.T, past []rules.Position, h rules.House) (laps int) {
	t.Helper()
	p := past[len(past)-1]
	after, s, err := rules.Play(past, h)
	v, ok := NewPreview(past, h)
	if err != nil || ok != (h != rules.Swap) {
		t.Fatalf("%v: house %v: %v", p, h, err)
	}
	if !ok {
		return 0
	}
	c := v.Consequence
	if c.Captures != int(s.Captured) || c.Tuzdik != (s.Won != 0) || c.Ends != s.Ends() ||
		c.Repeats != (s.End == rules.CauseRepeated) || c.Drawn != (after.Outcome() == rules.Draw) {
		t.Errorf("%v: house %v: %+v of %+v", p, h, c, s)
	}
	fallen := map[rules.Pit]int{}
	for _, pit := range v.Way {
		fallen[pit]++
		laps = max(laps, fallen[pit])
	}
	if n := len(v.Way); n != p.Seeds(v.From) || v.Way[n-1] != s.Last || v.Last != s.Last {
		t.Errorf("%v: house %v: the way of %d seeds ends at %v", p, h, n, v.Way[n-1])
	}
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		for n := rules.House(0); n <= rules.House(p.Variant().Houses); n++ {
			pit := rules.Pit{Side: side, House: n}
			want := p.Seeds(pit) + fallen[pit]
			_, owned := after.Board().Owner(pit)
			switch {
			case pit.IsStore():
				want += int(s.Gathered[side] + s.Swept[side])
				if side == s.Mover {
					want += int(s.Captured)
				}
			case s.Swept != [2]uint8{}, v.Taken.Has(pit), owned:
				want = 0
			case pit == v.From:
				want = fallen[pit]
			}
			if got := v.Board.Seeds(pit); got != want || got != after.Seeds(pit) {
				t.Errorf("%v: house %v: %v will hold %d instead of %d", p, h, pit, got, want)
			}
		}
	}
	return laps
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
