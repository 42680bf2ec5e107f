package menus

import (
	"fmt"

	"mancala/match"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/scene"
)

// startLocal begins a game between parties who both sit at this machine, and shows its board.
func startLocal(shell page.Shell, s settings.Setup) {
	table, err := localTable(shell, s)
	if err != nil {
		shell.Say(page.Sentence(err.Error()))
		return
	}
	sc := shell.Begin(scene.New(table, s.Seats))
	sc.Stepwise = s.StepByStep
	sc.Advance(0)
	shell.Go(page.ToBoard{})
}

// localTable seats the parties of a setup at a table. Plies are made already, elsewhere.
func localTable(shell page.Shell, s settings.Setup, plies ...rules.House) (*match.Table, error) {
	return seat(shell, match.LocalConfig{
		ID: shell.Shared().Ports.NewID(), Variant: s.Variant, Starter: s.Starter, Names: seatNames(shell, s), Plies: plies, Opened: len(plies) > 0,
	}, s.Seats)
}

// seat returns the table of a local series with these seats, by party.
func seat(shell page.Shell, cfg match.LocalConfig, names [2]string) (*match.Table, error) {
	link, err := match.NewLocal(cfg)
	if err != nil {
		return nil, err
	}
	var seats [2]match.Seat
	for i, name := range names {
		if name == match.KindPerson {
			seats[i] = match.NewPerson()
		} else if seats[i], err = shell.Shared().Ports.NewSeat(name); err != nil {
			return nil, err
		}
	}
	return match.NewTable(link, match.Host, cfg.Names, seats), nil
}

// seatNames gives a name to whoever has none: a computer player its strategy's, a person a number.
func seatNames(shell page.Shell, s settings.Setup) [2]string {
	names := s.Names
	for i := range names {
		if names[i] = match.CleanName(names[i]); names[i] != "" {
			continue
		}
		names[i] = fmt.Sprintf("Player %d", i+1)
		for _, strategy := range shell.Shared().Ports.Strategies {
			if strategy.Name == s.Seats[i] {
				names[i] = strategy.Title
			}
		}
	}
	if names[0] == names[1] && s.Names == [2]string{} { // twice the same computer player
		names[0], names[1] = names[0]+" 1", names[1]+" 2"
	}
	return names
}

// openGame shows a game at its last position; two persons may play on from there.
func openGame(shell page.Shell, g rules.Game) error {
	persons := [2]string{match.KindPerson, match.KindPerson}
	return playOn(shell, settings.Setup{Variant: g.Variant, Names: [2]string{"South", "North"}, Seats: persons}, g.Plies)
}

// playOn begins a game between parties who both sit at this machine, in which these plies are made
// already, and shows its board. If that is not possible, the game in progress goes on.
func playOn(shell page.Shell, s settings.Setup, plies []rules.House) error {
	table, err := localTable(shell, s, plies...)
	if err != nil {
		return err
	}
	shell.Go(page.ToMain{})
	shell.Begin(scene.New(table, s.Seats)).Advance(0)
	shell.Go(page.ToBoard{})
	return nil
}

// keepSetup remembers the choices of a new game.
func keepSetup(shell page.Shell, s settings.Setup) {
	shell.Shared().Settings.Change(func(now *settings.Settings) { now.Setup = s }, settings.KeySetup)
}
