package words

import (
	"slices"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

func preset(t *testing.T, name string) rules.Variant {
	t.Helper()
	return need.Must(rules.ParseRuleSet(name))(t)
}

func TestRules(t *testing.T) {
	for name, want := range map[string][]string{
		"kalah": {
			"Sowing skips the opponent's store.",
			"The last seed in your own store: you move again.",
			"The last seed in an empty house of your own captures the seeds opposite and itself, if there are any.",
			"The game ends when one side is empty after a move.",
			"Seeds left on a side go to its owner.",
		},
		"video+pie": {
			"Sowing skips the opponent's store.",
			"The last seed in your own store: you move again.",
			"The last seed in an empty house of your own captures the seeds opposite and itself, even when there are none.",
			"The game ends when the player to move has no seeds.",
			"The game also ends when one store holds more than half of all seeds.",
			"Seeds left on a side go to its owner.",
			"After the first turn the second player may swap sides.",
		},
		"bowls": {
			"Sowing drops a seed into the opponent's store too.",
			"The last seed in your own store earns no extra turn.",
			"The last seed in any empty house captures the seeds opposite.",
			"The game ends when one side is empty after a move.",
			"Seeds left on a side do not count.",
		},
	} {
		if got := Rules(preset(t, name)); !slices.Equal(got, want) {
			t.Errorf("%s is described as\n%s", name, strings.Join(got, "\n"))
		}
	}
	never := preset(t, "kalah")
	never.Capture = rules.CaptureNever
	if got := Rules(never)[2]; got != "There are no captures." {
		t.Errorf("without captures: %q", got)
	}
	if RulesTitle(preset(t, "video")) != "Video Mancala" || RulesTitle(never) != "Custom rules" {
		t.Errorf("the rule sets are called %q and %q", RulesTitle(preset(t, "video")), RulesTitle(never))
	}
}

// TestRulesTellAllVariantsApart fails if the description omits a switch with an effect on the game.
func TestRulesTellAllVariantsApart(t *testing.T) {
	for _, code := range append(codes(), Long) {
		speak(t, code)
		seen := map[string]rules.Variant{}
		for _, v := range everyVariant() {
			v.Houses, v.Seeds = 6, 4
			v = v.Canonical()
			text := strings.Join(Rules(v), "\n")
			if w, ok := seen[text]; ok && w != v {
				t.Fatalf("%+v and %+v are both described in %s as\n%s", v, w, code, text)
			}
			seen[text] = v
		}
	}
}

// everyVariant returns each combination of the switches of each family.
func everyVariant() (all []rules.Variant) {
	for _, f := range [...]rules.Family{rules.KalahFamily, rules.OwareFamily, rules.TogyzFamily} {
		list := []rules.Variant{{Family: f}}
		for _, s := range rules.Switches(f) {
			for _, v := range slices.Clone(list) {
				for n := 1; n < len(s.Words); n++ {
					s.Set(&v, n)
					list = append(list, v)
				}
			}
		}
		all = append(all, list...)
	}
	return all
}
