package menus

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/rules"
)

// screens opens each screen of this part of the program.
var screens = map[string]func(a *App) page.Screen{
	"new game":         func(a *App) page.Screen { return newSetupScreen(a, page.AsLastTime) },
	"play computer":    func(a *App) page.Screen { return newSetupScreen(a, page.PlayComputer) },
	"two players here": func(a *App) page.Screen { return newSetupScreen(a, page.TwoPlayersHere) },
	"host":             func(a *App) page.Screen { return newHostScreen(a) },
	"open game":        func(a *App) page.Screen { return newOpenGameScreen(a) },
	"top scores":       func(a *App) page.Screen { return newScoresScreen(a) },
	"my games":         func(a *App) page.Screen { return newGamesScreen(a) },
	"my figures": func(a *App) page.Screen {
		s := newGamesScreen(a)
		s.tabs.Choose(1)
		return s
	},
	"custom rules": func(a *App) page.Screen {
		return newCustomRules(a, rules.Presets()[3].Variant, func(rules.Variant) {})
	},
}

func TestControlsLieInTheWindowAndApart(t *testing.T) {
	for name, open := range screens {
		b := newBench(t, menustest.Shelf{}, nil)
		b.Push(open(b.App))
		for _, size := range menustest.Windows {
			b.CheckPlaced(name, size)
		}
	}
}

func TestEscapeGoesBack(t *testing.T) {
	for name, open := range screens {
		b := newBench(t, menustest.Shelf{}, nil)
		b.Push(open(b.App))
		b.Press(ebiten.KeyEscape)
		if b.Top().Name() != "main menu" {
			t.Errorf("Escape on %s leads to %q", name, b.Top().Name())
		}
	}
}
