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
)

// A computer player that thinks for ever does not block the table. Its context ends once it is no
// longer needed.
func TestThinkingBlocksNothing(t *testing.T) {
	for name, stop := range map[string]func(*Table) error{
		"undo":   (*Table).Undo,
		"resign": (*Table).Resign,
		"close":  (*Table).Close,
		"leave":  func(table *Table) error { table.Link().Leave(ReasonQuit); table.Poll(); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stopped := false
				seat := &computer{}
				seat.choose = func(ctx context.Context, _ rules.Position) (rules.House, error) {
					<-ctx.Done()
					stopped = true
					return 1, nil // an answer that comes too late
				}
				table := localTable(t, "kalah(6,4)", match.NewPerson(), seat)
				play(t, table, 1)
				table.Ask()
				for range 100 {
					table.Ask()
					checkEvents(t, table.Poll())
				}
				synctest.Wait()
				if seat.asked != 1 || stopped || !table.Thinking() || table.Match().Plies() != 1 {
					t.Errorf("asked %d times, stopped %v, thinking %v", seat.asked, stopped, table.Thinking())
				}
				need.NoError(t, stop(table))
				plies := table.Match().Plies()
				synctest.Wait()
				table.Poll()
				if !stopped || table.Thinking() || table.Match().Plies() != plies || table.Note().String() != "" && name != "leave" {
					t.Errorf("stopped %v, thinking %v, %v: %s", stopped, table.Thinking(), table.Match().Game().Plies, table.Note().String())
				}
				table.Ask()
				synctest.Wait()
				if seat.asked != 1 {
					t.Errorf("asked %d times", seat.asked)
				}
			})
		})
	}
}

// A seat gets one question at a time: the next one waits for the answer to the last.
func TestOneQuestionAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		back := make(chan bool)
		seat := &computer{}
		seat.choose = func(ctx context.Context, p rules.Position) (rules.House, error) {
			if seat.asked == 1 {
				<-ctx.Done()
				<-back // slow to stop
				return 0, ctx.Err()
			}
			return 1, nil
		}
		table := localTable(t, "kalah(6,4)", match.NewPerson(), seat)
		play(t, table, 1)
		table.Ask()
		synctest.Wait()
		for range 3 {
			need.NoError(t, table.Undo())
			play(t, table, 2)
			table.Ask()
			synctest.Wait()
			table.Poll()
		}
		if seat.asked != 1 || !table.Thinking() {
			t.Fatalf("asked %d times while the first question is open", seat.asked)
		}
		close(back)
		synctest.Wait()
		table.Poll()
		if seat.asked != 2 {
			t.Errorf("asked %d times", seat.asked)
		}
		checkPlies(t, table, match.Host, 2, 1)
	})
}

// If a computer player gives no ply, the table reports it once, and asks again only after the game
// has changed.
func TestASeatWithoutAPly(t *testing.T) {
	const undo = " (match.undo-or-leave)"
	for _, c := range []struct {
		name  string
		house rules.House
		err   error
		text  string
	}{
		{"no such house", 9, nil, `match.bad-choice "Bob" "9" (rules.no-such-house)`},
		{"no house", 0, nil, `match.bad-choice "Bob" "0" (rules.no-such-house)`},
		{"an empty house", 2, nil, `match.bad-choice "Bob" "2" (rules.empty-house)`},
		{"no swap", rules.Swap, nil, `match.bad-choice "Bob" "swap" (rules.no-such-house)`},
		{"an error", 1, errors.New("the book is closed"), `match.no-choice "Bob" (the book is closed)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seat := &computer{}
				broken := true
				seat.choose = func(context.Context, rules.Position) (rules.House, error) {
					if broken {
						return c.house, c.err
					}
					return 1, nil
				}
				// House 2 of North's is empty, South to move.
				l := local(t, "kalah(6,4)", match.Host)
				need.NoError(t, l.Wish(match.Host, KindPly, 1, ""), l.Wish(match.Host, KindPly, 2, ""))
				table := NewTable(l, match.Host, [2]string{"Ann", "Bob"}, [2]match.Seat{match.NewPerson(), seat})
				table.Poll()
				play(t, table, 3)
				table.Ask()
				synctest.Wait()
				checkEvents(t, table.Poll())
				if table.Note().String() != c.text+undo {
					t.Errorf("the table says %q, not %q", table.Note().String(), c.text+undo)
				}
				for range 100 {
					table.Ask()
					synctest.Wait()
					checkEvents(t, table.Poll())
				}
				if seat.asked != 1 || table.Thinking() || table.ComputerToMove() || table.Stage() != StageGame {
					t.Errorf("asked %d times, thinking %v, stage %d", seat.asked, table.Thinking(), table.Stage())
				}
				need.NoError(t, table.Undo())
				if table.Note().String() != "" {
					t.Errorf("after an undo the table says %q", table.Note().String())
				}
				broken = false
				play(t, table, 4)
				answers(t, table, 1)
				checkPlies(t, table, match.Host, 1, 2, 4, 1)
			})
		})
	}
}

func TestASeatWithoutAPlyAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := localTable(t, "kalah(6,4)", scripted(9), match.NewPerson())
		table.Ask()
		synctest.Wait()
		table.Poll()
		const want = `match.bad-choice "Ann" "9" (rules.no-such-house) (match.leave)`
		if table.Note().String() != want {
			t.Errorf("the table says %q, not %q", table.Note().String(), want)
		}
		need.NoError(t, table.Resign())
		need.NoError(t, table.Rematch())
		if table.Note().String() != "" || table.Stage() != StageGame || table.ToMove() != match.Guest {
			t.Errorf("the next game begins at stage %d with %q", table.Stage(), table.Note().String())
		}
	})
}

// Both seats observe every ply of either, in order, and again when it is replayed.
func TestSeatsObserveEveryPly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		south, north := scripted(3, 6, 1), scripted(2, 1)
		table := localTable(t, "kalah(6,4)", south, north)
		answers(t, table, 5)
		need.NoError(t, table.Undo(), table.Redo())
		want := append(table.Match().Game().Plies, 1)
		if !slices.Equal(south.seen, want) || !slices.Equal(north.seen, want) {
			t.Errorf("the seats have seen %v and %v, not %v", south.seen, north.seen, want)
		}
		if south.asked != 3 || north.asked != 2 {
			t.Errorf("the seats were asked %d and %d times", south.asked, north.asked)
		}
	})
}

// A person is a seat too, but cannot be asked to choose.
func TestPersonIsASeat(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := match.NewPerson()
	p.Observe(rules.Sowing{}, rules.Position{})
	if h, err := p.Choose(ctx, rules.Position{}); h != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("a person chooses %v, %v", h, err)
	}
}

// closer is a seat that holds something.
type closer struct {
	computer
	closed int
}

func (c *closer) Close() { c.closed++ }

// TestSeatsAreClosed: a table that is closed closes the seats that hold something, such as another
// program.
func TestSeatsAreClosed(t *testing.T) {
	seat := &closer{}
	table := localTable(t, "kalah(6,4)", match.NewPerson(), seat)
	if seat.closed > 0 {
		t.Error("it is closed at once")
	}
	need.NoError(t, table.Close())
	if seat.closed != 1 {
		t.Errorf("it is closed %d times", seat.closed)
	}
}

// TestProgramKind: a command comes back from its kind, which is one word of ASCII.
func TestProgramKind(t *testing.T) {
	for command, kind := range map[string]string{
		"/usr/bin/aalina": "engine:/usr/bin/aalina", "java -cp a:b Main": "engine:java%20-cp%20a:b%20Main",
		`"C:\Spiele\Ö 50%\x.exe" --a`: `engine:"C:\Spiele\%C3%96%2050%25\x.exe"%20--a`, "kgp:2672": "engine:kgp:2672", "": "engine:",
	} {
		got := match.ProgramKind(command)
		back, is := match.ProgramOf(got)
		if got != kind || back != command || !is {
			t.Errorf("the kind of %q is %q, and its command %q", command, got, back)
		}
	}
	for _, kind := range []string{"person", "kalah", "engine", "engine:%", "engine:%2", "engine:%zz"} {
		if command, is := match.ProgramOf(kind); is {
			t.Errorf("%q has the command %q", kind, command)
		}
	}
}
