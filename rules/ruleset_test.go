package rules

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseRuleSet(t *testing.T) {
	for text, want := range map[string]string{
		"kalah":                                "kalah(6,4)",
		"empty-capture":                        "empty-capture(6,4)",
		"video":                                "video(6,3)",
		"bowls":                                "bowls(6,4)",
		"bowls(3,2)":                           "bowls(3,2)",
		"kalah(6,4)+pie":                       "kalah(6,4)+pie",
		"custom(2,3,capture=own,extra=yes)":    "kalah(2,3)",
		"custom(2,3,extra=yes,capture=either)": "custom(2,3,store=skip,extra=yes,capture=either,empty=no,take=both,end=either,majority=no,sweep=owner)",
	} {
		if v, err := ParseRuleSet(text); err != nil || v.String() != want {
			t.Errorf("%s is read as %v, %v", text, v, err)
		}
	}
}

func TestParseRuleSetRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                             noPreset(""),
		"Kalah":                        noPreset("Kalah"),
		"kalah ":                       noPreset("kalah "),
		"custom":                       noPreset("custom"),
		"kalah(":                       `"kalah(" is no rule set; write it as in "kalah(6,4)"`,
		"kalah(6,4":                    `"kalah(6,4" is no rule set; write it as in "kalah(6,4)"`,
		"kalah(11,4)":                  "11 houses a side is not possible; choose 1 to 10",
		"kalah(6,0)":                   "0 seeds a house is not possible; choose 1 to 10",
		"kalah(6,x)":                   `"6,x" is no board size; write houses and seeds, as in 6,4`,
		"custom(6,4,colour=red)":       `"colour" is no switch of a rule set`,
		"custom(6,4,take=all)":         `"all" is not possible for take; choose one of both, opposite`,
		strings.Repeat("k", maxText+1): "that is too long for a rule set",
		strings.Repeat("(", maxText+1): "that is too long for a rule set",
	} {
		if v, err := ParseRuleSet(text); err == nil || err.Error() != want || v != (Variant{}) {
			t.Errorf("%.20q is read as %v, %v", text, v, err)
		}
	}
}

// A person may name any rule set by its complete text, and a preset by just its name.
func TestParseRuleSetReadsWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyVariant().Draw(t, "variant")
		if w, err := ParseRuleSet(v.String()); err != nil || w != v.Canonical() {
			t.Fatalf("%v is read as %v, %v", v, w, err)
		}
		preset := rapid.SampledFrom(Presets()).Draw(t, "preset")
		if w, err := ParseRuleSet(preset.Name); err != nil || w != preset.Variant {
			t.Fatalf("%s is read as %v, %v", preset.Name, w, err)
		}
		if w, err := ParseRuleSet(preset.Name + "+pie"); err != nil || w != withPie(preset.Variant) {
			t.Fatalf("%s with the pie rule is read as %v, %v", preset.Name, w, err)
		}
	})
}
