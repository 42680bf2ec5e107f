package menus

import (
	"mancala/match"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/scene"
)

// Begin makes a scene the game in progress, and ends the one before.
func (a *App) Begin(sc *scene.Scene) *scene.Scene {
	a.End()
	a.toast.Clear()
	a.scene = sc
	a.hearing.conductor.Attend(sc)
	sc.Env = scene.Env{
		Prefs: a.prefs, NewJudge: a.cfg.NewJudge, Observe: a.cfg.Observe,
		Recorder: match.NewRecorder(sc.Table, sc.Kinds(), a.cfg.Archive.SaveGame, a.keepPeersScore),
	}
	return sc
}

// Scene returns the game in progress, or nil.
func (a *App) Scene() *scene.Scene { return a.scene }

// prefs returns how games are to be shown.
func (a *App) prefs() scene.Prefs {
	now := a.shared.Settings.Now()
	return scene.Prefs{Speed: now.Speed, FlipOnTurn: now.FlipOnTurn, Bar: now.Bar}
}

// leave goes to the main menu. A game that is running is kept, and the window says so.
func (a *App) leave() {
	running := a.scene != nil && a.scene.Unfinished()
	a.home()
	if running {
		a.Say("The game is kept. Continue goes on with it.")
	}
}

// End ends the game in progress, if there is one, and says goodbye to the peer. A game that is running is kept.
func (a *App) End() {
	if a.scene == nil {
		return
	}
	a.scene.Part(a.closing)
	if err := a.scene.Close(); err != nil {
		a.Say("The connection did not close cleanly: " + err.Error())
	}
	a.scene = nil
}

// keepPeersScore enters a score that was won at the other end.
func (a *App) keepPeersScore(s match.Score) {
	a.cfg.Scores.Add(ports.Score{Score: s, Date: a.cfg.Now()}, func(added bool, err error) {
		switch {
		case err != nil:
			a.Say(page.Sentence(err.Error()))
		case added:
			a.Say(s.Name + " enters the top scores with " + page.Plural(s.Seeds, "seed") + ".")
		}
	})
}
