package newgame

import (
	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/rules"
)

// startLocal begins a local game, and shows its board.
func startLocal(shell page.Shell, s settings.Setup) {
	tbl, err := shell.Shared().Ports.LocalTable(s)
	if err != nil {
		shell.Say(words.Sentence(err))
		return
	}
	showTable(shell, tbl, s.Seats, s.StepByStep)
}

// showTable makes the game at a table the one in progress, and shows its board.
func showTable(shell page.Shell, tbl *table.Table, kinds [2]string, stepwise bool) {
	sc := shell.Begin(scene.New(tbl, kinds))
	sc.Stepwise = stepwise
	sc.Advance(0)
	shell.Go(page.ToBoard{})
}

// openGame shows a game at its last position. Two people can continue from there.
func openGame(shell page.Shell, g rules.Game) error {
	persons := [2]string{match.KindPerson, match.KindPerson}
	return PlayOn(shell, settings.Setup{Variant: g.Variant, Names: match.SideNames, Seats: persons}, g.Plies)
}

// PlayOn begins a local game after given plies, and shows its board. If that is impossible, the
// game in progress continues.
func PlayOn(shell page.Shell, s settings.Setup, plies []rules.House) error {
	tbl, err := shell.Shared().Ports.LocalTable(s, plies...)
	if err != nil {
		return err
	}
	if home := shell.Home(); home != nil { // and from the game back there
		shell.BackTo(home)
		shell.End()
	} else {
		shell.Go(page.ToMain{})
	}
	showTable(shell, tbl, s.Seats, s.StepByStep)
	return nil
}

// keepSetup stores the choices of a new game.
func keepSetup(shell page.Shell, s settings.Setup) {
	shell.Shared().Settings.Change(func(now *settings.Settings) { now.Setup = s }, settings.KeySetup)
}
