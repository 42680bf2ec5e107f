package words

import (
	"testing"

	"mancala/rules"
)

// TestPerfectIsOfferedWhereItIs checks that no player is called perfect in games with repeated
// boards.
func TestPerfectIsOfferedWhereItIs(t *testing.T) {
	for _, game := range rules.Presets() {
		name, title := Player("perfect", game.Variant), "Perfect"
		if !game.Variant.Acyclic() {
			title = "Champion"
		}
		if StrategyTitle(name) != title || StrategyLine(name) == "" || StrategyAbout(name) == "" {
			t.Errorf("%s: %q, %q, %q", game.Name, StrategyTitle(name), StrategyLine(name), StrategyAbout(name))
		}
	}
	if name := Player("master", rules.Variant{}); name != "master" {
		t.Errorf("master is called %q", name)
	}
}
