package menus

import (
	"cmp"
	"time"

	"mancala/internal/sound"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
)

// openSettings starts with the settings of the command line. The stored ones arrive within the
// first ticks.
func (a *App) openSettings() {
	first := settings.Defaults()
	first.Setup.Variant, first.Setup.Starter, first.First = a.cfg.Variant, a.cfg.First.Party(), a.cfg.First
	given := func(s *settings.Settings) {
		if a.cfg.Name != "" {
			s.Name = a.cfg.Name
		}
		s.Muted = s.Muted || a.cfg.Mute
		s.Still = s.Still || a.cfg.Still
		if a.cfg.Language != "" {
			s.Language = a.cfg.Language
		}
		if a.cfg.Patience > 0 {
			s.Patience = int(max(1, min(a.cfg.Patience/time.Second, 600)))
		}
		if a.cfg.Admit != nil {
			s.Admission = a.cfg.Admit(s.Admission)
		}
		s.Hidden = s.Hidden || a.cfg.Hidden
		if a.cfg.VariantChosen {
			s.Setup.Variant, s.Setup.Starter, s.First = a.cfg.Variant, a.cfg.First.Party(), a.cfg.First
		}
	}
	a.shared.Settings = settings.Open(a.cfg.Scores, first, given, a.settingsChanged)
	a.sounds.tune(a.shared.Settings.Now())
	a.paint(a.shared.Settings.Now())
	nameKeys()
}

// settingsChanged applies changed settings, except those that are read at each use.
func (a *App) settingsChanged(old, now settings.Settings) {
	if old.Window != now.Window {
		a.window.restore(now.Window)
	}
	if old.Muted != now.Muted || old.Volume != now.Volume {
		a.sounds.tune(now)
	}
	if old.Theme != now.Theme || old.Seeds != now.Seeds {
		a.paint(now)
	}
	if old.Language != now.Language {
		a.speak(now)
	}
	if old.Patience != now.Patience && a.cfg.SetPatience != nil {
		a.cfg.SetPatience(time.Duration(now.Patience) * time.Second)
	}
	if old != now {
		a.Relayout()
	}
	if a.started && old.Volume != now.Volume && a.shared.Settings.Loaded() { // the user hears the new volume
		a.sounds.play(sound.Note{Cue: sound.Glass})
	}
}

// paint applies the colour theme and the style of seeds.
func (a *App) paint(now settings.Settings) {
	a.shared.Canvas.SetTheme(render.ThemeOf(now.Theme).WithSeeds(render.SeedStyleOf(now.Seeds)))
	a.dirty = true
}

// speak switches the language, and renews the screens that support it.
func (a *App) speak(now settings.Settings) {
	if err := words.Use(cmp.Or(now.Language, a.language)); err != nil {
		return // the language no longer exists, so the current one stays
	}
	a.sounds.tune(now)
	nameKeys()
	for i, s := range a.stack.Screens {
		if s, ok := s.(page.Renewer); ok {
			a.stack.Screens[i] = s.Renewed()
		}
	}
}

// nameKeys translates the names of keys on the on-screen keyboard and on a real one.
func nameKeys() {
	k := &kit.KeyboardWords
	k.Space, k.Erase, k.Paste, k.Done = words.T("Space"), words.T("Erase"), words.T("Paste"), words.T("Done")
	kit.KeyCaps.Ctrl, kit.KeyCaps.Shift = words.C("key", "Ctrl"), words.C("key", "Shift")
}
