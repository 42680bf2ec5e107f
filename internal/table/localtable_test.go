package table

import (
	"runtime"
	"slices"
	"testing"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

// shown is the visible state of a game.
type shown struct {
	game   string
	plies  int
	result match.Result
}

func shownBy(m *match.Match) shown { return shown{m.Game().String(), m.Plies(), m.Result()} }

// anySeat draws a person or a computer player.
func anySeat(t *rapid.T, name string) match.Seat {
	if rapid.Bool().Draw(t, name+" is a person") {
		return match.NewPerson()
	}
	return matchtest.NewGuesser().Low
}

// finishThinking waits for the computer player who was asked.
func finishThinking(table *Table) {
	for table.Thinking() {
		runtime.Gosched()
		table.Poll()
	}
}

// After any operation, a local table shows the link's game, undo goes back to a decision, and redo
// reverses an undo.
func TestLocalTableProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := need.Must(NewLocal(match.LocalConfig{ID: "id", Variant: drawTerms(t).Variant, Names: [2]string{"Ann", "Bob"}}))(t)
		table := NewTable(l, match.Host, [2]string{"Ann", "Bob"}, [2]match.Seat{anySeat(t, "host"), anySeat(t, "guest")})
		table.Poll()
		move := func(t *rapid.T) {
			switch plies := slices.Collect(table.Match().Position().Plies()); {
			case table.ComputerToMove():
				table.Ask()
				finishThinking(table)
			case table.PersonToMove():
				need.NoError(t, table.Play(rapid.SampledFrom(plies).Draw(t, "house")))
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"":          func(t *rapid.T) { checkTable(t, table, l) },
			"move":      move,
			"move on":   move,
			"move more": move,
			"ask":       func(*rapid.T) { table.Ask() },
			"poll":      func(*rapid.T) { table.Poll() },
			"undo":      func(t *rapid.T) { checkUndo(t, table) },
			"redo":      func(t *rapid.T) { checkRedo(t, table) },
			"resign": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "seldom") == 0 {
					_ = table.Resign() // refused in a game that is over
				}
			},
			"rematch": func(t *rapid.T) {
				over := table.Stage() == StageOver
				if err := table.Rematch(); (err == nil) != over {
					t.Fatalf("a rematch: %v", err)
				}
			},
		})
		finishThinking(table)
		_ = table.Close()
	})
}

func checkTable(t *rapid.T, table *Table, l *Local) {
	table.Poll()
	if got, want := shownBy(table.Match()), shownBy(l.state.Series.Match()); got != want || l.state.ahead != 0 {
		t.Fatalf("the table shows %+v, and the link %+v", got, want)
	}
	running := table.Match().Running()
	if (table.Stage() == StageGame) != running || running != (table.PersonToMove() || table.ComputerToMove()) || table.Note().String() != "" {
		t.Fatalf("stage %d, %+v, %q", table.Stage(), table.Match().Result(), table.Note().String())
	}
	if table.Number() != l.state.Series.Number() || table.Starter() != l.state.Series.Starter() {
		t.Fatalf("game %d by the %v, not %d by the %v", table.Number(), table.Starter(), l.state.Series.Number(), l.state.Series.Starter())
	}
}

// checkUndo undoes; unless that took back only an ending, it redoes and undoes again.
func checkUndo(t *rapid.T, table *Table) {
	can, before, brokenOff := table.CanUndo(), shownBy(table.Match()), !table.Match().Running() && table.Match().Result().Ending != match.Finished
	if err := table.Undo(); (err == nil) != can {
		t.Fatalf("undo, where that is possible: %v: %v", can, err)
	}
	after := shownBy(table.Match())
	switch {
	case !can:
		if before != after {
			t.Fatalf("a refused undo changes %+v to %+v", before, after)
		}
		return
	case brokenOff:
		if after.plies != before.plies {
			t.Fatalf("taking a resignation back takes %d plies", before.plies-after.plies)
		}
		return
	case after.plies >= before.plies || table.Persons() > 0 && !table.PersonToMove():
		t.Fatalf("undo goes from %+v to %+v", before, after)
	case table.Persons() != 1 && after.plies != before.plies-1:
		t.Fatalf("undo takes %d plies", before.plies-after.plies)
	}
	need.NoError(t, table.Redo())
	if again := shownBy(table.Match()); again != before {
		t.Fatalf("redo after undo gives %+v, not %+v", again, before)
	}
	if err := table.Undo(); err != nil || shownBy(table.Match()) != after {
		t.Fatalf("the second undo gives %+v, not %+v: %v", shownBy(table.Match()), after, err)
	}
}

func checkRedo(t *rapid.T, table *Table) {
	can, before := table.CanRedo(), shownBy(table.Match())
	if err := table.Redo(); (err == nil) != can {
		t.Fatalf("redo, where that is possible: %v: %v", can, err)
	}
	after := shownBy(table.Match())
	if can != (after != before) || can && table.Stage() == StageGame && !table.PersonToMove() && table.Persons() > 0 && table.CanRedo() {
		t.Fatalf("redo, where that is possible: %v, goes from %+v to %+v", can, before, after)
	}
}

// BenchmarkLocalPly is a ply at a shared machine, from the key press to the table shown.
func BenchmarkLocalPly(b *testing.B) {
	l := localOf(b, match.LocalConfig{ID: "id", Variant: kalah(b, 6, 4)})
	table := NewTable(l, match.Host, [2]string{"Ann", "Bob"}, [2]match.Seat{match.NewPerson(), match.NewPerson()})
	table.Poll()
	b.ReportAllocs()
	for b.Loop() {
		if table.Stage() != StageGame {
			need.NoError(b, table.Rematch())
		}
		for h := range table.Match().Position().Plies() {
			need.NoError(b, table.Play(h))
			break
		}
		table.Poll()
	}
}
