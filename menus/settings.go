package menus

import (
	"mancala/menus/settings"
	"mancala/sound"
)

// openSettings begins with the settings of the command line; those kept arrive within the first
// ticks.
func (a *App) openSettings() {
	first := settings.Defaults()
	first.Setup.Variant, first.Setup.Starter = a.cfg.Variant, a.cfg.Starter
	given := func(s *settings.Settings) {
		if a.cfg.Name != "" {
			s.Name = a.cfg.Name
		}
		s.Muted = s.Muted || a.cfg.Mute
		if a.cfg.VariantChosen {
			s.Setup.Variant, s.Setup.Starter = a.cfg.Variant, a.cfg.Starter
		}
	}
	a.shared.Settings = settings.Open(a.cfg.Scores, first, given, a.settingsChanged)
	a.tune(a.shared.Settings.Now())
}

// settingsChanged has the program follow its settings. What is looked up when it is needed needs
// nothing here.
func (a *App) settingsChanged(old, now settings.Settings) {
	if old.Window != now.Window {
		a.window.restore(now.Window)
	}
	if old.Muted != now.Muted || old.Volume != now.Volume {
		a.tune(now)
	}
	if a.started && old.Volume != now.Volume && a.shared.Settings.Loaded() { // the person hears how loud that is
		a.play(sound.Note{Cue: sound.Glass})
	}
}
