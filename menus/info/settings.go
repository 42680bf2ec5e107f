package info

import (
	"slices"
	"strconv"
	"unicode"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/motion"
	"mancala/render"
	"mancala/words"
)

// Settings is the screen for the program's settings. Each change takes effect at once and is
// stored.
type Settings struct {
	page.Page
	shown settings.Settings // the settings shown by the controls

	section               *kit.Choice
	sections              []section // by index of the choice
	name, port            *kit.TextField
	first                 *kit.Choice
	guests                *page.Guests
	internet              *page.Internet
	language, size, speed *kit.Choice
	languages             []string // by index of the choice; "" is the system's
	themes                []*themeCard
	still, sound, preview *kit.Switch
	twoTaps               *kit.Switch
	flip, log, bar        *kit.Switch
	volume                *kit.Slider
	patience              *kit.Stepper
	reset                 *kit.Button
}

// section is a part of the settings that is shown at once.
type section struct {
	title   string
	content func(g page.Grid) kit.Part
}

// textSizes are the available sizes, in percent.
var textSizes = []int{85, 100, 112, 126}

// longestPatience is the longest time for Perfect that can be chosen here, in seconds.
const longestPatience = 60

// NewSettings returns the settings.
func NewSettings(shell page.Shell) *Settings {
	s := &Settings{Page: page.New(shell, "settings")}
	s.makePersonal()
	s.makeLook()
	s.makePlay()
	s.reset = kit.WithID("settings.reset", kit.NewButton(words.T("Reset..."), s.askReset))
	s.divide()
	back := kit.WithID("settings.back", kit.NewButton(words.T("Back"), shell.Back))
	s.Compose(shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{
			Title: words.T("Settings"), Content: g.Rows(kit.Put(s.section), s.sections[s.section.Selected].content(g)),
			Before: []*kit.Button{s.reset}, Actions: []*kit.Button{back},
		}
	})
	s.Controls.Rest(s.section)
	s.fill(s.Shared.Settings.Now())
	return s
}

// divide divides the settings into sections.
func (s *Settings) divide() {
	s.sections = []section{
		{words.C("heading", "Look"), s.looks},
		{words.C("heading", "Sound"), func(g page.Grid) kit.Part { return s.beside(g, kit.Put(s.sound), kit.Put(s.volume)) }},
		{words.C("heading", "Play"), s.plays},
		{words.C("heading", "You"), func(g page.Grid) kit.Part { return s.beside(g, kit.Put(s.name), kit.Put(s.language)) }},
	}
	if s.Ports.Host != nil {
		s.sections = append(s.sections, section{words.T("Over the network"), s.networks})
	}
	titles := make([]string, len(s.sections))
	for i, part := range s.sections {
		titles[i] = part.title
	}
	s.section = kit.WithID("settings.section", kit.NewChoice("", titles, 0, func(int) { s.Recompose() }))
}

// Renewed returns the settings in the current language.
func (s *Settings) Renewed() page.Screen {
	again := NewSettings(s.Shell)
	again.section.Selected = min(s.section.Selected, len(again.sections)-1)
	again.Recompose()
	again.Controls.Focus(again.language)
	return again
}

// beside returns controls beside a board in the present look.
func (s *Settings) beside(g page.Grid, controls ...kit.Part) kit.Part {
	return g.Pair(6, &kit.Stack{Gap: 12, Parts: controls}, 6, page.StartBoard(g, s.Art, s.shown.Setup.Variant))
}

// looks returns the controls for the look.
func (s *Settings) looks(g page.Grid) kit.Part {
	var cards []kit.Part
	for _, card := range s.themes {
		cards = append(cards, kit.Sized(themeHeight, themeHeight, kit.Put(card)))
	}
	return s.beside(g, kit.Across(cards...), kit.Put(s.size), kit.Put(s.still))
}

// plays returns the controls for playing.
func (s *Settings) plays(g page.Grid) kit.Part {
	const narrowest = 240
	return s.beside(g, kit.Put(s.speed),
		&kit.Tiles{Narrow: narrowest, Gap: 12, Parts: kit.Puts(s.preview, s.twoTaps, s.flip, s.log, s.bar)}, kit.Put(s.patience))
}

// networks returns the controls for games over the network.
func (s *Settings) networks(g page.Grid) kit.Part {
	here := s.guests.AddTo(kit.NewGroup(words.T("Playing with others")).Row(0, s.port).Row(0, s.first))
	return g.Pair(6, here, 6, s.internet.AddTo(kit.NewGroup(words.T("Over the internet"))))
}

func (s *Settings) change(do func(*settings.Settings)) { s.Shared.Settings.Change(do) }

// flag returns a switch for a boolean setting.
func (s *Settings) flag(id, label, tip string, at func(*settings.Settings) *bool) *kit.Switch {
	w := kit.WithID("settings."+id, kit.NewSwitch(label, false, func(on bool) {
		s.change(func(now *settings.Settings) { *at(now) = on })
	}))
	w.Tip = tip
	return w
}

// makePersonal makes the controls for name, language and port.
func (s *Settings) makePersonal() {
	s.name = kit.WithID("settings.name", kit.NewTextField(words.T("Your name"), "", s.Ports.Clipboard))
	s.name.MaxRunes = 24
	s.name.Filter = unicode.IsPrint
	s.name.OnChange = func(text string) {
		s.change(func(now *settings.Settings) { now.Name = match.CleanName(text) })
	}
	options := []string{words.T("As on this computer")}
	s.languages = []string{""}
	for _, l := range words.Languages() {
		options, s.languages = append(options, l.Name), append(s.languages, l.Code)
	}
	s.language = kit.WithID("settings.language", kit.NewChoice(words.T("Language"), options, 0, func(i int) {
		s.change(func(now *settings.Settings) { now.Language = s.languages[i] })
	}))
	s.language.OnOpen = func() { s.Shell.Push(page.NewChooser(s.Shell, words.T("Language"), s.language)) }
	s.port = kit.WithID("settings.port", kit.NewTextField(words.T("Port for games that you host"), "", s.Ports.Clipboard))
	s.port.MaxRunes, s.port.Placeholder = 5, "7000"
	s.port.Filter = func(r rune) bool { return r >= '0' && r <= '9' }
	s.port.OnChange = s.setPort
	who := []string{words.C("moves first", "Coin toss"), words.T("You"), words.T("The guest")}
	s.first = kit.WithID("settings.first", kit.NewChoice(words.T("Moves first"), who, 0, func(i int) {
		s.change(func(now *settings.Settings) { now.First = match.First(i) })
	}))
	s.guests = page.NewGuests(s.Shell, "settings")
	s.internet = page.NewInternet(s.Shell, "settings")
}

// setPort stores a valid port.
func (s *Settings) setPort(text string) {
	s.port.Error = ""
	if n, err := strconv.Atoi(text); text != "" && (err != nil || n < 1 || n > 65535) {
		s.port.Error = words.T("Ports go from 1 to 65535.")
		return
	}
	s.change(func(now *settings.Settings) { now.Port = text })
}

// makeLook makes the controls for look and sound.
func (s *Settings) makeLook() {
	names := map[string]string{"walnut": words.C("theme", "Walnut"), "slate": words.C("theme", "Slate"), "contrast": words.C("theme", "Contrast")}
	for _, t := range render.Themes() {
		card := newThemeCard(t, names[t.Code()], func() {
			s.change(func(now *settings.Settings) { now.Theme = t.Code() })
		})
		s.themes = append(s.themes, card)
	}
	sizes := []string{words.C("text size", "Small"), words.C("text size", "Normal"), words.C("text size", "Large"), words.C("text size", "Largest")}
	s.size = kit.WithID("settings.size", kit.NewChoice(words.T("Size of text and buttons"), sizes, 1, func(i int) {
		s.change(func(now *settings.Settings) { now.TextSize = textSizes[i] })
	}))
	s.size.Tip = words.T("Small windows have no room for the larger sizes.")
	s.still = s.flag("still", words.T("Less motion"), words.T("Turns off motion that is only decorative."),
		func(now *settings.Settings) *bool { return &now.Still })
	s.sound = kit.WithID("settings.sound", kit.NewSwitch(words.T("Sound"), true, func(on bool) {
		s.change(func(now *settings.Settings) { now.Muted = !on })
	}))
	s.volume = kit.WithID("settings.volume", kit.NewSlider(words.T("Volume"), 0, 100, 5, func(v int) {
		s.change(func(now *settings.Settings) { now.Volume = v })
	}))
	s.volume.Words = func(v int) string { return words.T("%d %%", v) }
}

// makePlay makes the controls for playing.
func (s *Settings) makePlay() {
	speeds := []string{words.C("speed", "Off"), words.C("speed", "Fast"), words.C("speed", "Normal"), words.C("speed", "Slow")}
	s.speed = kit.WithID("settings.speed", kit.NewChoice(words.T("Speed of moves"), speeds, 0, func(i int) {
		s.change(func(now *settings.Settings) { now.Speed = motion.Speed(i) })
	}))
	s.preview = s.flag("preview", words.T("Preview of moves"), words.T("Shows what a move would do before you make it."),
		func(now *settings.Settings) *bool { return &now.Preview })
	s.twoTaps = s.flag("two-taps", words.T("Two taps to move"), words.T("On a touch screen, the first tap shows the preview."),
		func(now *settings.Settings) *bool { return &now.TwoTaps })
	s.flip = s.flag("flip", words.T("Turn the board"), words.T("If two people play at this computer, the player to move sits at the bottom."),
		func(now *settings.Settings) *bool { return &now.FlipOnTurn })
	s.log = s.flag("log", words.T("List of moves"), words.T("Lists the moves beside the board."),
		func(now *settings.Settings) *bool { return &now.Log })
	s.bar = s.flag("bar", words.T("Evaluation bar"), words.T("Shows who is ahead in games at this computer."),
		func(now *settings.Settings) *bool { return &now.Bar })
	s.patience = kit.WithID("settings.patience", kit.NewStepper(words.T("Seconds that Perfect may think"), 1, 1, longestPatience, func(n int) {
		s.change(func(now *settings.Settings) { now.Patience = n })
	}))
}

// askReset asks, and then resets all settings but those of the user and of the last game.
func (s *Settings) askReset() {
	text := words.T("The settings for look, sound, play and network go back to their defaults. Your name, games and top scores stay.")
	s.Shell.Push(page.NewQuestion(s.Shell, words.T("Reset the settings?"), text, words.T("Reset"), words.T("Keep them"), func() {
		s.change(func(now *settings.Settings) {
			d := settings.Defaults()
			d.Name, d.Hosts, d.Window, d.Setup, d.Greeted = now.Name, now.Hosts, now.Window, now.Setup, now.Greeted
			*now = d
		})
	}))
}

// fill updates the controls from the settings. A text that is being typed stays.
func (s *Settings) fill(now settings.Settings) {
	s.shown = now
	texts := []struct {
		field *kit.TextField
		text  string
	}{{s.name, now.Name}, {s.port, now.Port}}
	for _, t := range texts {
		if t.field.Text() != t.text && (s.Controls.Focused() != kit.Widget(t.field) || t.field.Text() == "") {
			t.field.SetText(t.text)
			t.field.Error = ""
		}
	}
	s.language.Selected = max(0, slices.Index(s.languages, now.Language))
	for _, card := range s.themes {
		card.Selected = card.theme.Code() == now.Theme
	}
	s.first.Selected = int(now.First)
	s.guests.Fill()
	s.internet.Fill()
	s.size.Selected = nearest(textSizes, now.TextSize)
	s.speed.Selected = int(now.Speed)
	s.sound.On, s.volume.Value, s.volume.Disabled = !now.Muted, now.Volume, now.Muted
	s.still.On, s.preview.On, s.twoTaps.On = now.Still, now.Preview, now.TwoTaps
	s.twoTaps.Disabled = !now.Preview
	s.flip.On, s.log.On, s.bar.On = now.FlipOnTurn, now.Log, now.Bar
	s.patience.Value, s.patience.Max = now.Patience, max(longestPatience, now.Patience)
}

// nearest returns the index of the value nearest to n.
func nearest(list []int, n int) int {
	best := 0
	for i, v := range list {
		if abs(v-n) < abs(list[best]-n) {
			best = i
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// Update handles input, and follows settings that change elsewhere: by a key, or by the first
// answer of the store.
func (s *Settings) Update(in *kit.Input) bool {
	for _, card := range s.themes {
		card.tick()
	}
	changed := s.Page.Update(in)
	if now := s.Shared.Settings.Now(); now != s.shown {
		s.fill(now)
		changed = true
	}
	return changed
}
