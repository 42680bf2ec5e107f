package menus

import (
	"fmt"

	"mancala/match"
	"mancala/menus/settings"
	"mancala/motion"
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
	a.book = settings.Open(a.cfg.Scores, first, given, a.settingsChanged)
}

// settingsChanged has the program follow its settings. What is looked up when it is needed needs
// nothing here.
func (a *App) settingsChanged(old, now settings.Settings) {
	if old.Window != now.Window {
		a.window.restore(now.Window)
	}
}

// setSpeed changes how fast moves are shown.
func (a *App) setSpeed(speed motion.Speed) {
	a.book.Change(func(s *settings.Settings) { s.Speed = speed })
	a.say("Speed of moves: " + speed.String() + ".")
}

// toggleBar shows or hides the evaluation bar.
func (a *App) toggleBar() {
	a.book.Change(func(s *settings.Settings) { s.Bar = !s.Bar })
	a.relayout()
}

// setName takes a name for this and later games.
func (a *App) setName(name string) {
	a.book.Change(func(s *settings.Settings) { s.Name = name }, settings.KeyName)
}

// keepScore enters a score that has just been won here in the top scores, and says at which place
// or why not.
func (a *App) keepScore(s match.Score, place int) {
	a.cfg.Scores.Add(Score{s, a.cfg.Now()}, func(added bool, err error) {
		switch {
		case err != nil:
			a.say(sentence(err.Error()))
		case added:
			a.say(fmt.Sprintf("%s, place %d in the top scores.", s.Name, place))
		default:
			a.say("This win stands in the top scores already, and stays as it is.")
		}
	})
}

// keepPeersScore enters a score that was won at the other end.
func (a *App) keepPeersScore(s match.Score) {
	a.cfg.Scores.Add(Score{s, a.cfg.Now()}, func(added bool, err error) {
		switch {
		case err != nil:
			a.say(sentence(err.Error()))
		case added:
			a.say(s.Name + " enters the top scores with " + plural(s.Seeds, "seed") + ".")
		}
	})
}
