package club

import (
	"testing"

	"mancala/glicko"
	"mancala/match/lobby"
)

// TestSureGames: new members of equal strength need about as many games as the program says to
// enter the standings.
func TestSureGames(t *testing.T) {
	a, b := glicko.Default.Start, glicko.Default.Start
	games := 0
	for a.Deviation > glicko.SureDeviation {
		a, b = glicko.Default.Game(a, b, glicko.Score(games%2), 0, 0)
		games++
	}
	if games < lobby.SureGames-3 || games > lobby.SureGames+3 {
		t.Errorf("it takes %d games, and they are told %d", games, lobby.SureGames)
	}
}
