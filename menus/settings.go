package menus

import (
	"fmt"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/motion"
)

// loadSettings asks for the settings kept; they arrive within the first ticks.
func (a *App) loadSettings() {
	a.cfg.Scores.Setting(settingName, func(v string) {
		if v = match.CleanName(v); a.name == "" {
			a.name = v
		}
	})
	a.cfg.Scores.Setting(settingWindow, restoreWindow)
	a.cfg.Scores.Setting(settingFlip, func(v string) { a.flipOnTurn = v == "yes" })
	a.cfg.Scores.Setting(settingLog, func(v string) { a.showLog = v != "no" })
	a.cfg.Scores.Setting(settingBar, func(v string) { a.showBar = v == "yes" })
	a.cfg.Scores.Setting(settingSetup, func(v string) {
		if s, ok := parseSetup(v); ok {
			if a.cfg.VariantChosen {
				s.Variant, s.Starter = a.cfg.Variant, a.cfg.Starter
			}
			a.setup = s
		}
	})
	a.cfg.Scores.Setting(settingSpeed, func(v string) {
		for s := motion.Off; s <= motion.Slow; s++ {
			if s.String() == v {
				a.speed = s
			}
		}
	})
}

// restoreWindow gives the window the size it had when the program was last left.
func restoreWindow(size string) {
	var w, h int
	if _, err := fmt.Sscanf(size, "%dx%d", &w, &h); err != nil {
		return
	}
	mw, mh := ebiten.Monitor().Size()
	if w >= 480 && h >= 300 && w <= mw && h <= mh {
		ebiten.SetWindowSize(w, h)
	}
}

// setSpeed changes how fast moves are shown, and remembers it.
func (a *App) setSpeed(s motion.Speed) {
	a.speed = s
	a.cfg.Scores.SetSetting(settingSpeed, s.String())
	a.say("Speed of moves: " + s.String() + ".")
}

// toggleBar shows or hides the evaluation bar, and remembers that.
func (a *App) toggleBar() {
	a.showBar = !a.showBar
	a.cfg.Scores.SetSetting(settingBar, yesNo(a.showBar))
	a.relayout()
}

// setName takes a name for this and later games.
func (a *App) setName(name string) {
	a.name = name
	a.cfg.Scores.SetSetting(settingName, name)
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
