package newgame

import (
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/rules"
)

// newFirst returns the choice of who begins a local game, in the order of [match.First]: a coin
// toss, or one of names, by party.
func newFirst(shell page.Shell, id string, names [2]string) *kit.Choice {
	now := shell.Shared().Settings.Now()
	selected := 1 + int(now.Setup.Starter)
	if now.Toss {
		selected = 0
	}
	options := append([]string{words.C("who begins", "Toss")}, names[:]...)
	return kit.WithID(id, kit.NewChoice(words.T("Who begins"), options, selected, nil))
}

// newGameButton returns the button that names the game of local games, and lets users choose
// another one. It then calls chosen.
func newGameButton(shell page.Shell, id string, chosen func()) *kit.Button {
	b := kit.NewButton(page.ShortVariant(shell.Shared().Settings.Now().Setup.Variant), nil)
	b.Tip = words.T("Which game?")
	b.OnPress = func() {
		learn := kit.WithID("which.learn", kit.NewButton(words.T("Learn in one minute"), func() { page.ChooseLesson(shell) }))
		shell.Push(page.NewGames(shell, shell.Shared().Settings.Now().Setup.Variant, func(v rules.Variant) {
			setup := shell.Shared().Settings.Now().Setup
			setup.Variant = v
			keepSetup(shell, setup)
			b.Label = page.ShortVariant(v)
			chosen()
			shell.Relayout()
		}, learn))
	}
	return kit.WithID(id, b)
}

// beginGame begins a local game with the starter chosen by first, and stores the choices. A toast
// shows the result of a coin toss.
func beginGame(shell page.Shell, setup settings.Setup, first *kit.Choice) {
	shared := shell.Shared()
	toss := first.Selected == 0
	if toss {
		setup.Starter = match.Party(shared.Ports.Chance(2))
	} else {
		setup.Starter = match.Party(first.Selected - 1)
	}
	shared.Settings.Change(func(s *settings.Settings) { s.Toss = toss })
	keepSetup(shell, setup)
	startLocal(shell, setup)
	if !toss || shell.Scene() == nil {
		return
	}
	shell.Scene().Toss()
	if other := 1 - setup.Starter; setup.Seats[setup.Starter] == match.KindPerson && setup.Seats[other] != match.KindPerson {
		shell.Say(words.T("You won the toss: you begin."))
		return
	}
	shell.Say(words.T("%s won the toss and begins.", words.Name(shared.Ports.SeatNames(setup)[setup.Starter])))
}
