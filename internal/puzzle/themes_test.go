package puzzle

import "testing"

// Each theme has embedded puzzles, and their first ply fits it.
func TestThemesHold(t *testing.T) {
	found := map[string]int{}
	for _, p := range Daily() {
		for _, name := range p.Names() {
			found[name]++
		}
		_, s, _ := p.Position.Sow(p.Line[0])
		has := func(theme Themes) bool { return p.Themes&theme != 0 }
		if has(Capture) != (s.Captured >= 4) || has(Lap) != (int(s.Seeds) > 2*int(p.Position.Variant().Houses)) || has(Pie) != p.Position.CanSwap() {
			t.Errorf("%v has other themes", p)
		}
		if has(Chain) && !s.ExtraTurn || has(SetUp) && !quiet(s) || has(Greed) && (p.Best() <= 0 || p.Right[0].Has(Greedy(p.Position))) {
			t.Errorf("%v has themes that do not hold", p)
		}
	}
	for _, name := range ThemeNames() {
		if found[name] == 0 {
			t.Errorf("no puzzle has the theme %s", name)
		}
		if theme, err := ParseTheme(name); err != nil || len(theme.Names()) != 1 || theme.Names()[0] != name {
			t.Errorf("%s is theme %v, %v", name, theme.Names(), err)
		}
	}
	if _, err := ParseTheme("luck"); err == nil {
		t.Error("there is a theme luck")
	}
}

func TestGreedy(t *testing.T) {
	for text, want := range map[string]string{
		"kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south":     "3", // an extra turn
		"kalah(6,4) <6,10,10,1,0,0,0,0,2,9,5,5,1,3,2> south":   "1", // a capture of four
		"kalah(6,1)+pie <6,1,0,0,1,1,1,1,1,0,1,1,1,2,1> north": "6",
	} {
		p := position(t, text)
		if got := Greedy(p); got.String() != want {
			t.Errorf("%s: greedy plays %v, not %s", text, got, want)
		}
	}
}

// The terms of a rating, on puzzles that differ in one term.
func TestRating(t *testing.T) {
	plain := find(t, "kalah(5,1) <5,1,0,1,1,0,2,0,1,0,2,0,2> south") // three plies, one answer, an extra turn
	if r := plain.Rating(); r != 700-100 {
		t.Errorf("the rating is %d", r)
	}
	longer := find(t, "kalah(5,1) <5,0,0,0,2,1,1,1,1,0,2,1,1> south") // four plies, two answers, an extra turn
	if r := longer.Rating(); r != 700+60+30-100 {
		t.Errorf("the rating is %d", r)
	}
	for level, want := range []int{0, 0, 1, 3, 4, 6} {
		plain.Level = level
		if plain.Band() != want {
			t.Errorf("of level %d, with the rating %d, it is one of day %d", level, plain.Rating(), plain.Band()+1)
		}
	}
}
