package match

import (
	"errors"
	"fmt"
	"testing"

	"mancala/rules"
)

// local returns a local series between Ann, the host, and Bob.
func local(t testing.TB, rules string, starter Party) *Local {
	t.Helper()
	l, err := NewLocal(LocalConfig{ID: "id", Variant: variant(t, rules), Starter: starter, Names: [2]string{"Ann", "Bob"}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// tell returns an event in a few words.
func tell(e Event) string {
	switch e := e.(type) {
	case Connected:
		return fmt.Sprintf("connected %v %s %v", e.Self, e.Peer, e.Variant)
	case GameStarted:
		return fmt.Sprintf("game %d %s by %v, self %v", e.Number, e.ID, e.Starter, e.Self)
	case Played:
		return fmt.Sprintf("%d: %v %v, %v", e.N, e.Sowing.Mover, e.Sowing.From, e.After.Status())
	case GameOver:
		return fmt.Sprintf("over: %v, %v by %v", e.Result, e.Result.Ending, e.By)
	case Rewound:
		return fmt.Sprintf("back to %d, %v", e.Plies, e.After.Status())
	case RematchWanted:
		return fmt.Sprintf("rematch wanted by %v", e.By)
	case PeerLeft:
		return fmt.Sprintf("left, local %v, reason %d", e.Local, e.Reason)
	case Failed:
		return "failed: " + e.Note.String()
	}
	return fmt.Sprintf("%T", e)
}

// checkEvents fails unless these are the events.
func checkEvents(t testing.TB, events []Event, want ...string) {
	t.Helper()
	for i := range max(len(events), len(want)) {
		got, expected := "nothing", "nothing"
		if i < len(events) {
			got = tell(events[i])
		}
		if i < len(want) {
			expected = want[i]
		}
		if got != expected {
			t.Errorf("event %d is %q, not %q", i+1, got, expected)
		}
	}
}

// must fails on the first error.
func must(t testing.TB, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
	}
}

func TestLocalEventsInOrder(t *testing.T) {
	l := local(t, "kalah(2,1)", Host)
	checkEvents(t, l.Events(), "connected host Bob kalah(2,1)", "game 1 id-1 by host, self south")
	checkEvents(t, l.Events())
	must(t, l.Accept(), l.Play(2), l.Play(1))
	checkEvents(t, l.Events(), "1: south 2, south to move", "2: south 1, south wins 3-1", "over: south wins 3-1, finished by host")
	must(t, l.NameWinner("Ann"), l.Rematch(), l.Play(1), l.Resign(Guest))
	checkEvents(t, l.Events(), "game 2 id-2 by guest, self north", "1: south 1, north to move", "over: north wins 0-0, resigned by guest")
	must(t, l.Rematch())
	checkEvents(t, l.Events(), "game 3 id-3 by host, self south")
}

func TestLocalStartsWithWhomItIsTold(t *testing.T) {
	checkEvents(t, local(t, "bowls(6,4)", Guest).Events(), "connected host Bob bowls(6,4)", "game 1 id-1 by guest, self north")
	if l, err := NewLocal(LocalConfig{ID: "id", Variant: rules.Variant{Houses: 6}}); l != nil || err == nil {
		t.Errorf("a local game without seeds is %v, %v", l, err)
	}
}

func TestLocalRefusals(t *testing.T) {
	l := local(t, "kalah(6,4)", Host)
	must(t, l.Play(1))
	l.Events()
	var refused *PlyError
	if err := l.Play(9); !errors.As(err, &refused) || !errors.Is(err, rules.ErrNoSuchHouse) || refused.Side != rules.North {
		t.Errorf("house 9: %v", err)
	}
	if err := l.Rematch(); err != ErrRunning {
		t.Errorf("a rematch in a running game: %v", err)
	}
	if err := l.Redo(); err != ErrNothingToRedo {
		t.Errorf("redo of nothing: %v", err)
	}
	for _, n := range []int{-1, 1, 2} {
		if err := l.Undo(n); err != ErrNothingToUndo {
			t.Errorf("undo from one ply to %d: %v", n, err)
		}
	}
	must(t, l.Resign(Guest))
	for _, err := range []error{l.Resign(Guest), l.Resign(Host), l.Play(1)} {
		if !errors.Is(err, ErrEnded) {
			t.Errorf("after the end: %v", err)
		}
	}
	checkEvents(t, l.Events(), "over: south wins 0-0, resigned by guest")
}

func TestLocalResign(t *testing.T) {
	for _, c := range []struct {
		starter, party Party
		want           string
	}{
		{Host, Host, "over: north wins 1-0, resigned by host"},
		{Host, Guest, "over: south wins 1-0, resigned by guest"},
		{Guest, Host, "over: south wins 1-0, resigned by host"},
		{Guest, Guest, "over: north wins 1-0, resigned by guest"},
	} {
		l := local(t, "kalah(6,4)", c.starter)
		must(t, l.Play(3))
		l.Events()
		must(t, l.Resign(c.party))
		checkEvents(t, l.Events(), c.want)
	}
}

func TestLocalUndoRedo(t *testing.T) {
	l := local(t, "kalah(6,4)", Host)
	must(t, l.Play(3), l.Play(6), l.Play(1))
	l.Events()
	must(t, l.Undo(1))
	checkEvents(t, l.Events(), "back to 1, south to move")
	if l.Undone() != 2 {
		t.Errorf("%d plies can be played again", l.Undone())
	}
	must(t, l.Redo())
	checkEvents(t, l.Events(), "2: south 6, north to move")
	must(t, l.Resign(Host))
	if err := l.Redo(); err != ErrNothingToRedo {
		t.Errorf("redo after a resignation: %v", err)
	}
	must(t, l.Undo(2))
	checkEvents(t, l.Events(), "over: north wins 2-0, resigned by host", "back to 2, north to move")
	must(t, l.Redo(), l.Resign(Host), l.Undo(0))
	checkEvents(t, l.Events(), "3: north 1, south to move", "over: north wins 2-0, resigned by host", "back to 0, south to move")
	must(t, l.Redo(), l.Redo(), l.Redo())
	if l.Undone() != 0 {
		t.Errorf("%d plies can be played again", l.Undone())
	}
}

func TestLocalUndoReopensAFinishedGame(t *testing.T) {
	l := local(t, "kalah(2,1)", Host)
	must(t, l.Play(2), l.Play(1))
	l.Events()
	if err := l.Undo(2); err != ErrNothingToUndo {
		t.Errorf("undo of no ply of a finished game: %v", err)
	}
	must(t, l.Undo(1), l.Redo())
	checkEvents(t, l.Events(), "back to 1, south to move", "2: south 1, south wins 3-1", "over: south wins 3-1, finished by host")
	must(t, l.Undo(0), l.Play(1))
	if l.Undone() != 0 {
		t.Error("another ply leaves something to redo")
	}
}

// A link that has ended refuses everything and tells no more.
func TestLocalEnds(t *testing.T) {
	left := local(t, "kalah(6,4)", Host)
	must(t, left.Play(1))
	left.Events()
	left.Leave(ReasonQuit)
	left.Leave(ReasonQuit)
	checkEvents(t, left.Events(), "over: undecided 0-0, abandoned by host", "left, local true, reason 1")

	ended := local(t, "kalah(2,1)", Host)
	must(t, ended.Play(2), ended.Play(1))
	ended.Events()
	ended.Leave(ReasonClosed)
	checkEvents(t, ended.Events(), "left, local true, reason 2")

	closed := local(t, "kalah(6,4)", Host)
	must(t, closed.Play(1), closed.Close(), closed.Close())
	for name, l := range map[string]*Local{"left": left, "ended": ended, "closed": closed} {
		for i, c := range []struct{ err, want error }{
			{l.Play(2), ErrEnded},
			{l.Resign(Host), ErrEnded},
			{l.Resign(Guest), ErrEnded},
			{l.Rematch(), ErrEnded},
			{l.Undo(0), ErrNothingToUndo},
			{l.Redo(), ErrNothingToRedo},
		} {
			if !errors.Is(c.err, c.want) {
				t.Errorf("%s, question %d: %v, not %v", name, i+1, c.err, c.want)
			}
		}
		l.Leave(ReasonQuit)
		checkEvents(t, l.Events())
	}
}
