package ports

import (
	"slices"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/settings"
	"mancala/rules"
)

// LocalTable returns a table with the parties of a setup, after plies made elsewhere.
func (p *Ports) LocalTable(s settings.Setup, plies ...rules.House) (*table.Table, error) {
	return p.Seat(match.LocalConfig{
		ID: p.NewID(), Variant: s.Variant, Starter: s.Starter, Names: p.SeatNames(s), Plies: plies, Opened: len(plies) > 0,
	}, s.Seats)
}

// Seat returns the table of a local series with these seats, by party.
func (p *Ports) Seat(cfg match.LocalConfig, names [2]string) (*table.Table, error) {
	link, err := table.NewLocal(cfg)
	if err != nil {
		return nil, err
	}
	var seats [2]match.Seat
	for i, name := range names {
		if name == match.KindPerson {
			seats[i] = match.NewPerson()
		} else if seats[i], err = p.NewSeat(name); err != nil {
			return nil, err
		}
	}
	return table.NewTable(link, match.Host, cfg.Names, seats), nil
}

// IsUnnamed reports whether a name is a default name of a person.
func IsUnnamed(name string) bool {
	return slices.Contains(match.Unnamed[:], name) || name == match.DefaultName(match.Host) || name == match.DefaultName(match.Guest)
}

// Title returns the English title of a computer player in a game.
func (p *Ports) Title(strategy match.Strategy, v rules.Variant) string {
	if name := words.Player(strategy.Name, v); name != strategy.Name {
		return words.StrategyName(name)
	}
	return strategy.Title
}

// SeatNames returns the names of the parties. A computer player without a name gets its strategy's,
// and a person a number.
func (p *Ports) SeatNames(s settings.Setup) [2]string {
	names := s.Names
	for i := range names {
		if names[i] = match.CleanName(names[i]); names[i] != "" {
			continue
		}
		names[i] = match.Unnamed[i]
		if command, is := match.ProgramOf(s.Seats[i]); is && p.Program != nil {
			if name, err := p.Program(command); err == nil {
				names[i] = match.CleanName(name)
			}
		}
		for _, strategy := range p.Strategies {
			if strategy.Name == s.Seats[i] {
				names[i] = p.Title(strategy, s.Variant)
			}
		}
	}
	if names[0] == names[1] && s.Names == [2]string{} { // the same computer player twice
		names[0], names[1] = names[0]+" 1", names[1]+" 2"
	}
	return names
}
