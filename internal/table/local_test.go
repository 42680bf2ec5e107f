package table

import (
	"errors"
	"slices"
	"testing"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// local returns a local series between Ann, the host, and Bob.
func local(t testing.TB, rules string, starter match.Party) *Local {
	t.Helper()
	return localOf(t, match.LocalConfig{ID: "id", Variant: rulestest.VariantOf(t, rules), Starter: starter, Names: [2]string{"Ann", "Bob"}})
}

func localOf(t testing.TB, cfg match.LocalConfig) *Local {
	t.Helper()
	return need.Must(NewLocal(cfg))(t)
}

// heard checks the events of a link since the last call.
func heard(t testing.TB, l *Local, want ...string) {
	t.Helper()
	var got []string
	for _, e := range l.Events() {
		switch e := e.(type) {
		case Connected:
			got = append(got, "connected "+e.Self.String()+" "+e.Peer+" "+e.Variant.String())
		case PeerLeft:
			got = append(got, "left "+e.Note.String())
		default:
			got = append(got, word(e))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("events %q, want %q", got, want)
	}
}

const (
	firstGame = "game 1 by host, self south, tossed false, plies [], before {[0 0] 0}"
	abandoned = "over: undecided 0-0, abandoned by host"
)

func TestLocalEventsInOrder(t *testing.T) {
	l := local(t, "kalah(2,1)", match.Host)
	if e, ok := l.events[1].(GameStarted); !ok || e.ID != "id-1" || e.Opened {
		t.Errorf("the game begins with %+v", l.events[1])
	}
	heard(t, l, "connected host Bob kalah(2,1)", firstGame)
	heard(t, l)
	need.NoError(t, l.Accept(), l.Wish(match.Host, KindPly, 2, ""), l.Wish(match.Host, KindPly, 1, ""))
	heard(t, l, "1: south 2", "2: south 1", "over: south wins 3-1, finished by host")
	need.NoError(t, l.Wish(match.Host, KindName, 0, "Ann"), l.Wish(match.Host, KindWant, 0, ""), l.Wish(match.Host, KindPly, 1, ""), l.Wish(match.Guest, KindResign, 0, ""))
	heard(t, l, "game 2 by guest, self north, tossed false, plies [], before {[1 0] 0}", "1: south 1", "over: north wins 0-0, resigned by guest")
	need.NoError(t, l.Wish(match.Host, KindWant, 0, ""))
	heard(t, l, "game 3 by host, self south, tossed false, plies [], before {[2 0] 0}")
}

func TestLocalStartsWithWhomItIsTold(t *testing.T) {
	heard(t, local(t, "bowls(6,4)", match.Guest), "connected host Bob bowls(6,4)", "game 1 by guest, self north, tossed false, plies [], before {[0 0] 0}")
	if l, err := NewLocal(match.LocalConfig{ID: "id", Variant: rules.Variant{Houses: 6}}); l != nil || err == nil {
		t.Errorf("a local game without seeds is %v, %v", l, err)
	}
	bad := (*rules.PlyError)(nil)
	if _, err := NewLocal(match.LocalConfig{Variant: rulestest.VariantOf(t, "kalah(6,4)"), Plies: []rules.House{1, 9}}); !errors.As(err, &bad) || bad.Ply != 2 || errors.Is(err, ErrDamaged) {
		t.Errorf("a ply that is not legal: %v", err)
	}
}

// TestLocalContinues resumes a game of the archive, with all possible data.
func TestLocalContinues(t *testing.T) {
	cfg := match.LocalConfig{
		ID: "abc", Variant: rulestest.VariantOf(t, "kalah(2,1)"), Starter: match.Guest, Names: [2]string{"Ann", "Bob"}, Number: 4,
		Before: match.Tally{Wins: [2]int{2, 1}}, Plies: []rules.House{2}, Opened: true,
	}
	l := localOf(t, cfg)
	if e, ok := l.events[1].(GameStarted); !ok || e.ID != "abc-4" || !e.Opened {
		t.Errorf("the game begins with %+v", l.events[1])
	}
	game := "game 4 by guest, self north, tossed false, plies [2], before {[2 1] 0}"
	heard(t, l, "connected host Bob kalah(2,1)", game)
	need.NoError(t, l.Undo(0), l.Redo(), l.Wish(match.Host, KindPly, 1, ""))
	heard(t, l, "back to 0", "1: south 2", "2: south 1", "over: south wins 3-1, finished by host")
	for ending, want := range map[match.Ending]string{
		match.Resigned:  "over: south wins 1-0, resigned by host",
		match.TimedOut:  "over: south wins 1-0, timed-out by host",
		match.Abandoned: "over: undecided 1-0, abandoned by host",
		match.Desynced:  "over: undecided 1-0, desynced by host",
	} {
		cfg.Ending = ending
		heard(t, localOf(t, cfg), "connected host Bob kalah(2,1)", game, want)
	}
	cfg.Plies, cfg.Ending = []rules.House{2, 1}, match.Finished
	heard(t, localOf(t, cfg), "connected host Bob kalah(2,1)", "game 4 by guest, self north, tossed false, plies [2 1], before {[2 1] 0}", "over: south wins 3-1, finished by host")
}

func TestLocalRefusals(t *testing.T) {
	l := local(t, "kalah(6,4)", match.Host)
	need.NoError(t, l.Wish(match.Host, KindPly, 1, ""))
	l.Events()
	var refused *match.PlyError
	if err := l.Wish(match.Host, KindPly, 9, ""); !errors.As(err, &refused) || !errors.Is(err, rules.ErrNoSuchHouse) || refused.Side != rules.North {
		t.Errorf("house 9: %v", err)
	}
	if err := l.Wish(match.Host, KindWant, 0, ""); !errors.Is(err, match.ErrRunning) {
		t.Errorf("a rematch in a running game: %v", err)
	}
	if err := l.Redo(); err != match.ErrNothingToRedo {
		t.Errorf("redo of nothing: %v", err)
	}
	for _, n := range []int{-1, 1, 2} {
		if err := l.Undo(n); err != match.ErrNothingToUndo {
			t.Errorf("undo from one ply to %d: %v", n, err)
		}
	}
	for i, err := range []error{l.Wish(match.Host, KindAsk, 0, ""), l.Wish(match.Host, KindGrant, 0, ""), l.Wish(match.Host, KindUnask, 0, ""), l.Wish(match.Host, KindSay, 0, "Hello!")} {
		if err != ErrAlone {
			t.Errorf("request %d: %v", i+1, err)
		}
	}
	need.NoError(t, l.Wish(match.Guest, KindResign, 0, ""))
	for _, err := range []error{l.Wish(match.Guest, KindResign, 0, ""), l.Wish(match.Host, KindResign, 0, ""), l.Wish(match.Host, KindPly, 1, "")} {
		if !errors.Is(err, match.ErrEnded) {
			t.Errorf("after the end: %v", err)
		}
	}
	heard(t, l, "over: south wins 0-0, resigned by guest")
}

func TestLocalResign(t *testing.T) {
	for _, c := range []struct {
		starter, party match.Party
		want           string
	}{
		{match.Host, match.Host, "over: north wins 1-0, resigned by host"},
		{match.Host, match.Guest, "over: south wins 1-0, resigned by guest"},
		{match.Guest, match.Host, "over: south wins 1-0, resigned by host"},
		{match.Guest, match.Guest, "over: north wins 1-0, resigned by guest"},
	} {
		l := local(t, "kalah(6,4)", c.starter)
		need.NoError(t, l.Wish(match.Host, KindPly, 3, ""))
		l.Events()
		need.NoError(t, l.Wish(c.party, KindResign, 0, ""))
		heard(t, l, c.want)
	}
}

func TestLocalUndoRedo(t *testing.T) {
	l := local(t, "kalah(6,4)", match.Host)
	need.NoError(t, l.Wish(match.Host, KindPly, 3, ""), l.Wish(match.Host, KindPly, 6, ""), l.Wish(match.Host, KindPly, 1, ""))
	l.Events()
	need.NoError(t, l.Undo(1))
	heard(t, l, "back to 1")
	if l.Undone() != 2 {
		t.Errorf("%d plies can be played again", l.Undone())
	}
	if err := l.Wish(match.Host, KindPly, 9, ""); err == nil || l.Undone() != 2 {
		t.Errorf("a refused ply leaves %d, %v", l.Undone(), err)
	}
	need.NoError(t, l.Redo())
	heard(t, l, "2: south 6")
	need.NoError(t, l.Wish(match.Host, KindResign, 0, ""))
	if err := l.Redo(); err != match.ErrNothingToRedo {
		t.Errorf("redo after a resignation: %v", err)
	}
	need.NoError(t, l.Undo(2))
	heard(t, l, "over: north wins 2-0, resigned by host", "back to 2")
	need.NoError(t, l.Redo(), l.Wish(match.Host, KindResign, 0, ""), l.Undo(0))
	heard(t, l, "3: north 1", "over: north wins 2-0, resigned by host", "back to 0")
	need.NoError(t, l.Redo(), l.Redo(), l.Redo())
	if l.Undone() != 0 {
		t.Errorf("%d plies can be played again", l.Undone())
	}
	need.NoError(t, l.Undo(0), l.Wish(match.Host, KindResign, 0, ""), l.Wish(match.Host, KindWant, 0, ""))
	if err := l.Redo(); err != match.ErrNothingToRedo {
		t.Errorf("redo in the next game: %v", err)
	}
}

func TestLocalUndoReopensAFinishedGame(t *testing.T) {
	l := local(t, "kalah(2,1)", match.Host)
	need.NoError(t, l.Wish(match.Host, KindPly, 2, ""), l.Wish(match.Host, KindPly, 1, ""))
	l.Events()
	if err := l.Undo(2); err != match.ErrNothingToUndo {
		t.Errorf("undo of no ply of a finished game: %v", err)
	}
	need.NoError(t, l.Undo(1), l.Redo())
	heard(t, l, "back to 1", "2: south 1", "over: south wins 3-1, finished by host")
	need.NoError(t, l.Undo(0), l.Wish(match.Host, KindPly, 1, ""))
	if l.Undone() != 0 {
		t.Error("another ply leaves something to redo")
	}
}

// An ended link refuses everything and has no more events.
func TestLocalEnds(t *testing.T) {
	left := local(t, "kalah(6,4)", match.Host)
	need.NoError(t, left.Wish(match.Host, KindPly, 1, ""))
	left.Events()
	left.Leave(ReasonQuit)
	left.Leave(ReasonQuit)
	heard(t, left, abandoned, "left match.left")

	ended := local(t, "kalah(2,1)", match.Host)
	need.NoError(t, ended.Wish(match.Host, KindPly, 2, ""), ended.Wish(match.Host, KindPly, 1, ""))
	ended.Events()
	ended.Leave(ReasonClosed)
	heard(t, ended, "left match.left")

	closed := local(t, "kalah(6,4)", match.Host)
	need.NoError(t, closed.Wish(match.Host, KindPly, 1, ""), closed.Close(), closed.Close())
	for name, l := range map[string]*Local{"left": left, "ended": ended, "closed": closed} {
		for i, c := range []struct{ err, want error }{
			{l.Wish(match.Host, KindPly, 2, ""), match.ErrEnded},
			{l.Wish(match.Host, KindResign, 0, ""), match.ErrEnded},
			{l.Wish(match.Guest, KindResign, 0, ""), match.ErrEnded},
			{l.Wish(match.Host, KindWant, 0, ""), match.ErrEnded},
			{l.Undo(0), match.ErrNothingToUndo},
			{l.Redo(), match.ErrNothingToRedo},
		} {
			if !errors.Is(c.err, c.want) {
				t.Errorf("%s, question %d: %v, not %v", name, i+1, c.err, c.want)
			}
		}
		l.Leave(ReasonQuit)
		heard(t, l)
	}
}
