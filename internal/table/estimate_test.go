package table_test

import (
	"testing"
	"testing/synctest"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// guesser is a computer player that says of each ply that it leads to 4.
type guesser struct{ *computer }

func (guesser) Estimate() (match.Verdict, bool) { return match.Verdict{Value: 4}, true }

// TestEstimatesOfPlies: a table's estimates of the computer player stay with their plies through
// undo and redo, and go if another ply is played.
func TestEstimatesOfPlies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := localTable(t, "kalah(6,4)", match.NewPerson(), guesser{scripted(1, 6, 5)})
		check := func(want ...int) {
			t.Helper()
			var got []int
			for n := range table.Match().Plies() + 2 {
				if v, ok := table.Estimate(n); ok {
					got = append(got, n, v.Value)
				}
			}
			if len(got) != len(want) {
				t.Fatalf("the estimates are %v, want %v", got, want)
			}
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("the estimates are %v, want %v", got, want)
				}
			}
		}
		check()
		play(t, table, 1)
		check()
		answers(t, table, 1)
		check(2, 4)
		play(t, table, 6)
		answers(t, table, 1)
		check(2, 4, 4, 4)
		need.NoError(t, table.Undo())
		table.Poll()
		check(2, 4)
		need.NoError(t, table.Redo())
		table.Poll()
		check(2, 4, 4, 4)
		need.NoError(t, table.Undo())
		play(t, table, 5)
		check(2, 4)
		if _, ok := table.Estimate(4); ok {
			t.Error("a ply that is not played has an estimate")
		}
		if table.Match().Position().ToMove() != rules.North {
			t.Fatal("the computer player has nothing to choose")
		}
		need.NoError(t, table.Undo())
		need.NoError(t, table.Undo())
		play(t, table, 4)
		check()
	})
}
