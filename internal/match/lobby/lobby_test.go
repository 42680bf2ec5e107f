package lobby

import (
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// TestRatedRules: a list admits its rule sets with and without the pie rule, and no other size; an
// empty one admits all.
func TestRatedRules(t *testing.T) {
	parse := func(text string) rules.Variant {
		return need.Must(rules.ParseRuleSet(text))(t)
	}
	list := RatedRules{parse("kalah"), parse("bowls+pie")}
	for text, want := range map[string]bool{
		"kalah": true, "kalah+pie": true, "bowls": true, "bowls+pie": true, "kalah(6,6)": false, "kalah(1,1)": false, "video": false,
	} {
		if list.Admit(parse(text)) != want || !(RatedRules{}).Admit(parse(text)) {
			t.Errorf("%s: %v, want %v", text, list.Admit(parse(text)), want)
		}
	}
}
