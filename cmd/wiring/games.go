package wiring

import (
	"mancala/match"
	"mancala/notation"
	"mancala/rules"
)

// ReadGame reads a game from a text that was copied: as this program writes it, or in one of the
// notations of others.
func ReadGame(text string) (rules.Game, error) {
	g, err := match.ReadGame(text)
	if err == nil {
		return g, nil
	}
	return notation.ReadGame(text, err)
}
