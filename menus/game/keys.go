package game

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/motion"
)

// keys acts on the keys of the game that are no widget's.
func (g *Screen) keys(in *kit.Input) {
	if g.Field() != nil { // the keys are the talk's
		return
	}
	for _, k := range in.Keys {
		switch {
		case k.Repeat:
		case k.Ctrl && k.Key == ebiten.KeyZ && k.Shift, k.Ctrl && k.Key == ebiten.KeyY:
			g.did(g.scene.Redo())
		case k.Ctrl && k.Key == ebiten.KeyZ:
			g.takeBack()
		case k.Ctrl:
		case k.Key == ebiten.KeyF10:
			g.openMenu()
		case k.Key == ebiten.KeyN && g.scene.ComputerToMove() && (g.scene.Stepwise || g.scene.CanHurry()):
			g.nextMove()
		case k.Key == ebiten.KeyH:
			g.askHint()
		case k.Key == ebiten.KeyV:
			g.toggleBar()
		case k.Key == ebiten.KeyP && len(g.computers()) > 0:
			g.togglePause()
		case k.Key == ebiten.KeyS && !g.swap.Disabled:
			g.swapSides()
		case k.Key == ebiten.KeyT && !g.scene.Local():
			g.toggleTalk()
		case k.Key == ebiten.KeyL:
			g.toggleLog()
		case k.Key == ebiten.KeyR:
			g.scene.Flipped = !g.scene.Flipped
		case k.Key == ebiten.KeyComma:
			setSpeed(g.Shell, min(g.Settings.Now().Speed+1, motion.Slow))
		case k.Key == ebiten.KeyPeriod:
			setSpeed(g.Shell, max(g.Settings.Now().Speed, motion.Off+1)-1)
		case k.Key == ebiten.KeyEqual:
			setSpeed(g.Shell, motion.Normal)
		}
	}
}
