package newgame

import (
	"testing"

	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/rules"
)

func TestScreens(t *testing.T) {
	menustest.CheckScreens(t, map[string]func(b *menustest.Bench) page.Screen{
		"new game":         func(b *menustest.Bench) page.Screen { return NewSetup(b, page.AsLastTime) },
		"play computer":    func(b *menustest.Bench) page.Screen { return NewSetup(b, page.PlayComputer) },
		"two players here": func(b *menustest.Bench) page.Screen { return NewSetup(b, page.TwoPlayersHere) },
		"host":             func(b *menustest.Bench) page.Screen { return newHostScreen(b) },
		"open game":        func(b *menustest.Bench) page.Screen { return NewOpenGame(b) },
		"custom rules": func(b *menustest.Bench) page.Screen {
			return newCustomRules(b, rules.Presets()[3].Variant, func(rules.Variant) {})
		},
	})
}
