package textui

import (
	"cmp"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// Person is the seat of a person at this terminal, as options name it.
const Person = "ask"

// Seating says by party who plays.
type Seating struct {
	// Seats are [Person], the names of computer players, or "" for players at the other end.
	Seats [2]string
	// Names are the names that the players were given, or "".
	Names [2]string
}

// personNames are the default names of two people at one keyboard.
var personNames = [2]string{"Player 1", "Player 2"}

// SeatingOf returns the seating of a game that was left at this machine, from the names and the
// kinds of its players by party.
func SeatingOf(names, kinds [2]string) (s Seating) {
	s.Seats = kinds
	for p, kind := range kinds {
		if kind == match.KindPerson {
			s.Seats[p] = Person
			if name := names[p]; name != personNames[0] && name != personNames[1] {
				s.Names[p] = name
			}
		}
	}
	return s
}

// Kinds returns the kinds of the players by party, as in a [match.Record].
func (s Seating) Kinds() [2]string {
	kinds := s.Seats
	for p, kind := range kinds {
		if kind == Person {
			kinds[p] = match.KindPerson
		}
	}
	return kinds
}

// Seat returns the seats and the names of the players by party in a game of a variant. Local means
// that both parties are at this terminal, so that each person has a name. Computer makes the seat
// of a computer player; Seat returns its error.
func (s Seating) Seat(v rules.Variant, local bool, computer func(name string) (match.Seat, error)) (seats [2]match.Seat, names [2]string, err error) {
	names = s.Names
	for p, name := range s.Seats {
		switch name {
		case "":
		case Person:
			seats[p] = match.NewPerson()
			if local {
				names[p] = cmp.Or(names[p], personNames[p])
			}
		default:
			if seats[p], err = computer(name); err != nil {
				return seats, names, err
			}
			names[p] = cmp.Or(names[p], words.StrategyName(words.Player(name, v)))
		}
	}
	return seats, names, nil
}
