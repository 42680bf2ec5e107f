package game

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
)

// Keys returns the keys of the game in its present state.
func (g *Screen) Keys() []page.KeyLine {
	lists := []page.KeyList{page.SowKeys, page.BoardKeys}
	if g.scene.Local() {
		lists = append(lists, page.AdviceKeys)
	} else {
		lists = append(lists, page.FarKeys)
	}
	if len(g.computers()) > 0 {
		lists = append(lists, page.ComputerKeys)
	}
	if m := g.scene.Match(); m != nil && m.Position().Variant().Pie {
		lists = append(lists, page.PieKeys)
	}
	return page.Lines(lists...)
}

// keys handles the keys that no control has used. For the key of a disabled tool it says why.
func (g *Screen) keys(in *kit.Input) {
	if g.Field() != nil { // the keys belong to the text field
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
		case k.Key == ebiten.KeyW:
			g.tellWhy()
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

// flip turns the board around.
func (g *Screen) flip() {
	g.scene.Flipped = !g.scene.Flipped
	g.Shell.Relayout()
}

// setSpeed sets the speed of moves, and says so.
func (g *Screen) setSpeed(speed motion.Speed) {
	g.Settings.Change(func(s *settings.Settings) { s.Speed = speed })
	g.Shell.Say(speedSentence(speed))
}
