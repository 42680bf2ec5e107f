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
	list := rules.Switches()
	return list[slices.IndexFunc(list, func(s rules.Switch) bool { return s.Name == name })]
}

// endSwitches is the index of the first switch about the end of a game.
const endSwitches = 5

// Custom is the screen on which each switch of a rule set is set.
type Custom struct {
	page.Page
	set        rules.Variant // the state of all switches, including idle ones
	choices    []*kit.Choice // one per entry of ruleSwitches
	ok, cancel *kit.Button
	done       func(rules.Variant)
	frame      page.Frame
	name       render.Rect
	panel      render.Rect
}

// NewCustom returns the screen with the switches of v, and calls done with the result unless
// the user cancels.
func NewCustom(shell page.Shell, v rules.Variant, done func(rules.Variant)) *Custom {
	s := &Custom{Page: page.New(shell, "custom rules"), set: v, done: done}
	s.Controls = kit.NewForm()
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
		s.Controls.Add(choice)
	}
	s.ok = kit.WithID("custom.ok", kit.NewButton(words.T("OK"), s.accept))
	s.ok.Primary = true
	s.cancel = kit.WithID("custom.cancel", kit.NewButton(words.T("Cancel"), shell.Back))
	s.Controls.Add(s.ok, s.cancel)
	s.Controls.Default = s.ok
	s.Controls.OnCancel = shell.Back
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
	s.Controls.Invalidate()
}

func (s *Custom) accept() {
	s.Shell.Back()
	s.done(s.variant())
}

// Layout places the switches in two columns, and the rules in words below.
func (s *Custom) Layout(_ *render.Canvas, window render.Rect) {
	s.frame = page.NewFrame(window, page.FrameWidth)
	s.ok.SetBounds(s.frame.Yes)
	s.cancel.SetBounds(s.frame.No)
	const panelHeight, most = 142, 200
	body, rows := s.frame.Body(), endSwitches
	stacked := s.frame.Left.X == s.frame.Right.X
	if stacked { // one list, and the name below it
		rows = len(s.choices) + 1
	}
	gap := min(28, max(8, (body.H-panelHeight)/float64(rows)-kit.ControlHeight))
	var last render.Rect
	for i, choice := range s.choices {
		side, n := s.frame.Left, i
		if i >= endSwitches && !stacked {
			side, n = s.frame.Right, i-endSwitches
		}
		last = render.Rect{X: side.X, Y: side.Y + float64(n)*(kit.ControlHeight+gap), W: side.W, H: kit.ControlHeight}
		choice.SetBounds(last)
	}
	s.name = last.Move(render.Point{Y: kit.ControlHeight + gap})
	_, s.panel = body.CutTop(s.name.Bottom() + gap + 4 - body.Y)
	s.panel.H = min(s.panel.H, most)
}

// Draw draws the switches, the name of the rules, and the rules in words.
func (s *Custom) Draw(c *render.Canvas) {
	s.frame.DrawHeading(c, words.T("Custom rules"))
	label, name := s.name.CutLeft(s.name.W * 0.42)
	c.Text(words.T("These rules are"), render.Point{X: label.X, Y: label.Center().Y}, render.Caption)
	c.Text(page.RuleTitle(s.variant()), render.Point{X: name.X, Y: name.Center().Y}, render.Strong.In(render.Gold))
	page.DrawPanel(c, s.panel)
	text, style, box := s.meaning(c)
	kit.DrawText(c, text, box, style)
	s.Controls.Draw(c)
}

// meaning returns the rules in words. The text is centred vertically in the panel, and smaller if
// it would not fit otherwise.
func (s *Custom) meaning(c *render.Canvas) (text string, style render.TextStyle, box render.Rect) {
	const leastSize, room = 13, 16
	text, style = strings.Join(words.Rules(s.variant()), " "), page.NoteStyle
	width := s.panel.W - 2*page.NotePadding
	height := kit.TextHeight(c, text, width, style)
	for style.Size > leastSize && height > s.panel.H-room {
		style = style.Sized(style.Size - 1)
		height = kit.TextHeight(c, text, width, style)
	}
	return text, style, s.panel.Centered(width, min(s.panel.H, height))
}
