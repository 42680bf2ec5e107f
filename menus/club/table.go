package club

import (
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ruleset"
	"mancala/menus/settings"
	"mancala/rules"
)

// tableScreen sets up a table, or a quick match.
type tableScreen struct {
	page.Page
	house    *house
	match    bool // a quick match is wanted
	picker   *ruleset.Picker
	clock    *kit.Choice
	clocks   []match.TimeControl
	rated    *kit.Switch
	wanted   *kit.Choice // the ratings that may sit down
	watchers *kit.Switch
}

// clocks are the clocks to choose from, besides the last one.
var clocks = []match.TimeControl{
	{},
	{Base: time.Minute},
	{Base: 3 * time.Minute, Increment: 2 * time.Second},
	{Base: 5 * time.Minute, Increment: 3 * time.Second},
	{Base: 10 * time.Minute, Increment: 5 * time.Second},
	{Base: 15 * time.Minute, Increment: 10 * time.Second},
	{Base: 30 * time.Minute},
}

// ranges are the largest differences of the opponents' ratings from the user's; 0 means any.
var ranges = []int{0, 50, 100, 200, 400}

func newTable(shell page.Shell, h *house, quick bool) *tableScreen {
	return newTableOf(shell, h, quick, shell.Shared().Settings.Now().ClubTable)
}

func newTableOf(shell page.Shell, h *house, quick bool, last settings.ClubTable) *tableScreen {
	t := &tableScreen{Page: page.New(shell, "new table"), house: h, match: quick, clocks: clocks}
	t.picker = ruleset.NewPicker(shell, last.Variant)
	t.addClock(last.Time)
	t.rated = kit.WithID("table.rated", kit.NewSwitch(words.T("Rated"), last.Rated, func(bool) { t.show() }))
	t.rated.Tip = words.T("The game changes your rating. Rated games need a clock.")
	t.wanted = page.NewPick(shell, "table.wanted", words.T("Opponent's rating"), t.ranges(), 0, nil)
	t.watchers = kit.WithID("table.watchers", kit.NewSwitch(words.T("Watchers"), true, nil))
	ok := kit.WithID("table.ok", kit.NewButton(words.T("Open the table"), t.submit))
	if quick {
		ok.Label = words.T("Find an opponent")
	}
	ok.Primary = true
	back := page.NewBack(shell, "table.back")
	t.Compose(shell.Back, func(g page.Grid) page.Sheet {
		title := words.T("A table of your own")
		if quick {
			title = words.T("Quick match")
		}
		return page.Sheet{Title: title, Content: t.content(g), Actions: []*kit.Button{back, ok}}
	})
	t.Controls.Default = ok
	t.Controls.Focus(ok)
	t.show()
	return t
}

// content returns the clock, the wanted ratings, the rules, and the board.
func (t *tableScreen) content(g page.Grid) kit.Part {
	if t.match {
		return t.picker.Desk(g, kit.Put(t.clock), kit.Put(t.rated))
	}
	t.wanted.Options = t.ranges()                                              // for the chosen game
	switches := g.Line([]float64{4, 5}, kit.Put(t.rated), kit.Put(t.watchers)) // the second label is longer
	return t.picker.Desk(g, kit.Put(t.clock), kit.Put(t.wanted), switches)
}

// ranges returns the available ratings, which depend on the user's rating in the chosen game.
func (t *tableScreen) ranges() (options []string) {
	for _, by := range ranges {
		if by == 0 {
			options = append(options, words.C("ratings", "Any"))
			continue
		}
		low, high := t.around(by)
		options = append(options, words.T("%[1]d to %[2]d", low, high))
	}
	return options
}

// around returns the range of ratings that differ from the user's by at most by.
func (t *tableScreen) around(by int) (low, high int) {
	const step = 10 // so that the limits are no riddle
	mine := (t.house.in.Me.At(t.picker.Variant()).Rating + step/2) / step * step
	return max(1, mine-by), mine + by
}

// addClock makes the choice of a clock, with the last one among them.
func (t *tableScreen) addClock(last match.TimeControl) {
	chosen := -1
	for i, c := range t.clocks {
		if c == last {
			chosen = i
		}
	}
	if chosen < 0 {
		t.clocks = append([]match.TimeControl{last}, clocks...)
		chosen = 0
	}
	var options []string
	for _, c := range t.clocks {
		options = append(options, clockLine(c))
	}
	t.clock = page.NewPick(t.Shell, "table.clock", words.T("Clock of each player"), options, chosen, func(int) { t.show() })
}

// clockLine describes a clock.
func clockLine(c match.TimeControl) string {
	minutes, seconds := int(c.Base/time.Minute), int(c.Increment/time.Second)
	switch {
	case !c.Timed():
		return words.C("a game", "No clock")
	case c.Base%time.Minute != 0:
		return c.String()
	case seconds == 0:
		return words.N("%d minute", "%d minutes", minutes, minutes)
	}
	return words.T("%[1]d min, +%[2]d s a move", minutes, seconds)
}

// settings returns the chosen table.
func (t *tableScreen) settings() lobby.Settings {
	s := lobby.Settings{Variant: t.picker.Variant(), Time: t.clocks[t.clock.Selected], Rated: t.rated.On, NoWatchers: !t.watchers.On}
	if by := ranges[t.wanted.Selected]; by > 0 {
		s.MinRating, s.MaxRating = t.around(by)
	}
	return s
}

// show allows rated games only with a clock.
func (t *tableScreen) show() {
	timed := t.clocks[t.clock.Selected].Timed()
	t.rated.Disabled = !timed
	t.rated.On = t.rated.On && timed
	t.Controls.Invalidate()
}

// submit opens the table, or asks for an opponent. It refuses unrated games on the form, so that
// the user can choose others.
func (t *tableScreen) submit() {
	s := t.settings()
	if s.Rated && !t.house.in.RatedRules.Admit(s.Variant) {
		t.Shell.Say(words.Sentence(rules.NewNote("club.rated-rules")))
		return
	}
	t.Settings.Change(func(now *settings.Settings) {
		now.ClubTable = settings.ClubTable{Variant: s.Variant, Time: s.Time, Rated: s.Rated}
	})
	if !t.match {
		t.house.ask(lobby.Open{Settings: s}, nil)
		t.Shell.Back()
		return
	}
	s.MinRating, s.MaxRating, s.NoWatchers = 0, 0, false
	t.house.wanted = &s // the seat may come before the answer
	t.house.query(lobby.Quick{Settings: s}, func(a lobby.Answer) {
		if a.Note != nil {
			t.house.wanted = nil
			t.Shell.Say(words.Sentence(a.Note))
		}
	})
	t.Shell.Back()
}

// Renewed returns the screen in another language, with the same choices.
func (t *tableScreen) Renewed() page.Screen {
	s := t.settings()
	again := newTableOf(t.Shell, t.house, t.match, settings.ClubTable{Variant: s.Variant, Time: s.Time, Rated: s.Rated})
	again.wanted.Selected, again.watchers.On = t.wanted.Selected, t.watchers.On
	return again
}
