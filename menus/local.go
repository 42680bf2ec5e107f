package menus

import (
	"fmt"

	"mancala/match"
	"mancala/render"
	"mancala/rules"
)

// begin makes a table the play in progress.
func (a *App) begin(p *Play) *Play {
	a.endPlay()
	a.play = p
	p.speed, p.flipOnTurn, p.observe = a.speed, a.flipOnTurn, a.cfg.Observe
	p.showBar, p.newJudge = a.showBar, a.cfg.NewJudge
	return p
}

// startLocal begins a game between parties who both sit at this machine, and shows its board.
func (a *App) startLocal(s Setup) {
	table, err := a.localTable(s)
	if err != nil {
		a.say(sentence(err.Error()))
		return
	}
	p := a.begin(NewPlay(table))
	p.stepwise = s.StepByStep
	p.Advance(0)
	a.follow()
}

// localTable seats the parties of a setup at a table.
func (a *App) localTable(s Setup) (*match.Table, error) {
	names := a.seatNames(s)
	link, err := match.NewLocal(a.cfg.NewID(), s.Variant, s.Starter, names)
	if err != nil {
		return nil, err
	}
	var seats [2]match.Seat
	for i, name := range s.Seats {
		if name == personSeat {
			seats[i] = match.NewPerson()
		} else if seats[i], err = a.cfg.NewSeat(name); err != nil {
			return nil, err
		}
	}
	return match.NewTable(link, match.Host, names, seats), nil
}

// seatNames gives a name to whoever has none: a computer player its strategy's, a person a number.
func (a *App) seatNames(s Setup) [2]string {
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
	p, err := a.resume(Setup{Variant: g.Variant, Names: [2]string{"South", "North"}, Seats: persons}, g.Plies)
	if err == nil {
		a.show(p)
	}
	return err
}

// resume returns a new game between parties who both sit at this machine, in which these plies are made already.
func (a *App) resume(s Setup, plies []rules.House) (*Play, error) {
	if _, err := rules.Replay(s.Variant, plies...); err != nil {
		return nil, err
	}
	table, err := a.localTable(s)
	if err != nil {
		return nil, err
	}
	for _, h := range plies {
		if err := table.Link().Play(h); err != nil {
			return nil, err
		}
	}
	p := NewPlay(table)
	p.resumed = len(plies) > 0
	return p, nil
}

// show makes a game that was resumed the play in progress, and shows its board.
func (a *App) show(p *Play) {
	a.begin(p)
	p.speed = render.SpeedOff // the way here is not shown
	p.Advance(0)
	p.speed = a.speed
	a.follow()
}

// keepSetup remembers the choices of a new game.
func (a *App) keepSetup(s Setup) {
	a.setup = s
	a.cfg.Scores.SetSetting(settingSetup, s.encode())
}

// endPlay says goodbye to whoever is at the other end, if there is a play.
func (a *App) endPlay() {
	if a.play == nil {
		return
	}
	if err := a.play.Close(); err != nil {
		a.say("The connection did not close cleanly: " + err.Error())
	}
	a.play = nil
}
