package menus

import (
	"testing"
	"time"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/settings"
)

// set changes the settings of a program.
func (b *bench) set(change func(*settings.Settings)) { b.Shared().Settings.Change(change) }

func TestTheThemeIsWornAtOnce(t *testing.T) {
	b := newBench(t, menustest.Shelf{"theme": "slate"}, nil)
	if got := b.Shared().Canvas.Theme(); got.Code() != "slate" {
		t.Errorf("the kept theme is %q", got.Code())
	}
	b.set(func(s *settings.Settings) { s.Theme = "contrast" })
	if got := b.Shared().Canvas.Theme(); got.Code() != "contrast" || !b.dirty {
		t.Errorf("the chosen theme is %q", got.Code())
	}
	b.set(func(s *settings.Settings) { s.Theme = "plaid" })
	if got := b.Shared().Canvas.Theme(); got.Code() != "walnut" {
		t.Errorf("for a theme that is none there is %q", got.Code())
	}
}

func TestTheLanguageIsSpokenAtOnce(t *testing.T) {
	t.Cleanup(func() { _ = words.Use(words.English) })
	b := newBench(t, menustest.Shelf{"language": "de"}, nil)
	if words.Current() != "de" {
		t.Errorf("the kept language is German, the program speaks %q", words.Current())
	}
	if name := kit.KeyName("Ctrl+Shift+Z", kit.Keyboard); name != "Strg+Umschalt+Z" {
		t.Errorf("in German there is %q", name)
	}
	if kit.KeyboardWords.Done != "Fertig" || b.sounds.corner.Label != "Der Ton ist an" {
		t.Errorf("in German there are %q and %q", kit.KeyboardWords.Done, b.sounds.corner.Label)
	}
	b.set(func(s *settings.Settings) { s.Language = "" })
	if name := kit.KeyName("Ctrl+Shift+Z", kit.Keyboard); name != "Ctrl+Shift+Z" {
		t.Errorf("in English there is %q", name)
	}
	if kit.KeyboardWords.Done != "Done" {
		t.Errorf("in English there is %q", kit.KeyboardWords.Done)
	}
	if words.Current() != words.English {
		t.Errorf("the system speaks English, the program %q", words.Current())
	}
	b.set(func(s *settings.Settings) { s.Language = "tlh" })
	if words.Current() != words.English {
		t.Errorf("there is no Klingon, the program speaks %q", words.Current())
	}
}

func TestTheCommandLineSaysTheLanguage(t *testing.T) {
	t.Cleanup(func() { _ = words.Use(words.English) })
	kept := menustest.Shelf{"language": "de"}
	newBench(t, kept, func(cfg *Config) { cfg.Language = words.English })
	if words.Current() != words.English || kept["language"] != "de" {
		t.Errorf("the program speaks %q, kept is %q", words.Current(), kept["language"])
	}
}

func TestPerfectThinksAsLongAsItMay(t *testing.T) {
	var asked []time.Duration
	changes := func(cfg *Config) {
		cfg.SetPatience = func(d time.Duration) { asked = append(asked, d) }
	}
	b := newBench(t, menustest.Shelf{"patience": "20"}, changes)
	b.set(func(s *settings.Settings) { s.Patience = 8 })
	if len(asked) != 2 || asked[0] != 20*time.Second || asked[1] != 8*time.Second {
		t.Errorf("asked for are %v", asked)
	}
	asked = nil
	b = newBench(t, menustest.Shelf{"patience": "20"}, func(cfg *Config) {
		changes(cfg)
		cfg.Patience = 90 * time.Second
	})
	if len(asked) != 0 || b.Shared().Settings.Now().Patience != 90 {
		t.Errorf("the command line says 90 s; the setting is %d, asked for are %v", b.Shared().Settings.Now().Patience, asked)
	}
}
