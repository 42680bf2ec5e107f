package page

import (
	"slices"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
)

// Opponents is a kind of opponents for a new game.
type Opponents uint8

// The kinds of opponents.
const (
	AsLastTime     Opponents = iota // the same as last time
	TwoPlayersHere                  // two people at this machine
	PlayComputer                    // a person and a computer player
	TwoComputers                    // two computer players, which a person watches
)

// Seated returns the seats for a new game against a kind of opponents. seats are the last game's.
func Seated(against Opponents, seats [2]string, strategies []match.Strategy) [2]string {
	known := func(name string) bool {
		if _, program := match.ProgramOf(name); program {
			return true
		}
		return slices.ContainsFunc(strategies, func(s match.Strategy) bool { return s.Name == name })
	}
	computers := 0
	for i := range seats {
		if known(seats[i]) {
			computers++
		} else {
			seats[i] = match.KindPerson
		}
	}
	switch {
	case against == TwoPlayersHere:
		return [2]string{match.KindPerson, match.KindPerson}
	case against == AsLastTime || len(strategies) == 0:
		return seats
	case against == TwoComputers:
		return [2]string{orWeakest(seats[match.Host], strategies), orWeakest(seats[match.Guest], strategies)}
	case computers == 1:
		return seats
	}
	return [2]string{match.KindPerson, orWeakest(seats[match.Guest], strategies)}
}

// orWeakest returns the computer player of a seat, or the weakest of the ladder for a person.
func orWeakest(seat string, strategies []match.Strategy) string {
	if seat != match.KindPerson {
		return seat
	}
	return strategies[max(0, slices.IndexFunc(strategies, func(s match.Strategy) bool { return s.Rung == 1 }))].Name
}

// NewSeatChoice returns the choice of a seat, which opens as a list: a person at index 0, the
// available strategies, and another program if programs is set.
func NewSeatChoice(shell Shell, label string, selected int, programs bool) *kit.Choice {
	titles := []string{words.T("Person here")}
	ports, v := shell.Shared().Ports, shell.Shared().Settings.Now().Setup.Variant
	for _, strategy := range ports.Strategies {
		titles = append(titles, words.Name(ports.Title(strategy, v)))
	}
	if programs {
		titles = append(titles, words.T("Another program"))
	}
	ch := kit.NewChoice(label, titles, selected, nil)
	ch.OnOpen = func() { shell.Push(newSeatList(shell, label, ch)) }
	return ch
}
