package ruleset

import (
	"slices"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/rules"
)

// ruleChoice holds the chosen rules. It keeps custom rules while the user looks at a preset.
type ruleChoice struct {
	variant rules.Variant
	custom  rules.Variant // the last custom rules; no houses if there were none yet
}

// newRuleChoice starts with v, or with the first preset if v is invalid.
func newRuleChoice(v rules.Variant) ruleChoice {
	var r ruleChoice
	if v.Validate() != nil {
		v = rules.Presets()[0].Variant
	}
	r.take(v)
	return r
}

// presetOf returns the index of the preset with the rules of v, of any size. Without one it returns
// the number of presets. No preset has the pie rule.
func presetOf(v rules.Variant) int {
	presets := rules.Presets()
	i := slices.IndexFunc(presets, func(p rules.NamedVariant) bool { return p.Name == v.Name() })
	if i < 0 || v.Pie {
		return len(presets)
	}
	return i
}

// index returns the index of the rules in ruleNames.
func (r *ruleChoice) index() int { return presetOf(r.variant) }

// take sets the rules to v.
func (r *ruleChoice) take(v rules.Variant) {
	r.variant = v
	if presetOf(v) == len(rules.Presets()) {
		r.custom = v
	}
}

// choose selects the i-th of ruleNames: a preset at its usual size, or the custom rules at the
// present size. Without custom rules it changes nothing and returns false.
func (r *ruleChoice) choose(i int) bool {
	presets := rules.Presets()
	switch {
	case i < len(presets):
		r.variant = presets[i].Variant
	case r.custom.Houses == 0:
		return false
	default:
		houses, seeds := r.variant.Houses, r.variant.Seeds
		r.variant = r.custom
		r.variant.Houses, r.variant.Seeds = houses, seeds
	}
	return true
}

// resize sets the size of the board. An invalid size changes nothing.
func (r *ruleChoice) resize(houses, seeds int) {
	if v, err := r.variant.WithSize(houses, seeds); err == nil {
		r.take(v)
	}
}

// ruleNames returns the titles of the presets, and "Custom".
func ruleNames() []string {
	var names []string
	for _, p := range rules.Presets() {
		names = append(names, words.RulesTitle(p.Variant))
	}
	return append(names, words.C("rules that a person has set", "Custom"))
}

// noteOf describes the differences of v from the first preset. For that preset it describes the
// most important rules, and for a game of another family it has one line.
func noteOf(v rules.Variant) page.Note {
	usual := rules.Presets()[0]
	if presetOf(v) == 0 {
		return page.Note{Heading: words.T("The usual rules"), Lines: []string{
			words.T("The last seed in your own store: you move again."),
			words.T("The last seed in an empty house of your own captures the seeds opposite."),
		}}
	}
	if about, named := words.GameOf(v); named && v.Family != usual.Family && !v.Pie {
		return page.Note{Heading: about.Title.T(), Lines: []string{about.Line.T(), words.T("Help has the rules, and a lesson of one minute.")}}
	}
	n := page.Note{Heading: words.T("Different from %s", words.RulesTitle(usual.Variant))}
	known := words.Rules(usual.Variant)
	for _, line := range words.Rules(v) {
		if !slices.Contains(known, line) {
			n.Lines = append(n.Lines, line)
		}
	}
	return n
}

// Picker is the part of a screen for the rules and the size of the board.
type Picker struct {
	shell         page.Shell
	choice        ruleChoice
	names         *kit.Choice
	edit          *kit.Button
	houses, seeds *kit.Stepper
	notes         *page.NoteBox
}

// NewPicker returns a picker that starts with v.
func NewPicker(shell page.Shell, v rules.Variant) *Picker {
	p := &Picker{shell: shell, choice: newRuleChoice(v), notes: page.NewNoteBox()}
	p.names = kit.WithID("rules.names", kit.NewChoice(words.T("Rules"), ruleNames(), 0, func(i int) {
		if !p.choice.choose(i) {
			p.editRules()
		}
		p.show()
	}))
	p.names.OnOpen = func() { shell.Push(p.games()) }
	p.edit = kit.WithID("rules.custom", kit.NewButton(words.T("Custom rules..."), p.editRules))
	size := func(int) {
		p.choice.resize(p.houses.Value, p.seeds.Value)
		p.show()
	}
	p.houses = kit.WithID("rules.houses", kit.NewStepper(words.T("Houses per side"), 1, 1, rules.MaxHouses, size))
	p.seeds = kit.WithID("rules.seeds", kit.NewStepper(words.T("Seeds per house"), 1, 1, rules.MaxSeeds, size))
	p.notes.Area.SetID("rules.notes")
	p.show()
	return p
}

// games returns the screen with a picture of each game.
func (p *Picker) games() *page.Games {
	own := kit.WithID("which.custom", kit.NewButton(words.T("Custom rules..."), func() {
		p.shell.Back()
		p.editRules()
	}))
	return page.NewGames(p.shell, p.choice.variant, func(v rules.Variant) {
		p.choice.take(v)
		p.show()
	}, own)
}

// Variant returns the chosen rules.
func (p *Picker) Variant() rules.Variant { return p.choice.variant }

// SetNotes adds notes after the ones about the rules.
func (p *Picker) SetNotes(more ...page.Note) {
	p.notes.Set(append([]page.Note{noteOf(p.choice.variant)}, more...))
}

// editRules opens the screen with the individual switches.
func (p *Picker) editRules() {
	start := p.choice.variant
	if p.names.Selected == len(rules.Presets()) && p.choice.custom.Houses > 0 {
		start = p.choice.custom
	}
	p.shell.Push(NewCustom(p.shell, start, func(v rules.Variant) {
		p.choice.take(v)
		p.show()
	}))
}

// show brings the controls up to date with the choice.
func (p *Picker) show() {
	v := p.choice.variant
	p.names.Selected = p.choice.index()
	p.houses.Value, p.seeds.Value = int(v.Houses), int(v.Seeds)
	p.notes.ReplaceFirst(noteOf(v))
	p.shell.Relayout()
}

// Rules returns the choice of rules and of the size, and the notes below.
func (p *Picker) Rules(g page.Grid) kit.Part {
	edit := kit.Put(p.edit)
	if !g.Tight {
		edit = kit.Lowered("", p.edit)
	}
	return g.Rows(g.Line([]float64{3, 2}, kit.Put(p.names), edit), kit.Across(kit.Put(p.houses), kit.Put(p.seeds)), p.notes.Part())
}

// Desk returns parts beside the rules, and the board at its start, which takes the remaining room,
// if any.
func (p *Picker) Desk(g page.Grid, beside ...kit.Part) kit.Part {
	return g.Desk(g.Rows(beside...), p.Rules(g), page.StillBoard(g, p.shell.Shared().Art, page.Start(p.choice.variant)), true)
}
