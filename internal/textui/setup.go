package textui

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
)

// Setup holds the board and the seats of a new game.
type Setup struct {
	// Houses and Seeds are the size of the board.
	Houses, Seeds int
	// Seats are the names of the strategies of the two sides.
	Seats [2]string
}

// asker asks questions until they have valid answers or there is an error.
type asker struct {
	ctx context.Context
	in  *Lines
	out *screen
	err error
}

// AskSetup asks for the number of bowls, the number of seeds in each and a strategy for each side,
// by its index in the list. After a wrong answer it prints the possible ones and asks again. It
// returns ctx's error if ctx ends, and a [*Trouble] if the input ends or writing the output fails.
func AskSetup(ctx context.Context, in *Lines, out io.Writer, strategies []match.Strategy) (Setup, error) {
	a := &asker{ctx: ctx, in: in, out: newScreen(out, false)}
	a.out.line(words.T("The strategies:"))
	for i, strategy := range strategies {
		a.out.line(fmt.Sprintf("%d. %s: %s", i, strategy.Title, strategy.About))
	}
	s := Setup{
		Houses: a.number(words.Msg("Number of bowls per player, 1 to %d (6 is traditional): "), 1, rules.MaxHouses),
		Seeds:  a.number(words.Msg("Number of seeds in each bowl, 1 to %d (4 is traditional): "), 1, rules.MaxSeeds),
	}
	for i := range s.Seats {
		n := a.number(words.Msg("Strategy for Player %[2]d, 0 to %[1]d: "), 0, len(strategies)-1, i+1)
		if a.err == nil {
			s.Seats[i] = strategies[n].Name
		}
	}
	a.out.breakOff()
	if err := a.out.flush(); a.err == nil {
		a.err = err
	}
	return s, a.err
}

// number asks for a number from low to high. The first argument of the text is high.
func (a *asker) number(text words.Msg, low, high int, more ...any) int {
	for a.err == nil {
		a.out.ask(text.T(append([]any{high}, more...)...))
		if a.err = a.out.flush(); a.err != nil {
			break
		}
		select {
		case <-a.ctx.Done():
			a.err = a.ctx.Err()
		case line, ok := <-a.in.C():
			if !ok {
				a.err = inputEnded()
				break
			}
			a.out.answered()
			if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && n >= low && n <= high {
				return n
			}
			a.out.line(words.T("Please type a number from %d to %d.", low, high))
		}
	}
	return 0
}

// Person is the seat of a person at this terminal, as options name it.
const Person = "ask"

// Seating holds the players by party.
type Seating struct {
	// Seats are [Person], the names of computer players, or "" for players at the other end.
	Seats [2]string
	// Names are the given names of the players, or "".
	Names [2]string
}

// SeatingOf returns the seating of an unfinished game at this machine, from the names and kinds of
// its players by party.
func SeatingOf(names, kinds [2]string) (s Seating) {
	s.Seats = kinds
	for p, kind := range kinds {
		if kind == match.KindPerson {
			s.Seats[p] = Person
			if name := names[p]; !slices.Contains(match.Unnamed[:], name) {
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

// Seat returns the seats and the names of the players by party in a game of a variant. local means
// that both parties are at this terminal, so that each person needs a name. computer makes the seat
// of a computer player; Seat returns its error.
func (s Seating) Seat(v rules.Variant, local bool, computer func(name string) (match.Seat, error)) (seats [2]match.Seat, names [2]string, err error) {
	names = s.Names
	for p, name := range s.Seats {
		switch name {
		case "":
		case Person:
			seats[p] = match.NewPerson()
			if local {
				names[p] = cmp.Or(names[p], match.Unnamed[p])
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
