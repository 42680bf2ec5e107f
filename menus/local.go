package menus

import (
	"fmt"

	"mancala/match"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/scene"
)

// begin makes a scene the one in progress.
func (a *App) begin(sc *scene.Scene) *scene.Scene {
	a.endScene()
	a.toast.Clear()
	a.scene = sc
	sc.Env = scene.Env{
		Prefs: a.prefs, NewJudge: a.cfg.NewJudge, Observe: a.cfg.Observe,
		Recorder: match.NewRecorder(sc.Table, sc.Kinds(), a.cfg.Archive.SaveGame, a.keepPeersScore),
	}
	return sc
}

// prefs returns how games are to be shown.
func (a *App) prefs() scene.Prefs {
	return scene.Prefs{Speed: a.book.Now().Speed, FlipOnTurn: a.book.Now().FlipOnTurn, Bar: a.book.Now().Bar}
}

// startLocal begins a game between parties who both sit at this machine, and shows its board.
func (a *App) startLocal(s settings.Setup) {
	table, err := a.localTable(s)
	if err != nil {
		a.say(sentence(err.Error()))
		return
	}
	sc := a.begin(scene.New(table, s.Seats))
	sc.Stepwise = s.StepByStep
	sc.Advance(0)
	a.follow()
}

// localTable seats the parties of a setup at a table. Plies are made already, elsewhere.
func (a *App) localTable(s settings.Setup, plies ...rules.House) (*match.Table, error) {
	return a.seat(match.LocalConfig{
		ID: a.cfg.NewID(), Variant: s.Variant, Starter: s.Starter, Names: a.seatNames(s), Plies: plies, Opened: len(plies) > 0,
	}, s.Seats)
}

// seat returns the table of a local series with these seats, by party.
func (a *App) seat(cfg match.LocalConfig, names [2]string) (*match.Table, error) {
	link, err := match.NewLocal(cfg)
	if err != nil {
		return nil, err
	}
	var seats [2]match.Seat
	for i, name := range names {
		if name == personSeat {
			seats[i] = match.NewPerson()
		} else if seats[i], err = a.cfg.NewSeat(name); err != nil {
			return nil, err
		}
	}
	return match.NewTable(link, match.Host, cfg.Names, seats), nil
}

// seatNames gives a name to whoever has none: a computer player its strategy's, a person a number.
func (a *App) seatNames(s settings.Setup) [2]string {
	names := s.Names
	for i := range names {
		if names[i] = match.CleanName(names[i]); names[i] != "" {
			continue
		}
		names[i] = fmt.Sprintf("Player %d", i+1)
		for _, strategy := range a.cfg.Strategies {
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
func (a *App) openGame(g rules.Game) error {
	persons := [2]string{personSeat, personSeat}
	return a.playOn(settings.Setup{Variant: g.Variant, Names: [2]string{"South", "North"}, Seats: persons}, g.Plies)
}

// playOn begins a game between parties who both sit at this machine, in which these plies are made
// already, and shows its board. If that is not possible, the game in progress goes on.
func (a *App) playOn(s settings.Setup, plies []rules.House) error {
	table, err := a.localTable(s, plies...)
	if err != nil {
		return err
	}
	a.home()
	a.begin(scene.New(table, s.Seats)).Advance(0)
	a.follow()
	return nil
}

// keepSetup remembers the choices of a new game.
func (a *App) keepSetup(s settings.Setup) {
	a.book.Change(func(now *settings.Settings) { now.Setup = s }, settings.KeySetup)
}

// leave goes to the main menu. A game that is running is kept, and the window says so.
func (a *App) leave() {
	running := a.scene != nil && a.scene.Unfinished()
	a.home()
	if running {
		a.say("The game is kept. Continue goes on with it.")
	}
}

// endScene ends the game in progress, if there is one, and says goodbye to the peer. A game that is running is kept.
func (a *App) endScene() {
	if a.scene == nil {
		return
	}
	a.scene.Part(a.closing)
	if err := a.scene.Close(); err != nil {
		a.say("The connection did not close cleanly: " + err.Error())
	}
	a.scene = nil
}
