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

	name, port                        *kit.TextField
	first                             *kit.Choice
	guests                            *page.Guests
	internet                          *page.Internet
	language, size, speed             *kit.Choice
	languages                         []string // by index of the choice; "" is the system's
	themes                            []*themeCard
	still, sound, preview             *kit.Switch
	twoTaps, flip, log, bar           *kit.Switch
	volume                            *kit.Slider
	patience                          *kit.Stepper
	reset, back                       *kit.Button
	you, loud, look, network, playing *kit.Group
	far                               *kit.Group // guests on the internet
	frame                             page.Frame
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
	s.back = kit.WithID("settings.back", kit.NewButton(words.T("Back"), shell.Back))
	s.Controls = kit.NewForm(append(kit.GroupWidgets(s.groups()...), s.reset, s.back)...)
	s.Controls.OnCancel = shell.Back
	s.fill(s.Shared.Settings.Now())
	return s
}

// Renewed returns the settings in the current language.
func (s *Settings) Renewed() page.Screen {
	again := NewSettings(s.Shell)
	again.Controls.Focus(again.language)
	return again
}

func (s *Settings) groups() []*kit.Group {
	list := []*kit.Group{s.you, s.loud, s.look}
	if s.Ports.Host != nil {
		list = append(list, s.network, s.far)
	}
	return append(list, s.playing)
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
	s.you = kit.NewGroup(words.C("heading", "You")).Row(page.FieldHeight, s.name).Row(page.FieldHeight, s.language)
	s.port = kit.WithID("settings.port", kit.NewTextField(words.T("Port for games that you host"), "", s.Ports.Clipboard))
	s.port.MaxRunes, s.port.Placeholder = 5, "7000"
	s.port.Filter = func(r rune) bool { return r >= '0' && r <= '9' }
	s.port.OnChange = s.setPort
	who := []string{words.C("moves first", "Coin toss"), words.T("You"), words.T("The guest")}
	s.first = kit.WithID("settings.first", kit.NewChoice(words.T("Moves first"), who, 0, func(i int) {
		s.change(func(now *settings.Settings) { now.First = match.First(i) })
	}))
	s.guests = page.NewGuests(s.Shell, "settings")
	s.network = kit.NewGroup(words.T("Playing with others")).Row(page.FieldHeight+kit.NoteHeight, s.port).Row(page.FieldHeight, s.first)
	s.guests.AddTo(s.network)
	s.internet = page.NewInternet(s.Shell, "settings")
	s.far = s.internet.AddTo(kit.NewGroup(words.T("Over the internet")))
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
	var cards []kit.Widget
	for _, t := range render.Themes() {
		card := newThemeCard(t, names[t.Code()], func() {
			s.change(func(now *settings.Settings) { now.Theme = t.Code() })
		})
		s.themes, cards = append(s.themes, card), append(cards, card)
	}
	sizes := []string{words.C("text size", "Small"), words.C("text size", "Normal"), words.C("text size", "Large"), words.C("text size", "Largest")}
	s.size = kit.WithID("settings.size", kit.NewChoice(words.T("Size of text and buttons"), sizes, 1, func(i int) {
		s.change(func(now *settings.Settings) { now.TextSize = textSizes[i] })
	}))
	s.size.Tip = words.T("Small windows have no room for the larger sizes.")
	s.still = s.flag("still", words.T("Less motion"), words.T("Turns off motion that is only decorative."),
		func(now *settings.Settings) *bool { return &now.Still })
	s.look = kit.NewGroup(words.C("heading", "Look")).Row(themeHeight, cards...).Row(page.FieldHeight, s.size).Row(0, s.still)
	s.sound = kit.WithID("settings.sound", kit.NewSwitch(words.T("Sound"), true, func(on bool) {
		s.change(func(now *settings.Settings) { now.Muted = !on })
	}))
	s.volume = kit.WithID("settings.volume", kit.NewSlider(words.T("Volume"), 0, 100, 5, func(v int) {
		s.change(func(now *settings.Settings) { now.Volume = v })
	}))
	s.volume.Words = func(v int) string { return words.T("%d %%", v) }
	s.loud = kit.NewGroup(words.C("heading", "Sound")).Row(0, s.sound).Row(page.FieldHeight, s.volume)
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
	s.playing = kit.NewGroup(words.C("heading", "Play")).Row(page.FieldHeight, s.speed).
		Row(0, s.preview).Row(0, s.twoTaps).Row(0, s.flip).Row(0, s.log).Row(0, s.bar).Row(page.FieldHeight, s.patience)
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

// Layout places the groups in as many columns as there is room for; the page scrolls if it is
// higher than the window.
func (s *Settings) Layout(_ *render.Canvas, area render.Rect) {
	s.frame = page.NewFrame(area)
	columns := 1
	switch {
	case area.W >= 1100:
		columns = 3
	case area.W >= 760:
		columns = 2
	}
	const gap = 12
	const ring = 10 // the room for the focus ring around a control
	view := s.frame.Body()
	view = render.Rect{X: view.X - ring, Y: view.Y, W: view.W + 2*ring, H: view.H}
	page := render.Rect{X: view.X + ring, Y: view.Y + ring, W: view.W - 2*ring, H: view.H}
	height := kit.PlaceGroups(page, columns, gap, s.groups()...) + 2*ring
	if height > view.H { // room for the scroll bar
		page.W -= 14
		height = kit.PlaceGroups(page, columns, gap, s.groups()...) + 2*ring
	}
	s.Controls.Scroll(view, height, nil, kit.GroupWidgets(s.groups()...)...)
	row := s.frame.Buttons
	s.reset.SetBounds(render.Rect{X: row.X, Y: row.Y, W: 160, H: row.H})
	s.back.SetBounds(render.Rect{X: row.Right() - 200, Y: row.Y, W: 200, H: row.H})
}

// Draw draws the page.
func (s *Settings) Draw(c *render.Canvas) {
	s.frame.DrawHeading(c, words.T("Settings"))
	s.Controls.Draw(c)
}
