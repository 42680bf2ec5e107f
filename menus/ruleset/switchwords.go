package ruleset

import (
	"slices"

	"mancala/internal/words"
	"mancala/rules"
)

// ruleSwitch is one switch of a rule set, with its options in words.
type ruleSwitch struct {
	rules.Switch
	switchWords
}

// switchWords are the words of a switch.
type switchWords struct {
	name    string // of the switch
	id      string // of its control
	label   words.Msg
	options []words.Msg // in the order of Words
}

// noYes are the options of a switch that turns something on.
var noYes = []words.Msg{words.Msg("No"), words.Msg("Yes")}

// switchList has the words of all switches, in the order on the screen.
var switchList = []switchWords{
	{"store", "custom.opponents-store", words.Msg("Opponent's store"), []words.Msg{words.Msg("Skipped"), words.Msg("Sown into")}},
	{"leave", "custom.leave-one", words.Msg("First seed stays"), noYes},
	{"extra", "custom.extra-turn", words.Msg("Last seed in store"), []words.Msg{words.Msg("Turn ends"), words.Msg("Extra turn")}},
	{"capture", "custom.capture", words.Msg("Capturing row"), []words.Msg{words.Msg("None"), words.Msg("Own"), words.Msg("Either")}},
	{"take", "custom.take", words.Msg("A capture takes"), []words.Msg{words.Msg("Both"), words.Msg("Opposite")}},
	{"empty", "custom.capture-empty", words.Msg("Nothing opposite"), []words.Msg{words.Msg("Seed stays"), words.Msg("Captured")}},
	{"even", "custom.capture-even", words.Msg("Captures what it makes even"), noYes},
	{"feed", "custom.must-feed", words.Msg("Must feed the opponent"), noYes},
	{"slam", "custom.slam", words.Msg("Capture of everything"), []words.Msg{words.Msg("Takes nothing"), words.Msg("Takes all"), words.Msg("Forbidden")}},
	{"tuzdik", "custom.tuzdik", words.Msg("Tuzdik"), noYes},
	{"end", "custom.end", words.Msg("Game ends with"), []words.Msg{words.Msg("Empty row"), words.Msg("No move")}},
	{"majority", "custom.majority", words.Msg("Over half in a store"), []words.Msg{words.Msg("Play on"), words.Msg("It ends")}},
	{
		"sweep", "custom.sweep", words.Msg("Seeds left over"),
		[]words.Msg{words.Msg("To owner"), words.Msg("Not counted"), words.Msg("To the empty row"), words.Msg("To who moved last")},
	},
	{"repeat", "custom.repeat", words.Msg("A position comes again"), []words.Msg{words.Msg("Each takes their row"), words.Msg("Drawn")}},
	{"pie", "custom.pie", words.Msg("Pie rule (swap)"), []words.Msg{words.Msg("Never"), words.Msg("Once")}},
}

// switchesOf returns the switches of a family.
func switchesOf(f rules.Family) (list []ruleSwitch) {
	has := rules.Switches(f)
	for _, w := range switchList {
		if i := slices.IndexFunc(has, func(s rules.Switch) bool { return s.Name == w.name }); i >= 0 {
			list = append(list, ruleSwitch{has[i], w})
		}
	}
	return list
}

// familyGames returns the first named rule set of each family.
func familyGames() (list []rules.Variant) {
	for _, p := range rules.Presets() {
		if !slices.ContainsFunc(list, func(v rules.Variant) bool { return v.Family == p.Family }) {
			list = append(list, p.Variant)
		}
	}
	return list
}
