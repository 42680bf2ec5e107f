package info

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/settings"
	"mancala/tools/need"
)

// settingsOf returns a program with the settings on its screen.
func settingsOf(t *testing.T, texts menustest.Shelf) (*menustest.Bench, *Settings) {
	t.Helper()
	b := menustest.New(t, texts, nil)
	b.Push(NewSettings(b))
	b.LayOut(1280, 720)
	return b, b.Top().(*Settings)
}

// find returns the control with an ID, and shows its section.
func find(t *testing.T, s *Settings, id string) kit.Widget {
	t.Helper()
	for i := range s.sections {
		s.section.Choose(i)
		if w := s.Controls.Find("settings." + id); w != nil {
			return w
		}
	}
	t.Fatalf("there is no control %q", id)
	return nil
}

// Each control changes its setting, which is stored and shown at the next start.
func TestEachControlHasItsSetting(t *testing.T) {
	for _, c := range []struct {
		id    string
		keys  []ebiten.Key
		key   string // of the store
		text  string
		shown string
	}{
		{"language", []ebiten.Key{ebiten.KeyArrowRight}, "language", words.Languages()[0].Code, words.Languages()[0].Name},
		{"theme-slate", []ebiten.Key{ebiten.KeyEnter}, "theme", "slate", ""},
		{"seeds", []ebiten.Key{ebiten.KeyArrowRight}, "seeds", "cowrie", "Cowrie"},
		{"numbers", []ebiten.Key{ebiten.KeySpace}, "numbers", "no", "off"},
		{"size", []ebiten.Key{ebiten.KeyArrowRight}, "text-size", "112", "Large"},
		{"still", []ebiten.Key{ebiten.KeySpace}, "still", "yes", "on"},
		{"sound", []ebiten.Key{ebiten.KeySpace}, "muted", "yes", "off"},
		{"volume", []ebiten.Key{ebiten.KeyArrowLeft}, "volume", "75", "75 %"},
		{"speed", []ebiten.Key{ebiten.KeyArrowRight}, "speed", "slow", "Slow"},
		{"preview", []ebiten.Key{ebiten.KeySpace}, "preview", "no", "off"},
		{"two-taps", []ebiten.Key{ebiten.KeySpace}, "two-taps", "no", "off"},
		{"flip", []ebiten.Key{ebiten.KeySpace}, "flip", "yes", "on"},
		{"bar", []ebiten.Key{ebiten.KeySpace}, "bar", "yes", "on"},
		{"patience", []ebiten.Key{ebiten.KeyArrowRight}, "patience", "6", "6"},
	} {
		kept := menustest.Shelf{}
		b, s := settingsOf(t, kept)
		s.Controls.Focus(find(t, s, c.id))
		if b.Press(c.keys...); kept[c.key] != c.text {
			t.Errorf("%s: %q is kept, want %q", c.id, kept[c.key], c.text)
		}
		_, again := settingsOf(t, kept)
		w := find(t, again, c.id)
		if got := again.Controls.Info(w).Value; got != c.shown {
			t.Errorf("%s: after the next start it shows %q, want %q", c.id, got, c.shown)
		}
		if card, ok := w.(*themeCard); ok && !card.Selected {
			t.Errorf("%s: after the next start it is not marked", c.id)
		}
	}
}

func TestTheLogIsSwitched(t *testing.T) {
	b, s := settingsOf(t, menustest.Shelf{"log": "no"})
	s.Controls.Focus(find(t, s, "log"))
	if b.Press(ebiten.KeySpace); b.Info("#settings.log").Value != "on" || !b.Shared().Settings.Now().Log {
		t.Error("the log stays off")
	}
}

func TestNamesAndPortsAreChecked(t *testing.T) {
	kept := menustest.Shelf{"name": "Ann"}
	b, s := settingsOf(t, kept)
	find(t, s, "name")
	b.Write("Your name", "Zoë")
	if kept["name"] != "Zoë" {
		t.Errorf("the name is kept as %q", kept["name"])
	}
	b.Write("Your name", "\u202e")
	if kept["name"] != "Zoë" && kept["name"] != "" {
		t.Errorf("a name that cannot be shown is kept as %q", kept["name"])
	}
	find(t, s, "port")
	b.Write("Port", "7100")
	if kept["port"] != "7100" || b.Info("Port").Wrong != "" {
		t.Errorf("the port is kept as %q: %s", kept["port"], b.Info("Port").Wrong)
	}
	b.Write("Port", "71000")
	if kept["port"] != "7100" || b.Info("Port").Wrong == "" {
		t.Errorf("port 71000 is kept as %q", kept["port"])
	}
}

// Changes made elsewhere, for example with M, are shown here.
func TestTheSettingsFollow(t *testing.T) {
	b, s := settingsOf(t, menustest.Shelf{})
	b.Shared().Settings.Change(func(now *settings.Settings) { now.Muted, now.Speed = true, motion.Fast })
	if !s.Update(&kit.Input{}) || s.sound.On || !s.volume.Disabled || s.speed.Value() != "Fast" {
		t.Errorf("muted elsewhere, the sound is on: %v; the speed is %s", s.sound.On, s.speed.Value())
	}
	if s.Update(&kit.Input{}) {
		t.Error("nothing has changed, and the screen is drawn again")
	}
}

func TestResetAsksFirst(t *testing.T) {
	kept := menustest.Shelf{"name": "Ann", "theme": "slate", "volume": "10", "greeted": "yes", "window": "900x700"}
	b, s := settingsOf(t, kept)
	before := b.Shared().Settings.Now()
	if b.Enter("#settings.reset"); b.Top().Name() != "question" || b.Shared().Settings.Now() != before {
		t.Fatal("a reset does not ask")
	}
	b.Click("Reset")
	now, d := b.Shared().Settings.Now(), settings.Defaults()
	d.Name, d.Greeted, d.Window = "Ann", true, before.Window
	if now != d || kept["theme"] != "walnut" {
		t.Errorf("after a reset the settings are %+v", now)
	}
	b.Pass(menustest.Tick)
	if volume := find(t, s, "volume").(*kit.Slider); volume.Value != d.Volume {
		t.Error("the volume is the one from before")
	}
	find(t, s, "theme-walnut")
	if b.LayOut(1280, 720); b.Info("#settings.theme-walnut").Selected != 1 {
		t.Error("the look is the one from before")
	}
}

// The keys reach all controls of each section and scroll them into view. In a window of the natural
// size, and in a small one, nothing scrolls.
func TestTheSettingsScroll(t *testing.T) {
	for _, size := range menustest.Windows {
		for i := range 5 {
			b, s := settingsOf(t, menustest.Shelf{})
			s.section.Choose(i)
			window := b.LayOut(size[0], size[1])
			seen := map[kit.Widget]bool{}
			for _, w := range s.Controls.Widgets() {
				if s.Controls.Info(w).Hidden && (size[0] >= 1280 || size == [2]int{640, 400}) {
					t.Errorf("at %v %q is out of view", size, menustest.Label(w))
				}
			}
			for range 2 * len(s.Controls.Widgets()) {
				b.Press(ebiten.KeyTab)
				w := s.Controls.Focused()
				seen[w] = true
				if r := w.Bounds(); r.Y < 0 || r.Bottom() > window.H || r.X < 0 || r.Right() > window.W {
					t.Errorf("at %v %q has the focus at %+v", size, menustest.Label(w), r)
				}
			}
			for _, w := range s.Controls.Widgets() {
				if w.Focusable() && !seen[w] {
					t.Errorf("at %v Tab does not reach %q", size, menustest.Label(w))
				}
			}
		}
	}
}

func TestTheSettingsInGerman(t *testing.T) {
	t.Cleanup(func() { _ = words.Use(words.English) })
	need.NoError(t, words.Use("de"))
	b, s := settingsOf(t, menustest.Shelf{"language": "de"})
	if !b.Shows("Nummern der Mulden") || b.Info("#settings.language").Value != "Deutsch" {
		t.Errorf("in German the screen says\n%s", b.Text())
	}
	need.NoError(t, words.Use(words.English))
	b.Push(s.Renewed())
	if b.LayOut(1280, 720); !b.Shows("House numbers") || b.Focused() != "settings.language" {
		t.Errorf("made anew in English it says\n%s", b.Text())
	}
}

func TestTheThemesAreAllOnOffer(t *testing.T) {
	b, _ := settingsOf(t, menustest.Shelf{})
	for _, title := range []string{"Walnut", "Slate", "Contrast"} {
		if !b.Shows(title) {
			t.Errorf("the theme %q is missing", title)
		}
	}
}

func TestAMeetingPointIsSetAndSwitched(t *testing.T) {
	kept := menustest.Shelf{}
	b, s := settingsOf(t, kept)
	if find(t, s, "meet").Focusable() {
		t.Error("without a meeting point friends could come through it")
	}
	b.Write("#settings.meeting-point", " meet.example.org ")
	if kept["meeting-point"] != "meet.example.org" || kept["meet"] != "yes" {
		t.Errorf("a name that was typed is kept as %v", kept)
	}
	b.Key("#settings.meet", ebiten.KeySpace)
	if now := b.Shared().Settings.Now(); kept["meet"] != "no" || now.MeetingPoint != "meet.example.org" || now.Via() != "" {
		t.Errorf("switched off, %v is kept", kept)
	}
	b.Write("#settings.meeting-point", "no point")
	if field := find(t, s, "meeting-point").(*kit.TextField); field.Error == "" || kept["meeting-point"] != "meet.example.org" {
		t.Errorf("of a bad name it says %q and keeps %v", field.Error, kept)
	}
	if _, again := settingsOf(t, kept); find(t, again, "meeting-point").(*kit.TextField).Text() != "meet.example.org" {
		t.Error("the next start shows another name")
	}
}
