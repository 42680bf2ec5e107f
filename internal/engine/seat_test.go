package engine_test

import (
	"math/rand/v2"
	"testing"

	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"
)

var _ match.Seat = (*engine.Player)(nil)

// Two computer players play a whole game at a table.
func TestPlayersAtATable(t *testing.T) {
	v := need.Must(rules.Preset("kalah"))(t)
	names := [2]string{"Again", "Greedy"}
	link, err := table.NewLocal(match.LocalConfig{ID: "game", Variant: v, Names: names})
	if err != nil {
		t.Fatal(err)
	}
	var seats [2]match.Seat
	for i, name := range []string{"again", "greedy"} {
		if seats[i], err = engine.NewPlayer(name, rand.New(rand.NewPCG(1, 1)), nil); err != nil {
			t.Fatal(err)
		}
	}
	tbl := table.NewTable(link, match.Host, names, seats)
	for tbl.Poll(); tbl.Stage() == table.StageGame; tbl.Poll() {
		tbl.Ask()
	}
	if m := tbl.Match(); tbl.Stage() != table.StageOver || m.Result().Ending != match.Finished {
		t.Errorf("the game ends at stage %d with %v: %v", tbl.Stage(), m.Result(), tbl.Note())
	}
}
