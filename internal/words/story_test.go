package words

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// Each event has a sentence from the view of each player.
func TestStory(t *testing.T) {
	me, they := [2]string{"", "Bo"}, [2]string{"Bo", ""}
	for _, tt := range []struct {
		position string
		house    rules.House
		names    [2]string
		want     string
	}{
		{"kalah(6,4)", 3, me, "The last seed falls into your store: you move again."},
		{"kalah(6,4)", 3, they, "The last seed falls into the store of Bo, who moves again."},
		{"kalah(6,4)", 6, me, "The last seed captures nothing in house 3 of Bo."},
		{"kalah(6,4)", 1, they, "The last seed captures nothing in their own house 5."},
		{"kalah(3,2) <3,2,2,1,0,2,1,3,1> south", 1, me, "The last seed falls into your house 2, which was empty, and captures itself and the 3 seeds opposite."},
		{"kalah(2,4) <2,10,3,0,1,2,0> south", 2, me, "Your row is empty: Bo takes the 2 seeds that were left."},
		{"oware(3,3) <3,4,4,0,0,2,3,1,4> south", 3, me, "The last seed makes 2 in house 2 of Bo, and 2 or 3 are captured."},
		{"togyz(3,3) <3,4,4,0,0,3,2,2,3> south", 3, me, "The last seed makes 3 in house 2 of Bo: now it is your tuzdik, and its seeds are yours."},
	} {
		p, err := rules.ParsePosition(tt.position)
		if err != nil {
			p, err = rules.Start(rulestest.VariantOf(t, tt.position))
		}
		if err != nil {
			t.Errorf("%s: %v", tt.position, err)
			continue
		}
		after, s, err := p.Sow(tt.house)
		if err != nil {
			t.Errorf("%s: %v", tt.position, err)
			continue
		}
		if got := Story(p, s, after, tt.names); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.position, got, tt.want)
		}
	}
}

// TestEveryPlyHasItsStory plays games of all rule sets: every ply is told, in one sentence, in
// English and in German, with the number of seeds that it captures.
func TestEveryPlyHasItsStory(t *testing.T) {
	t.Cleanup(func() { _ = Use(English) })
	chance := rand.New(rand.NewPCG(42, 2))
	for _, variant := range endings(t) {
		past := []rules.Position{need.Must(rules.Start(variant))(t)}
		for n := 0; n < 60 && !past[len(past)-1].Over(); n++ {
			before := past[len(past)-1]
			legal := slices.Collect(before.Plies())
			after, s := need.Must2(rules.Play(past, legal[chance.IntN(len(legal))]))(t)
			for _, code := range []string{English, "de"} {
				need.NoError(t, Use(code))
				got := Story(before, s, after, [2]string{"", "Bo"})
				if !strings.HasSuffix(got, ".") || strings.Count(got, ". ") > 0 || strings.Contains(got, "%!") {
					t.Fatalf("%s: %v: %q", code, s, got)
				}
			}
			past = rules.Extend(past, after)
		}
	}
}
