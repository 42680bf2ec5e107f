package ruleset

import (
	"strings"
	"testing"

	"mancala/menus/page"
	"mancala/rules"
	"mancala/rules/rulestest"
)

func TestPresetsComeWithTheirSize(t *testing.T) {
	r := newRuleChoice(rulestest.Variant(t, "kalah", 2, 9))
	for i, preset := range rules.Presets() {
		if !r.choose(i) || r.variant != preset.Variant || r.index() != i {
			t.Errorf("choosing %s gives %v at place %d", preset.Name, r.variant, r.index())
		}
		r.resize(7, 8)
		if want := rulestest.Variant(t, preset.Name, 7, 8); r.variant != want || r.index() != i {
			t.Errorf("resized it is %v, at place %d", r.variant, r.index())
		}
		r.resize(11, 0)
		if r.variant.Houses != 7 || r.variant.Seeds != 8 {
			t.Errorf("a board of 11 houses was accepted: %v", r.variant)
		}
	}
}

func TestCustomRulesAreNotLost(t *testing.T) {
	r := newRuleChoice(rules.Variant{})
	custom := len(rules.Presets())
	if r.variant != rules.Presets()[0].Variant {
		t.Errorf("it begins with %v", r.variant)
	}
	before := r.variant
	if r.choose(custom) || r.variant != before {
		t.Error("custom rules were chosen before there were any")
	}
	v := rulestest.Variant(t, "bowls", 5, 3)
	v.Majority = true
	r.take(v)
	if r.index() != custom {
		t.Errorf("custom rules are at place %d", r.index())
	}
	r.choose(0)
	if !r.choose(custom) {
		t.Fatal("the custom rules are gone")
	}
	if v.Houses, v.Seeds = 6, 4; r.variant != v {
		t.Errorf("back come %v, want %v", r.variant, v)
	}
	r.resize(3, 3)
	r.choose(1)
	r.choose(custom)
	if r.variant.Houses != 6 || !r.variant.Majority {
		t.Errorf("back come %v", r.variant)
	}
}

func TestPieRuleIsInNoPreset(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 6, 4)
	v.Pie = true
	if r := newRuleChoice(v); r.index() != len(rules.Presets()) || r.custom != v {
		t.Errorf("Kalah with the pie rule is at place %d", r.index())
	}
	if got := page.DescribeVariant(v); got != "Kalah with pie rule, 6 houses, 4 seeds" {
		t.Errorf("it is called %q", got)
	}
}

func TestRuleNotesSayOnlyWhatDiffers(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string
	}{
		{"empty-capture", []string{"even when there are none"}},
		{"video", []string{"even when there are none", "player to move has no seeds", "more than half"}},
		{"bowls", []string{"opponent's store too", "no extra turn", "any empty house", "do not count"}},
	} {
		n := noteOf(rulestest.Variant(t, c.name, 6, 4))
		if n.Heading != "Different from Kalah" || len(n.Lines) != len(c.want) {
			t.Fatalf("%s: %+v", c.name, n)
		}
		for i, part := range c.want {
			if !strings.Contains(n.Lines[i], part) {
				t.Errorf("%s: line %d is %q, want something with %q", c.name, i, n.Lines[i], part)
			}
		}
	}
	if n := noteOf(rulestest.Variant(t, "kalah", 3, 9)); n.Heading != "The usual rules" || len(n.Lines) == 0 {
		t.Errorf("of Kalah it says %+v", n)
	}
	// The notes describe every switch with an effect.
	for _, s := range switchesOf(rules.KalahFamily) {
		for i := range s.options {
			v := rulestest.Variant(t, "kalah", 6, 4)
			changed := s.Get(v) != i
			s.Set(&v, i)
			if n := noteOf(v); changed && len(n.Lines) != 1 {
				t.Errorf("%s: %s is told as %q", s.label, s.options[i], n.Lines)
			}
		}
	}
}
