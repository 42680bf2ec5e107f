package page

import (
	"slices"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/rules"
)

// RulesFilter is a choice among the rule sets of a list, or all of them.
type RulesFilter struct {
	*kit.Choice
	variants []rules.Variant // by index of the options
}

// NewRulesFilter returns a filter with the option "All rules".
func NewRulesFilter(shell Shell, id string, changed func(int)) *RulesFilter {
	all := NewPick(shell, id, words.T("Rules"), []string{words.T("All rules")}, 0, changed)
	return &RulesFilter{all, make([]rules.Variant, 1)}
}

// mostFiltered is the largest number of options.
const mostFiltered = 24

// Offer adds a rule set to the options.
func (f *RulesFilter) Offer(v rules.Variant) {
	if v = v.Canonical(); !slices.Contains(f.variants, v) && len(f.variants) < mostFiltered {
		f.variants, f.Options = append(f.variants, v), append(f.Options, ShortVariant(v))
	}
}

// At returns the rule set of an option. The zero variant means any.
func (f *RulesFilter) At(i int) rules.Variant { return f.variants[i] }
