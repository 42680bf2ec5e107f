package ruleset

import (
	"slices"
	"strings"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// Custom is the screen for the family of a rule set and for each of its switches.
type Custom struct {
	page.Page
	set      rules.Variant // the state of all switches, including idle ones
	others   map[rules.Family]rules.Variant
	family   *kit.Choice
	switches []ruleSwitch
	choices  []*kit.Choice // one per entry of switches
	done     func(rules.Variant)
}

// NewCustom returns the screen with the switches of v. The screen calls done with the result,
// unless the user cancels.
func NewCustom(shell page.Shell, v rules.Variant, done func(rules.Variant)) *Custom {
	s := &Custom{Page: page.New(shell, "custom rules"), set: v, done: done, others: map[rules.Family]rules.Variant{}}
	games := familyGames()
	var titles []string
	for _, game := range games {
		s.others[game.Family], _ = game.WithSize(int(v.Houses), int(v.Seeds))
		titles = append(titles, words.RulesTitle(game))
	}
	own := slices.IndexFunc(games, func(game rules.Variant) bool { return game.Family == v.Family })
	s.family = kit.WithID("custom.family", kit.NewChoice(words.T("Sowing and captures as in"), titles, own, func(i int) {
		s.others[s.set.Family] = s.set
		s.set = s.others[games[i].Family]
		s.addChoices()
		s.show()
	}))
	s.addChoices()
	ok := kit.WithID("custom.ok", kit.NewPrimary(words.T("OK"), s.accept))
	cancel := page.NewRetreat("custom.cancel", words.T("Cancel"), shell.Back)
	s.Compose(shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{Title: words.T("Custom rules"), Content: s.content(g), Actions: []*kit.Button{cancel, ok}}
	})
	s.Controls.Default = ok
	s.show()
	return s
}

// addChoices makes the controls of the switches of the present family.
func (s *Custom) addChoices() {
	s.switches, s.choices = switchesOf(s.set.Family), nil
	for _, sw := range s.switches {
		var options []string
		for _, option := range sw.options {
			options = append(options, option.T())
		}
		choice := kit.WithID(sw.id, kit.NewChoice(sw.label.T(), options, sw.Get(s.set), func(i int) {
			sw.Set(&s.set, i)
			s.show()
		}))
		s.choices = append(s.choices, choice)
	}
}

// variant returns the rules in canonical form.
func (s *Custom) variant() rules.Variant { return s.set.Canonical() }

// show disables switches that have no effect.
func (s *Custom) show() {
	for i, sw := range s.switches {
		s.choices[i].Disabled = sw.Idle(s.set)
	}
	s.Recompose()
}

func (s *Custom) accept() {
	s.Shell.Back()
	s.done(s.variant())
}

// content returns the family and the switches in two columns, and the rules in words below.
func (s *Custom) content(g page.Grid) kit.Part {
	gap := 10.0
	if g.Low {
		gap = 6
	}
	rows := make([]kit.Part, 0, 1+len(s.choices))
	for _, choice := range append([]*kit.Choice{s.family}, s.choices...) { // with its label at its left
		rows = append(rows, kit.Low(choice))
	}
	half := (len(rows) + 1) / 2
	columns := g.Pair(6, &kit.Stack{Gap: gap, Parts: rows[:half]}, 6, &kit.Stack{Gap: gap, Parts: rows[half:]})
	if g.Tight {
		columns = &kit.Stack{Gap: gap, Parts: rows}
	}
	text := &kit.Stack{Gap: 6, Parts: []kit.Part{kit.Say(page.RuleTitle(s.variant()), render.Strong), s.meaning()}}
	if g.Roomy {
		return g.Rows(columns, g.Pair(6, kit.OnPanel(text), 6, page.StillBoard(g, s.Art, page.Start(s.variant()))))
	}
	return g.Rows(columns, kit.OnPanel(text))
}

// meaning returns the rules in words.
func (s *Custom) meaning() *kit.Words {
	return kit.Say(strings.Join(words.Rules(s.variant()), " "), render.Note)
}
