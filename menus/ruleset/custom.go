package ruleset

import (
	"slices"
	"strings"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// ruleSwitch is one switch of a rule set, with its options in words.
type ruleSwitch struct {
	rules.Switch
	id      string // the ID of its control
	label   words.Msg
	options []words.Msg // in the order of Words
}

// ruleSwitches are all switches: those of a move and, from endSwitches on, those of the end of a
// game.
var ruleSwitches = []ruleSwitch{
	{named("store"), "custom.opponents-store", words.Msg("Opponent's store"), []words.Msg{words.Msg("Skipped"), words.Msg("Sown into")}},
	{named("extra"), "custom.extra-turn", words.Msg("Last seed in store"), []words.Msg{words.Msg("Turn ends"), words.Msg("Extra turn")}},
	{named("capture"), "custom.capture", words.Msg("Capturing row"), []words.Msg{words.Msg("None"), words.Msg("Own"), words.Msg("Either")}},
	{named("take"), "custom.take", words.Msg("A capture takes"), []words.Msg{words.Msg("Both"), words.Msg("Opposite")}},
	{named("empty"), "custom.capture-empty", words.Msg("Nothing opposite"), []words.Msg{words.Msg("Seed stays"), words.Msg("Captured")}},
	{named("end"), "custom.end", words.Msg("Game ends with"), []words.Msg{words.Msg("Empty row"), words.Msg("No move")}},
	{named("majority"), "custom.majority", words.Msg("Over half in a store"), []words.Msg{words.Msg("Play on"), words.Msg("It ends")}},
	{named("sweep"), "custom.sweep", words.Msg("Seeds left over"), []words.Msg{words.Msg("To owner"), words.Msg("Not counted")}},
	{named("pie"), "custom.pie", words.Msg("Pie rule (swap)"), []words.Msg{words.Msg("Never"), words.Msg("Once")}},
}

// named returns the switch of a name in texts, which must exist.
func named(name string) rules.Switch {
	list := rules.Switches(rules.KalahFamily)
	return list[slices.IndexFunc(list, func(s rules.Switch) bool { return s.Name == name })]
}

// endSwitches is the index of the first switch about the end of a game.
const endSwitches = 5

// Custom is the screen on which each switch of a rule set is set.
type Custom struct {
	page.Page
	set     rules.Variant // the state of all switches, including idle ones
	choices []*kit.Choice // one per entry of ruleSwitches
	done    func(rules.Variant)
}

// NewCustom returns the screen with the switches of v, and calls done with the result unless
// the user cancels.
func NewCustom(shell page.Shell, v rules.Variant, done func(rules.Variant)) *Custom {
	s := &Custom{Page: page.New(shell, "custom rules"), set: v, done: done}
	for _, sw := range ruleSwitches {
		var options []string
		for _, option := range sw.options {
			options = append(options, option.T())
		}
		choice := kit.WithID(sw.id, kit.NewChoice(sw.label.T(), options, sw.Get(v), func(i int) {
			sw.Set(&s.set, i)
			s.show()
		}))
		s.choices = append(s.choices, choice)
	}
	ok := kit.WithID("custom.ok", kit.NewButton(words.T("OK"), s.accept))
	ok.Primary = true
	cancel := kit.WithID("custom.cancel", kit.NewButton(words.T("Cancel"), shell.Back))
	s.Compose(shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{Title: words.T("Custom rules"), Content: s.content(g), Actions: []*kit.Button{cancel, ok}}
	})
	s.Controls.Default = ok
	s.show()
	return s
}

// variant returns the rules in canonical form.
func (s *Custom) variant() rules.Variant { return s.set.Canonical() }

// show disables switches that have no effect.
func (s *Custom) show() {
	for i, sw := range ruleSwitches {
		s.choices[i].Disabled = sw.Idle(s.set)
	}
	s.Recompose()
}

func (s *Custom) accept() {
	s.Shell.Back()
	s.done(s.variant())
}

// content returns the switches in two columns, and the rules in words below.
func (s *Custom) content(g page.Grid) kit.Part {
	gap := 16.0
	if g.Low {
		gap = 8
	}
	column := func(choices []*kit.Choice) kit.Part {
		list := &kit.Stack{Gap: gap}
		for _, choice := range choices { // with its label at its left
			list.Parts = append(list.Parts, kit.Sized(kit.ControlHeight, kit.ControlHeight, kit.Put(choice)))
		}
		return list
	}
	text := &kit.Stack{Gap: 6, Parts: []kit.Part{kit.Say(page.RuleTitle(s.variant()), render.Strong), s.meaning()}}
	if !g.Low {
		text.Parts = append([]kit.Part{kit.Say(words.T("These rules are"), render.Caption)}, text.Parts...)
	}
	return g.Rows(
		g.Pair(6, column(s.choices[:endSwitches]), 6, column(s.choices[endSwitches:])),
		kit.OnPanel(text),
	)
}

// meaning returns the rules in words.
func (s *Custom) meaning() *kit.Words {
	return kit.Say(strings.Join(words.Rules(s.variant()), " "), page.NoteStyle)
}
