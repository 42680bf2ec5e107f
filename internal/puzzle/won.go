package puzzle

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"mancala/rules"
)

// Won is a game up to a won position for the side to move to play out.
type Won struct {
	Game rules.Game
	// Margin is the side to move's winning margin with best play, in seeds.
	Margin int
}

//go:embed won.games
var wonFile string

var wonGames = sync.OnceValues(func() (list []Won, err error) {
	for line := range strings.Lines(wonFile) {
		w, err := parseWon(strings.TrimSpace(line))
		if err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
})

// AllWon returns the embedded games, the largest margin first. The caller owns the slice.
func AllWon() []Won {
	list, err := wonGames()
	if err != nil { // a test reads the list
		panic(err)
	}
	return slices.Clone(list)
}

// Position returns the position to win.
func (w Won) Position() rules.Position {
	p, _ := w.Game.Replay() // it is legal
	return p
}

// Side returns the side that wins.
func (w Won) Side() rules.Side { return w.Position().ToMove() }

// Begins reports whether a game continues the position.
func (w Won) Begins(g rules.Game) bool {
	n := len(w.Game.Plies)
	return g.Variant == w.Game.Variant && len(g.Plies) > n && slices.Equal(g.Plies[:n], w.Game.Plies)
}

// String returns a line of the list: the margin, and the game.
func (w Won) String() string { return fmt.Sprint(w.Margin, " ", w.Game) }

func parseWon(line string) (w Won, err error) {
	margin, game, _ := strings.Cut(line, " ")
	if _, err = fmt.Sscan(margin, &w.Margin); err != nil {
		return w, err
	}
	if w.Game, err = rules.ParseGame(game); err != nil {
		return w, err
	}
	_, err = w.Game.Replay()
	return w, err
}
