package info

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"unicode"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
)

// Settings is the screen for the program's settings, in sections. Each change takes effect at once
// and is stored.
type Settings struct {
	page.Page
	shown settings.Settings // the settings shown by the controls
	alive *page.Demo        // shows the look

	section                      *kit.Choice
	sections                     []section // by index of the choice
	name, port                   *kit.TextField
	first                        *kit.Choice
	guests                       *page.Guests
	internet                     *page.Internet
	language, seeds, size, speed *kit.Choice
	languages                    []string // by index of the choice; "" is the system's
	themes                       []*themeCard
	flags                        map[string]flag
	sound, full                  *kit.Switch
	volume                       *kit.Slider
	patience                     *kit.Stepper
	reset                        *kit.Button
}

// flag is the switch of a boolean setting.
type flag struct {
	*kit.Switch
	at func(*settings.Settings) *bool
}

// section is a part of the settings on one page.
type section struct {
	title   string
	content func(g page.Grid) kit.Part
}

// textSizes are the available sizes, in percent.
var textSizes = []int{85, 100, 112, 126}

// longestPatience is the longest time for Perfect on this screen, in seconds.
const longestPatience = 60

// NewSettings returns the settings.
func NewSettings(shell page.Shell) *Settings {
	s := &Settings{Page: page.New(shell, "settings"), flags: map[string]flag{}}
	s.shown = s.Shared.Settings.Now()
	s.alive = page.NewDemo(s.shown.Setup.Variant, rand.New(rand.NewPCG(uint64(s.Ports.Chance(1<<31-1)), 1)).IntN)
	s.makePersonal()
	s.makeLook()
	s.makePlay()
	s.reset = kit.WithID("settings.reset", kit.NewButton(words.T("Reset..."), s.askReset))
	s.divide()
	back := page.NewBack(shell, "settings.back")
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
		{words.C("heading", "Look"), s.looks}, {words.C("heading", "Sound"), s.sounds}, {words.C("heading", "Play"), s.plays},
	}
	if s.Ports.Host != nil {
		s.sections = append(s.sections, section{words.C("heading", "Network"), s.networks})
	}
	s.sections = append(s.sections, section{words.T("Accessibility"), s.access})
	titles := make([]string, len(s.sections))
	for i, part := range s.sections {
		titles[i] = part.title
	}
	s.section = kit.WithID("settings.section", kit.NewChoice("", titles, 0, func(int) { s.Recompose() }))
}

// Renewed returns the settings in the current language.
func (s *Settings) Renewed() page.Screen {
	again := NewSettings(s.Shell)
	again.alive = s.alive
	again.section.Selected = min(s.section.Selected, len(again.sections)-1)
	again.Recompose()
	again.Controls.Focus(again.language)
	return again
}

// column returns controls below each other.
func column(controls ...kit.Part) *kit.Stack { return &kit.Stack{Gap: 12, Parts: controls} }

// above returns two columns of controls, and a board in the present look: below the second one or,
// in a roomy window, below both.
func (s *Settings) above(g page.Grid, left, right *kit.Stack) kit.Part {
	board := page.BoardPart(g, s.drawBoard)
	if g.Roomy {
		return g.Rows(g.Pair(6, left, 6, right), board)
	}
	return g.Pair(6, left, 6, column(append(right.Parts, board)...))
}

// drawBoard draws the board that shows the look.
func (s *Settings) drawBoard(c *render.Canvas, r render.Rect) {
	if s.alive == nil {
		return
	}
	v := s.alive.View(r)
	v.Layout, v.ShowNumbers = s.LayBoard(r, s.alive.Game(), rules.South), s.shown.Numbers
	s.Art.Draw(c, v)
}

// tiles returns widgets side by side, as many as fit.
func (s *Settings) tiles(widgets ...kit.Widget) kit.Part {
	return kit.Tiles(240, 12, kit.Puts(widgets...)...)
}

// looks returns the controls for the look.
func (s *Settings) looks(g page.Grid) kit.Part {
	var cards []kit.Part
	for _, card := range s.themes {
		cards = append(cards, kit.Sized(themeHeight, themeHeight, kit.Put(card)))
	}
	right := column(kit.Put(s.language))
	if s.full != nil {
		right.Parts = append(right.Parts, kit.Put(s.full))
	}
	return s.above(g, column(kit.Across(cards...), kit.Put(s.seeds), kit.Put(s.flags["numbers"].Switch)), right)
}

// sounds returns the controls for sound.
func (s *Settings) sounds(g page.Grid) kit.Part {
	left := column(kit.Put(s.sound), kit.Put(s.volume))
	if why := s.Shared.Silence; why != "" {
		left.Parts = append(left.Parts, kit.OnPanel(kit.Say(why, render.Note.In(render.Warn))))
	}
	return s.above(g, left, column())
}

// plays returns the controls for playing.
func (s *Settings) plays(g page.Grid) kit.Part {
	return s.above(g, column(kit.Put(s.name), kit.Put(s.speed), kit.Put(s.flags["preview"].Switch), kit.Put(s.flags["flip"].Switch)),
		column(kit.Put(s.patience), s.tiles(s.flags["log"].Switch, s.flags["bar"].Switch)))
}

// access returns the controls that help eyes and hands.
func (s *Settings) access(g page.Grid) kit.Part {
	return s.above(g, column(kit.Noted(s.size), kit.Noted(s.flags["still"].Switch)),
		column(kit.Noted(s.flags["two-taps"].Switch), kit.Say(words.T("Every screen works by keyboard, mouse, touch or gamepad alone. ? lists the keys, and Contrast under Look has the strongest edges."), render.Caption)))
}

// networks returns the controls for games over the network.
func (s *Settings) networks(g page.Grid) kit.Part {
	here := append([]kit.Part{kit.Put(s.first)}, s.guests.Parts(g.Noted)...)
	far := append(s.guests.Nearby(g.Noted), s.internet.Parts(g.Noted, kit.Put(s.port))...)
	both := g.Pair(6, kit.Group(words.T("Playing with others"), here...), 6, kit.Group(words.T("How friends can join"), far...))
	if g.Upright {
		return g.Rows(both, page.BoardPart(g, s.drawBoard))
	}
	return both
}

func (s *Settings) change(do func(*settings.Settings)) { s.Shared.Settings.Change(do) }

// flag makes a switch for a boolean setting.
func (s *Settings) flag(id, label, tip string, at func(*settings.Settings) *bool) {
	w := kit.WithID("settings."+id, kit.NewSwitch(label, false, func(on bool) {
		s.change(func(now *settings.Settings) { *at(now) = on })
	}))
	w.Tip = tip
	s.flags[id] = flag{w, at}
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
	s.language = page.NewPick(s.Shell, "settings.language", words.T("Language"), options, 0, func(i int) {
		s.change(func(now *settings.Settings) { now.Language = s.languages[i] })
	})
	s.port = kit.WithID("settings.port", kit.NewTextField(words.T("Port"), "", s.Ports.Clipboard))
	s.port.MaxRunes, s.port.Placeholder, s.port.Tip = 5, "7000", words.T("Port for games that you host")
	s.port.Filter = func(r rune) bool { return r >= '0' && r <= '9' }
	s.port.OnChange = s.setPort
	s.first = page.NewBegins("settings.first", 0, func(i int) { s.change(func(now *settings.Settings) { now.First = match.First(i) }) })
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
	s.makeSeeds()
	sizes := []string{words.C("text size", "Small"), words.C("text size", "Normal"), words.C("text size", "Large"), words.C("text size", "Largest")}
	s.size = kit.WithID("settings.size", kit.NewChoice(words.T("Size of text and buttons"), sizes, 1, func(i int) {
		s.change(func(now *settings.Settings) { now.TextSize = textSizes[i] })
	}))
	s.size.Tip = words.T("A small window limits the size.")
	s.flag("still", words.T("Less motion"), words.T("Turns off motion that is only decorative."),
		func(now *settings.Settings) *bool { return &now.Still })
	s.flag("numbers", words.T("House numbers"), words.T("Shows the key of each house beside the row to move."),
		func(now *settings.Settings) *bool { return &now.Numbers })
	if s.Ports.Browser == nil {
		s.full = kit.WithID("settings.full", kit.NewSwitch(words.T("Full screen"), false, func(on bool) {
			s.change(func(now *settings.Settings) { now.Window.Full = on })
		}))
	}
	s.makeSound()
}

// makeSeeds makes the choice of the style of seeds.
func (s *Settings) makeSeeds() {
	names := []string{words.C("seeds", "As the game has"), words.C("seeds", "Glass"), words.C("seeds", "Cowrie"), words.C("seeds", "Pebble")}
	s.seeds = kit.WithID("settings.seeds", kit.NewChoice(words.C("style", "Seeds"), names, 0, func(i int) {
		s.change(func(now *settings.Settings) { now.Seeds = render.SeedStyles()[i].Code() })
	}))
	s.seeds.Tip = words.T("The theme Contrast has flat seeds, which can be counted best.")
}

// makeSound makes the controls for sound.
func (s *Settings) makeSound() {
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
	s.flag("preview", words.T("Preview of moves"), words.T("Shows what a move would do before you make it."),
		func(now *settings.Settings) *bool { return &now.Preview })
	s.flag("two-taps", words.T("Two taps to move"), words.T("On a touch screen, the first tap shows the preview."),
		func(now *settings.Settings) *bool { return &now.TwoTaps })
	s.flag("flip", words.T("Turn the board after moves"), words.T("If two people play at this computer, the player to move sits at the bottom."),
		func(now *settings.Settings) *bool { return &now.FlipOnTurn })
	s.flag("log", words.T("List of moves"), words.T("Lists the moves beside the board."),
		func(now *settings.Settings) *bool { return &now.Log })
	s.flag("bar", words.T("Evaluation bar"), words.T("Shows who is ahead in games at this computer."),
		func(now *settings.Settings) *bool { return &now.Bar })
	s.patience = kit.WithID("settings.patience", kit.NewStepper(words.T("Seconds that Perfect may think"), 1, 1, longestPatience, func(n int) {
		s.change(func(now *settings.Settings) { now.Patience = n })
	}))
}

// askReset asks, and then resets all settings except the user's and the last game's.
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

// fill updates the controls from the settings. It keeps a text during typing.
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
	s.seeds.Selected = slices.Index(render.SeedStyles(), render.SeedStyleOf(now.Seeds))
	for _, f := range s.flags {
		f.On = *f.at(&now)
	}
	s.flags["two-taps"].Disabled = !now.Preview
	if s.full != nil {
		s.full.On = now.Window.Full
	}
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
	changed = s.alive.Follow(s.Shared, in) || changed
	if now := s.Shared.Settings.Now(); now != s.shown {
		s.fill(now)
		changed = true
	}
	return changed
}
