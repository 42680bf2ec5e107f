package page

import (
	"time"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
)

// Progress is the game in progress; there is at most one.
type Progress struct {
	// Shared is the shared state of the program, and Say shows a toast.
	Shared *Shared
	Say    func(sentence string)
	// Observe, if not nil, receives every event of every game.
	Observe func(table.News)
	// Narrate, if not nil, receives a narration of every game.
	Narrate scene.Narrate
	// Closing says that the program is closing.
	Closing bool

	scene *scene.Scene
}

// Scene returns the game in progress, or nil.
func (p *Progress) Scene() *scene.Scene { return p.scene }

// Begin makes sc the game in progress, ends the previous one, and returns sc.
func (p *Progress) Begin(sc *scene.Scene) *scene.Scene {
	p.End()
	p.Say("") // the toast is about the previous game
	p.scene = sc
	sc.Env = scene.Env{
		Prefs: p.Shared.Prefs, NewJudge: p.Shared.Ports.NewJudge, Now: p.Shared.Ports.Now, Observe: p.Observe, Narrate: p.Narrate,
		Recorder: table.NewRecorder(sc.Table, sc.Kinds(), p.Shared.Ports.Archive.SaveGame, p.keepPeersScore),
	}
	return sc
}

// reviewPatience is a judge's time for a position of a review that it cannot prove.
const reviewPatience = time.Second

// NewJudging returns the judging of a scene's game as it is now.
func (s *Shared) NewJudging(sc *scene.Scene) *scene.Judging {
	return scene.NewJudging(sc.Match(), s.Ports.NewJudge(reviewPatience))
}

// Prefs returns the preferences for showing games.
func (s *Shared) Prefs() scene.Prefs {
	now := s.Settings.Now()
	return scene.Prefs{Speed: now.Speed, FlipOnTurn: now.FlipOnTurn, Bar: now.Bar, Still: now.Still}
}

// End ends the game in progress, if there is one, and says goodbye to the peer. It keeps a running
// game.
func (p *Progress) End() {
	if p.scene == nil {
		return
	}
	if id := p.scene.GameID(); p.scene.Local() && id != "" {
		p.Shared.Ports.Archive.Release(id)
	}
	p.scene.Part(p.Closing)
	if err := p.scene.Close(); err != nil {
		p.Say(words.T("The connection did not close cleanly: %s.", err.Error()))
	}
	p.scene = nil
}

// Unfinished reports whether a game with at least one ply is running.
func (p *Progress) Unfinished() bool { return p.scene != nil && p.scene.Unfinished() }

// keepPeersScore stores a score from the other end.
func (p *Progress) keepPeersScore(s match.Score) {
	p.Shared.Ports.Scores.Add(s, func(added bool, err error) {
		switch {
		case err != nil:
			p.Say(words.Sentence(err))
		case added:
			p.Say(words.N("%s enters the top scores with %d seed.", "%s enters the top scores with %d seeds.", s.Seeds, s.Name, s.Seeds))
		}
	})
}
