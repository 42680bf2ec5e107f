package textui

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// Setup is the start of a game: the board and the seats.
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
// returns the error of ctx if that ends, and a [*Trouble] if the input ends or the output cannot be
// written.
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
