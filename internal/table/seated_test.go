package table_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"mancala/internal/match"
	. "mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

// computer is a computer player for tests. Like any seat, it is for one goroutine.
type computer struct {
	choose func(ctx context.Context, p rules.Position) (rules.House, error)
	asked  int
	seen   []rules.House
}

func (c *computer) Choose(ctx context.Context, p rules.Position) (rules.House, error) {
	c.asked++
	return c.choose(ctx, p)
}

func (c *computer) Observe(s rules.Sowing, _ rules.Position) { c.seen = append(c.seen, s.From) }

// scripted returns a computer player that plays these houses, and then the first legal one.
func scripted(houses ...rules.House) *computer {
	return &computer{choose: func(_ context.Context, p rules.Position) (rules.House, error) {
		if len(houses) > 0 {
			h := houses[0]
			houses = houses[1:]
			return h, nil
		}
		for h := range p.Plies() {
			return h, nil
		}
		return 0, errors.New("no ply")
	}}
}

// thinker returns a computer player that thinks until its context ends.
func thinker() *computer {
	return &computer{choose: func(ctx context.Context, _ rules.Position) (rules.House, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	}}
}

// localTable returns the table of a local game between Ann, the host, and Bob, after its first
// Poll.
func localTable(t testing.TB, rules string, host, guest match.Seat) *Table {
	t.Helper()
	table := NewTable(local(t, rules, match.Host), match.Host, [2]string{"Ann", "Bob"}, [2]match.Seat{host, guest})
	table.Poll()
	if table.Stage() != StageGame {
		t.Fatalf("the table is at stage %d", table.Stage())
	}
	return table
}

// play plays houses for the persons at the table.
func play(t testing.TB, table *Table, houses ...rules.House) {
	t.Helper()
	for i, h := range houses {
		if err := table.Play(h); err != nil {
			t.Fatalf("ply %d: %v", i+1, err)
		}
	}
	table.Poll()
}

// answers has the computer players at the table play n plies. It wants a synctest bubble.
func answers(t testing.TB, table *Table, n int) {
	t.Helper()
	for i := range n {
		before := table.Match().Plies()
		table.Ask()
		synctest.Wait()
		table.Poll()
		if table.Match().Plies() != before+1 {
			t.Fatalf("answer %d of %d does not come: %s", i+1, n, table.Note().String())
		}
	}
}

// checkPlies fails unless these have been played and this party is to move.
func checkPlies(t testing.TB, table *Table, toMove match.Party, houses ...rules.House) {
	t.Helper()
	if got := table.Match().Game().Plies; !slices.Equal(got, houses) || table.ToMove() != toMove {
		t.Fatalf("%v have been played, and %v is to move; not %v and %v", got, table.ToMove(), houses, toMove)
	}
}

// checkShown fails unless the table's game is the link's.
func checkShown(t rapid.TB, got, want *match.Match) {
	t.Helper()
	if got.Game().String() != want.Game().String() || got.Position() != want.Position() || got.Result() != want.Result() {
		t.Fatalf("the table shows %v, %v, and the link %v, %v", got.Game(), got.Result(), want.Game(), want.Result())
	}
}

func TestTableOfTwoPersons(t *testing.T) {
	table := localTable(t, "kalah(6,4)", match.NewPerson(), match.NewPerson())
	if table.Persons() != 2 || !table.PersonToMove() || table.ComputerToMove() || !table.Here(match.Host) || !table.Here(match.Guest) {
		t.Error("the seats are mixed up")
	}
	play(t, table, 3, 6, 1)
	checkPlies(t, table, match.Host, 3, 6, 1)
	for _, left := range [][]rules.House{{3, 6}, {3}, {}} { // one ply at a time
		need.NoError(t, table.Undo())
		if got := table.Match().Game().Plies; !slices.Equal(got, left) {
			t.Fatalf("undo leaves %v, not %v", got, left)
		}
	}
	if err := table.Undo(); err != match.ErrNothingToUndo || table.CanUndo() {
		t.Errorf("undo of nothing: %v", err)
	}
	need.NoError(t, table.Redo(), table.Redo())
	checkPlies(t, table, match.Guest, 3, 6)
	play(t, table, 2)
	if err := table.Redo(); err != match.ErrNothingToRedo || table.CanRedo() {
		t.Errorf("redo after another ply: %v", err)
	}
	checkPlies(t, table, match.Guest, 3, 6, 2)
	table.Ask() // there is no seat to ask
	if table.Thinking() {
		t.Error("a person is asked")
	}
}

// The person sees their ply at once, and only once.
func TestTablePlayIsThereAtOnce(t *testing.T) {
	table := localTable(t, "kalah(6,4)", match.NewPerson(), match.NewPerson())
	need.NoError(t, table.Play(3), table.Play(6))
	checkPlies(t, table, match.Guest, 3, 6)
	checkEvents(t, table.Poll(), "1: south 3, south to move", "2: south 6, north to move")
	checkEvents(t, table.Poll())
}

func TestTablePlayRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := localTable(t, "kalah(6,4)", match.NewPerson(), thinker())
		refuse := func(h rules.House, want error) {
			t.Helper()
			before, plies := table.Match().Position(), table.Match().Plies()
			err := table.Play(h)
			var refused *match.PlyError
			if !errors.As(err, &refused) || !errors.Is(err, want) || refused.House != h {
				t.Errorf("house %v is refused with %v, not %v", h, err, want)
			}
			if m := table.Match(); m.Position() != before || m.Plies() != plies {
				t.Errorf("a refused ply changes %v to %v", before, m.Position())
			}
		}
		refuse(0, rules.ErrNoSuchHouse)
		refuse(7, rules.ErrNoSuchHouse)
		refuse(rules.Swap, rules.ErrNoSuchHouse)
		play(t, table, 3)
		refuse(3, rules.ErrEmptyHouse)
		play(t, table, 6)
		refuse(1, match.ErrOutOfTurn) // the computer is to move, and not yet asked
		table.Ask()
		refuse(1, match.ErrOutOfTurn)
		need.NoError(t, table.Resign())
		table.Poll()
		refuse(1, match.ErrEnded)
		need.NoError(t, table.Close())
		refuse(1, match.ErrEnded)
	})
	before := NewTable(local(t, "kalah(6,4)", match.Host), match.Host, [2]string{}, [2]match.Seat{match.NewPerson(), match.NewPerson()})
	if err := before.Play(1); !errors.Is(err, match.ErrEnded) || before.Match() != nil || before.CanUndo() || before.CanRedo() {
		t.Errorf("before the first game: %v", err)
	}
}

// One undo against a computer goes back to the person's last decision, over all later plies of the
// computer; redo goes forward by the same steps.
func TestUndoAgainstAComputer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := localTable(t, "kalah(6,4)", match.NewPerson(), scripted(2, 1, 6))
		play(t, table, 3, 6) // an extra turn, and a second decision
		answers(t, table, 2) // an extra turn of the computer's
		checkPlies(t, table, match.Host, 3, 6, 2, 1)
		play(t, table, 1)
		answers(t, table, 1)
		checkPlies(t, table, match.Host, 3, 6, 2, 1, 1, 6)

		need.NoError(t, table.Undo())
		checkPlies(t, table, match.Host, 3, 6, 2, 1)
		need.NoError(t, table.Undo())
		checkPlies(t, table, match.Host, 3)
		need.NoError(t, table.Undo())
		checkPlies(t, table, match.Host)
		if err := table.Undo(); err != match.ErrNothingToUndo {
			t.Errorf("undo of nothing: %v", err)
		}
		need.NoError(t, table.Redo())
		checkPlies(t, table, match.Host, 3)
		need.NoError(t, table.Redo())
		checkPlies(t, table, match.Host, 3, 6, 2, 1)
		need.NoError(t, table.Redo())
		checkPlies(t, table, match.Host, 3, 6, 2, 1, 1, 6)
		if err := table.Redo(); err != match.ErrNothingToRedo {
			t.Errorf("redo of nothing: %v", err)
		}
		if table.Thinking() {
			t.Error("the computer is asked by itself")
		}
	})
}

// Before a person's first decision there is nothing to undo, even if the computer has played.
func TestNothingToUndoBeforeTheFirstDecision(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := localTable(t, "kalah(6,4)", scripted(3, 6), match.NewPerson())
		answers(t, table, 2)
		if err := table.Undo(); err != match.ErrNothingToUndo || table.CanUndo() {
			t.Errorf("the computer's opening is undone: %v", err)
		}
		checkPlies(t, table, match.Guest, 3, 6)
		play(t, table, 1)
		need.NoError(t, table.Undo())
		checkPlies(t, table, match.Guest, 3, 6)
		need.NoError(t, table.Resign(), table.Undo()) // a resignation is no ply
		checkPlies(t, table, match.Guest, 3, 6)
	})
}

func TestUndoWithTwoComputers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := localTable(t, "kalah(6,4)", scripted(3, 6), scripted(2, 1))
		if table.Persons() != 0 || table.PersonToMove() || !table.ComputerToMove() || table.CanUndo() {
			t.Error("the seats are mixed up")
		}
		answers(t, table, 4)
		for _, left := range [][]rules.House{{3, 6, 2}, {3, 6}} {
			need.NoError(t, table.Undo())
			if got := table.Match().Game().Plies; !slices.Equal(got, left) {
				t.Fatalf("undo leaves %v, not %v", got, left)
			}
		}
		need.NoError(t, table.Redo())
		checkPlies(t, table, match.Guest, 3, 6, 2)
		answers(t, table, 1) // it plays on from there
		need.NoError(t, table.Resign())
		if table.Stage() != StageOver || table.Match().Result().Ending != match.Resigned {
			t.Errorf("stage %d, %+v", table.Stage(), table.Match().Result())
		}
	})
}

func TestUndoReopensAFinishedGame(t *testing.T) {
	table := localTable(t, "kalah(2,1)", match.NewPerson(), match.NewPerson())
	play(t, table, 2, 1)
	if table.Stage() != StageOver || !table.CanUndo() || table.CanRedo() || table.PersonToMove() {
		t.Fatalf("after the end: stage %d", table.Stage())
	}
	need.NoError(t, table.Undo())
	checkEvents(t, table.Poll(), "back to 1, south to move")
	if table.Stage() != StageGame || !table.Match().Running() || !table.PersonToMove() {
		t.Errorf("reopened: stage %d, %+v", table.Stage(), table.Match().Result())
	}
	need.NoError(t, table.Redo())
	checkEvents(t, table.Poll(), "2: south 1, south wins 3-1", "over: south wins 3-1, finished by host")
	if table.Stage() != StageOver {
		t.Errorf("redone: stage %d", table.Stage())
	}
}

func TestUndoTakesAResignationBack(t *testing.T) {
	table := localTable(t, "kalah(6,4)", match.NewPerson(), match.NewPerson())
	play(t, table, 3, 6, 1)
	need.NoError(t, table.Resign())
	checkEvents(t, table.Poll(), "over: north wins 2-0, resigned by host")
	if table.Loser() != match.Host || table.Match().Result().Ending != match.Resigned || table.Stage() != StageOver {
		t.Errorf("resigned by the %v: %+v", table.Loser(), table.Match().Result())
	}
	need.NoError(t, table.Undo())
	checkPlies(t, table, match.Host, 3, 6, 1)
	if table.Stage() != StageGame || table.CanRedo() {
		t.Errorf("reopened: stage %d", table.Stage())
	}
}

// Against a computer the person resigns; of two persons, the one to move.
func TestWhoResigns(t *testing.T) {
	for _, c := range []struct {
		host, guest match.Seat
		plies       []rules.House
		want        match.Party
	}{
		{match.NewPerson(), thinker(), nil, match.Host},
		{match.NewPerson(), thinker(), []rules.House{1}, match.Host},
		{thinker(), match.NewPerson(), nil, match.Guest},
		{match.NewPerson(), match.NewPerson(), nil, match.Host},
		{match.NewPerson(), match.NewPerson(), []rules.House{1}, match.Guest},
	} {
		table := localTable(t, "kalah(6,4)", c.host, c.guest)
		play(t, table, c.plies...)
		need.NoError(t, table.Resign())
		table.Poll()
		if table.Loser() != c.want || table.Match().Result().Ending != match.Resigned {
			t.Errorf("%T, %T after %v: the %v resigns", c.host, c.guest, c.plies, table.Loser())
		}
		if err := table.Resign(); !errors.Is(err, match.ErrEnded) {
			t.Errorf("a second resignation: %v", err)
		}
	}
}

func TestRematchAtATable(t *testing.T) {
	table := localTable(t, "kalah(2,1)", match.NewPerson(), match.NewPerson())
	if err := table.Rematch(); !errors.Is(err, match.ErrRunning) || table.Wanted(match.Host) {
		t.Errorf("a rematch in a running game: %v", err)
	}
	check := func(number int, id string, starter match.Party) {
		t.Helper()
		if table.Number() != number || table.GameID() != id || table.Starter() != starter || table.ToMove() != starter {
			t.Errorf("game %d, %s, by the %v", table.Number(), table.GameID(), table.Starter())
		}
		for _, p := range []match.Party{match.Host, match.Guest} {
			if table.Party(table.Side(p)) != p || table.SideName(table.Side(p)) != table.Name(p) {
				t.Errorf("game %d: the %v is %s at %v", number, p, table.SideName(table.Side(p)), table.Side(p))
			}
		}
		if table.Side(starter) != rules.South || table.Match().Plies() != 0 || table.Stage() != StageGame || table.CanUndo() {
			t.Errorf("game %d begins with %v at stage %d", number, table.Match().Position(), table.Stage())
		}
	}
	check(1, "id-1", match.Host)
	play(t, table, 2, 1)
	need.NoError(t, table.Rematch())
	table.Poll()
	check(2, "id-2", match.Guest)
	need.NoError(t, table.Resign())
	table.Poll()
	need.NoError(t, table.Rematch())
	table.Poll()
	check(3, "id-3", match.Host)
	if table.Name(match.Host) != "Ann" || table.Name(match.Guest) != "Bob" || table.Self() != match.Host {
		t.Errorf("they are %s and %s", table.Name(match.Host), table.Name(match.Guest))
	}
}
