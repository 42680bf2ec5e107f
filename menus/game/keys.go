package game

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/motion"
)

// keys acts on the keys of the game that are no control's. The tools have taken theirs already; what is left of them gets a
// reason.
func (g *Screen) keys(in *kit.Input) {
	if g.Field() != nil { // the keys are those of the text
		return
	}
	for _, k := range in.Keys {
		switch {
		case k.Repeat:
		case k.Ctrl && k.Key == ebiten.KeyY:
			g.redo()
		case k.Ctrl:
		case k.Key == ebiten.KeyH && !g.ended():
			g.askHint()
		case k.Key == ebiten.KeyV:
			g.toggleBar()
		case k.Key == ebiten.KeyR:
			g.flip()
		case k.Key == ebiten.KeyComma:
			g.setSpeed(min(g.Settings.Now().Speed+1, motion.Slow))
		case k.Key == ebiten.KeyPeriod:
			g.setSpeed(max(g.Settings.Now().Speed, motion.Off+1) - 1)
		case k.Key == ebiten.KeyEqual:
			g.setSpeed(motion.Normal)
		}
	}
}

// flip turns the board for good.
func (g *Screen) flip() {
	g.scene.Flipped = !g.scene.Flipped
	g.Shell.Relayout()
}

// setSpeed changes how fast moves are shown, and says so.
func (g *Screen) setSpeed(speed motion.Speed) {
	g.Settings.Change(func(s *settings.Settings) { s.Speed = speed })
	g.Shell.Say(speedSentence(speed))
}
