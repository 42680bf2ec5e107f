package match_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	. "mancala/match"
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
func localTable(t testing.TB, rules string, host, guest Seat) *Table {
	t.Helper()
	table := NewTable(local(t, rules, Host), Host, [2]string{"Ann", "Bob"}, [2]Seat{host, guest})
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
func checkPlies(t testing.TB, table *Table, toMove Party, houses ...rules.House) {
	t.Helper()
	if got := table.Match().Game().Plies; !slices.Equal(got, houses) || table.ToMove() != toMove {
		t.Fatalf("%v have been played, and %v is to move; not %v and %v", got, table.ToMove(), houses, toMove)
	}
}

// checkShown fails unless the table's game is the link's.
func checkShown(t rapid.TB, got, want *Match) {
	t.Helper()
	if s, s2 := stateOf(got), stateOf(want); s != s2 {
		t.Fatalf("the table shows %+v, and the link %+v", s, s2)
	}
}

func TestTableOfTwoPersons(t *testing.T) {
	table := localTable(t, "kalah(6,4)", NewPerson(), NewPerson())
	if table.Persons() != 2 || !table.PersonToMove() || table.ComputerToMove() || !table.Here(Host) || !table.Here(Guest) {
		t.Error("the seats are mixed up")
	}
	play(t, table, 3, 6, 1)
	checkPlies(t, table, Host, 3, 6, 1)
	for _, left := range [][]rules.House{{3, 6}, {3}, {}} { // one ply at a time
		need.NoError(t, table.Undo())
		if got := table.Match().Game().Plies; !slices.Equal(got, left) {
			t.Fatalf("undo leaves %v, not %v", got, left)
		}
	}
	if err := table.Undo(); err != ErrNothingToUndo || table.CanUndo() {
		t.Errorf("undo of nothing: %v", err)
	}
	need.NoError(t, table.Redo(), table.Redo())
	checkPlies(t, table, Guest, 3, 6)
	play(t, table, 2)
	if err := table.Redo(); err != ErrNothingToRedo || table.CanRedo() {
		t.Errorf("redo after another ply: %v", err)
	}
	checkPlies(t, table, Guest, 3, 6, 2)
	table.Ask() // there is no seat to ask
	if table.Thinking() {
		t.Error("a person is asked")
	}
}

// The person sees their ply at once, and only once.
func TestTablePlayIsThereAtOnce(t *testing.T) {
	table := localTable(t, "kalah(6,4)", NewPerson(), NewPerson())
	need.NoError(t, table.Play(3), table.Play(6))
	checkPlies(t, table, Guest, 3, 6)
	checkEvents(t, table.Poll(), "1: south 3, south to move", "2: south 6, north to move")
	checkEvents(t, table.Poll())
}

func TestTablePlayRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := localTable(t, "kalah(6,4)", NewPerson(), thinker())
		refuse := func(h rules.House, want error) {
			t.Helper()
			before := stateOf(table.Match())
			err := table.Play(h)
			var refused *PlyError
			if !errors.As(err, &refused) || !errors.Is(err, want) || refused.House != h {
				t.Errorf("house %v is refused with %v, not %v", h, err, want)
			}
			if after := stateOf(table.Match()); after != before {
				t.Errorf("a refused ply changes %+v to %+v", before, after)
			}
		}
		refuse(0, rules.ErrNoSuchHouse)
		refuse(7, rules.ErrNoSuchHouse)
		refuse(rules.Swap, rules.ErrNoSuchHouse)
		play(t, table, 3)
		refuse(3, rules.ErrEmptyHouse)
		play(t, table, 6)
		refuse(1, ErrOutOfTurn) // the computer is to move, and not yet asked
		table.Ask()
		refuse(1, ErrOutOfTurn)
		need.NoError(t, table.Resign())
		table.Poll()
		refuse(1, ErrEnded)
		need.NoError(t, table.Close())
		refuse(1, ErrEnded)
	})
	before := NewTable(local(t, "kalah(6,4)", Host), Host, [2]string{}, [2]Seat{NewPerson(), NewPerson()})
	if err := before.Play(1); !errors.Is(err, ErrEnded) || before.Match() != nil || before.CanUndo() || before.CanRedo() {
		t.Errorf("before the first game: %v", err)
	}
}

// One undo against a computer goes back to the person's last decision, over all later plies of the
// computer; redo goes forward by the same steps.
func TestUndoAgainstAComputer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := localTable(t, "kalah(6,4)", NewPerson(), scripted(2, 1, 6))
		play(t, table, 3, 6) // an extra turn, and a second decision
		answers(t, table, 2) // an extra turn of the computer's
		checkPlies(t, table, Host, 3, 6, 2, 1)
		play(t, table, 1)
		answers(t, table, 1)
		checkPlies(t, table, Host, 3, 6, 2, 1, 1, 6)

		need.NoError(t, table.Undo())
		checkPlies(t, table, Host, 3, 6, 2, 1)
		need.NoError(t, table.Undo())
		checkPlies(t, table, Host, 3)
		need.NoError(t, table.Undo())
		checkPlies(t, table, Host)
		if err := table.Undo(); err != ErrNothingToUndo {
			t.Errorf("undo of nothing: %v", err)
		}
		need.NoError(t, table.Redo())
		checkPlies(t, table, Host, 3)
		need.NoError(t, table.Redo())
		checkPlies(t, table, Host, 3, 6, 2, 1)
		need.NoError(t, table.Redo())
		checkPlies(t, table, Host, 3, 6, 2, 1, 1, 6)
		if err := table.Redo(); err != ErrNothingToRedo {
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
		table := localTable(t, "kalah(6,4)", scripted(3, 6), NewPerson())
		answers(t, table, 2)
		if err := table.Undo(); err != ErrNothingToUndo || table.CanUndo() {
			t.Errorf("the computer's opening is undone: %v", err)
		}
		checkPlies(t, table, Guest, 3, 6)
		play(t, table, 1)
		need.NoError(t, table.Undo())
		checkPlies(t, table, Guest, 3, 6)
		need.NoError(t, table.Resign(), table.Undo()) // a resignation is no ply
		checkPlies(t, table, Guest, 3, 6)
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
		checkPlies(t, table, Guest, 3, 6, 2)
		answers(t, table, 1) // it plays on from there
		need.NoError(t, table.Resign())
		if table.Stage() != StageOver || table.Match().Result().Ending != Resigned {
			t.Errorf("stage %d, %+v", table.Stage(), table.Match().Result())
		}
	})
}

func TestUndoReopensAFinishedGame(t *testing.T) {
	table := localTable(t, "kalah(2,1)", NewPerson(), NewPerson())
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
	table := localTable(t, "kalah(6,4)", NewPerson(), NewPerson())
	play(t, table, 3, 6, 1)
	need.NoError(t, table.Resign())
	checkEvents(t, table.Poll(), "over: north wins 2-0, resigned by host")
	if table.Loser() != Host || table.Match().Result().Ending != Resigned || table.Stage() != StageOver {
		t.Errorf("resigned by the %v: %+v", table.Loser(), table.Match().Result())
	}
	need.NoError(t, table.Undo())
	checkPlies(t, table, Host, 3, 6, 1)
	if table.Stage() != StageGame || table.CanRedo() {
		t.Errorf("reopened: stage %d", table.Stage())
	}
}

// Against a computer the person resigns; of two persons, the one to move.
func TestWhoResigns(t *testing.T) {
	for _, c := range []struct {
		host, guest Seat
		plies       []rules.House
		want        Party
	}{
		{NewPerson(), thinker(), nil, Host},
		{NewPerson(), thinker(), []rules.House{1}, Host},
		{thinker(), NewPerson(), nil, Guest},
		{NewPerson(), NewPerson(), nil, Host},
		{NewPerson(), NewPerson(), []rules.House{1}, Guest},
	} {
		table := localTable(t, "kalah(6,4)", c.host, c.guest)
		play(t, table, c.plies...)
		need.NoError(t, table.Resign())
		table.Poll()
		if table.Loser() != c.want || table.Match().Result().Ending != Resigned {
			t.Errorf("%T, %T after %v: the %v resigns", c.host, c.guest, c.plies, table.Loser())
		}
		if err := table.Resign(); err != ErrEnded {
			t.Errorf("a second resignation: %v", err)
		}
	}
}

func TestRematchAtATable(t *testing.T) {
	table := localTable(t, "kalah(2,1)", NewPerson(), NewPerson())
	if err := table.Rematch(); err != ErrRunning || table.Wanted(Host) {
		t.Errorf("a rematch in a running game: %v", err)
	}
	check := func(number int, id string, starter Party) {
		t.Helper()
		if table.Number() != number || table.GameID() != id || table.Starter() != starter || table.ToMove() != starter {
			t.Errorf("game %d, %s, by the %v", table.Number(), table.GameID(), table.Starter())
		}
		for _, p := range []Party{Host, Guest} {
			if table.Party(table.Side(p)) != p || table.SideName(table.Side(p)) != table.Name(p) {
				t.Errorf("game %d: the %v is %s at %v", number, p, table.SideName(table.Side(p)), table.Side(p))
			}
		}
		if table.Side(starter) != rules.South || table.Match().Plies() != 0 || table.Stage() != StageGame || table.CanUndo() {
			t.Errorf("game %d begins with %v at stage %d", number, table.Match().Position(), table.Stage())
		}
	}
	check(1, "id-1", Host)
	play(t, table, 2, 1)
	need.NoError(t, table.Rematch())
	table.Poll()
	check(2, "id-2", Guest)
	need.NoError(t, table.Resign())
	table.Poll()
	need.NoError(t, table.Rematch())
	table.Poll()
	check(3, "id-3", Host)
	if table.Name(Host) != "Ann" || table.Name(Guest) != "Bob" || table.Self() != Host {
		t.Errorf("they are %s and %s", table.Name(Host), table.Name(Guest))
	}
}
