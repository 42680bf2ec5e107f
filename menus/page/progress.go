package page

import (
	"mancala/match"
	"mancala/menus/ports"
	"mancala/scene"
	"mancala/words"
)

// Progress is the game in progress: there is one at most.
type Progress struct {
	// Shared is what the program shares, and Say its way to say a sentence.
	Shared *Shared
	Say    func(sentence string)
	// Observe, if not nil, is told every event of every game.
	Observe func(match.Event)
	// Narrate, if not nil, is told what happens in every game in sentences.
	Narrate scene.Narrate
	// Closing says that the program ends.
	Closing bool

	scene *scene.Scene
}

// Scene returns the game in progress, or nil.
func (p *Progress) Scene() *scene.Scene { return p.scene }

// Begin makes a scene the game in progress, and ends the one before. It returns the scene.
func (p *Progress) Begin(sc *scene.Scene) *scene.Scene {
	p.End()
	p.Say("") // what is said is about the game before
	p.scene = sc
	sc.Env = scene.Env{
		Prefs: p.prefs, NewJudge: p.Shared.Ports.NewJudge, Observe: p.Observe, Narrate: p.Narrate,
		Recorder: match.NewRecorder(sc.Table, sc.Kinds(), p.Shared.Ports.Archive.SaveGame, p.keepPeersScore),
	}
	return sc
}

// prefs returns how games are to be shown.
func (p *Progress) prefs() scene.Prefs {
	now := p.Shared.Settings.Now()
	return scene.Prefs{Speed: now.Speed, FlipOnTurn: now.FlipOnTurn, Bar: now.Bar, Still: now.Still}
}

// End ends the game in progress, if there is one, and says goodbye to the peer. A game that is
// running is kept.
func (p *Progress) End() {
	if p.scene == nil {
		return
	}
	p.scene.Part(p.Closing)
	if err := p.scene.Close(); err != nil {
		p.Say(words.T("The connection did not close cleanly: %s.", err.Error()))
	}
	p.scene = nil
}

// Unfinished reports whether a game is running that has at least one ply.
func (p *Progress) Unfinished() bool { return p.scene != nil && p.scene.Unfinished() }

// keepPeersScore enters a score that was won at the other end.
func (p *Progress) keepPeersScore(s match.Score) {
	p.Shared.Ports.Scores.Add(ports.Score{Score: s, Date: p.Shared.Ports.Now()}, func(added bool, err error) {
		switch {
		case err != nil:
			p.Say(words.Sentence(err))
		case added:
			p.Say(words.N("%s enters the top scores with %d seed.", "%s enters the top scores with %d seeds.", s.Seeds, s.Name, s.Seeds))
		}
	})
}
