package menus

import (
	"mancala/menus/settings"
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
		if a.cfg.VariantChosen {
			s.Setup.Variant, s.Setup.Starter = a.cfg.Variant, a.cfg.Starter
		}
	}
	a.shared.Settings = settings.Open(a.cfg.Scores, first, given, a.settingsChanged)
}

// settingsChanged has the program follow its settings. What is looked up when it is needed needs
// nothing here.
func (a *App) settingsChanged(old, now settings.Settings) {
	if old.Window != now.Window {
		a.window.restore(now.Window)
	}
}
