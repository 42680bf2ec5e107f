package record

import (
	"errors"
	"runtime"
	"strconv"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/tools/need"
)

// twoLedgers returns the ledgers of two programs that share a data folder and a clock.
func twoLedgers(t *testing.T) (a, b *Ledger, clock *time.Time) {
	t.Helper()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	cfg := emptyPlace(t)
	cfg.Now = func() time.Time { return now }
	return opened(t, cfg), opened(t, cfg), &now
}

// kept returns the text of a kept game.
func keptText(t *testing.T, l *Ledger, id string) string {
	t.Helper()
	g, found, err := l.Game(t.Context(), id)
	if err != nil || !found {
		t.Fatalf("game %q: %v %v", id, found, err)
	}
	return g.Game.String()
}

// A second program with the same folder cannot overwrite the first one's game while that one plays,
// or after it has taken the game over and lost it again.
func TestTwoProgramsDoNotOverwriteAGame(t *testing.T) {
	a, b, _ := twoLedgers(t)
	ctx := t.Context()
	mustSave(t, a, game(t, "s-1", "kalah(6,4) 3"))
	if err := b.SaveGame(ctx, game(t, "s-1", "kalah(6,4) 1")); !errors.Is(err, errElsewhere) {
		t.Errorf("another program saves its own line: %v", err)
	}
	if got := keptText(t, b, "s-1"); got != "kalah(6,4) 3" {
		t.Errorf("kept is %q", got)
	}
	if held, err := b.Hold(ctx, "s-1", false); held || err != nil {
		t.Errorf("a game that is open elsewhere is held: %v %v", held, err)
	}
	if held, err := b.Hold(ctx, "s-1", true); !held || err != nil {
		t.Errorf("it cannot be taken over: %v %v", held, err)
	}
	if err := a.SaveGame(ctx, game(t, "s-1", "kalah(6,4) 3 1")); !errors.Is(err, errElsewhere) {
		t.Errorf("the first program still saves it: %v", err)
	}
	if taken := a.Taken(); len(taken) != 1 || taken[0] != "s-1" || len(a.Taken()) != 0 {
		t.Errorf("it hears of %q", taken)
	}
	mustSave(t, b, game(t, "s-1", "kalah(6,4) 3 2"))
	if got := keptText(t, a, "s-1"); got != "kalah(6,4) 3 2" {
		t.Errorf("kept is %q", got)
	}
}

// A lease lasts while its program renews it, and ends when it leaves the game, ends or stops.
func TestALeaseEnds(t *testing.T) {
	a, b, clock := twoLedgers(t)
	ctx := t.Context()
	mayHold := func(l *Ledger, when string, want bool) {
		t.Helper()
		if held, err := l.Hold(ctx, "s-1", false); held != want || err != nil {
			t.Errorf("%s the game is held: %v, %v", when, held, err)
		}
	}
	mayHold(a, "at first", true)
	*clock = clock.Add(leaseTime - time.Second)
	a.leases.renewed = time.Time{}
	if wait := a.Renew(ctx); wait != leaseBeat {
		t.Errorf("the next beat is after %v", wait)
	}
	*clock = clock.Add(leaseTime - time.Second)
	mayHold(b, "while it is renewed", false)
	if err := a.Release(ctx, "s-1"); err != nil || a.Renew(ctx) != 0 {
		t.Errorf("it is not given back: %v", err)
	}
	mayHold(b, "after it was left", true)
	mayHold(a, "while the other has it", false)
	*clock = clock.Add(leaseTime)
	mayHold(a, "after the other stood still", true)
	b.leases.renewed = time.Time{}
	b.Renew(ctx)
	if taken := b.Taken(); len(taken) != 1 {
		t.Errorf("the one that stood still hears of %q", taken)
	}
	need.NoError(t, a.Close())
	mayHold(b, "after the program has ended", true)
}

// The lease of a process that was killed, or of a clock that was set back, hinders no one.
func TestALeaseOfNoOne(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	w := lease{"1-me", now, now.Add(leaseTime)}
	const gone = 1 << 30 // more than any system numbers its processes
	for _, c := range []struct {
		holder string
		until  time.Time
		want   bool
	}{
		{"1-me", now.Add(time.Second), false},
		{"1-other", now.Add(time.Second), true},
		{"1-other", now, false},
		{"1-other", now.Add(time.Hour), false},
		{"odd", now.Add(time.Second), true},
		{strconv.Itoa(gone) + "-other", now.Add(time.Second), mayRun(gone)},
	} {
		if got := w.excludes(c.holder, c.until); got != c.want {
			t.Errorf("%q until %v excludes: %v", c.holder, c.until, got)
		}
	}
	if runtime.GOOS == "linux" && mayRun(gone) {
		t.Error("a process that is gone may run")
	}
}

// Network games have no lease: both ends may be programs with one folder.
func TestAFarGameIsNotLeased(t *testing.T) {
	a, b, _ := twoLedgers(t)
	far := game(t, "s-1", "kalah(6,4) 3")
	far.Kinds = [2]string{match.KindPerson, match.KindRemote}
	mustSave(t, a, far)
	mustSave(t, b, far)
	if len(a.leases.held) > 0 || a.Renew(t.Context()) != 0 {
		t.Error("a far game is leased")
	}
}

// A page's storage that refuses a game in the middle says nothing about other programs.
func TestTroubleTakesNoGame(t *testing.T) {
	c := newCupboard()
	l := inStorage(t, c)
	mustSave(t, l, game(t, "s-1", "kalah(6,4) 3"))
	c.denied = errors.New("SecurityError")
	mustSave(t, l, game(t, "s-1", "kalah(6,4) 3 1"))
	if taken := l.Taken(); len(taken) > 0 {
		t.Errorf("%q is said to be at another program", taken)
	}
}

// A game that was left while it could not be kept is free once it is kept.
func TestLeftGameIsFreeOnceKept(t *testing.T) {
	c := newCupboard()
	a, b := inStorage(t, c), inStorage(t, c)
	c.denied = errors.New("SecurityError")
	mustSave(t, a, game(t, "left", "kalah(6,4) 3"), game(t, "played", "kalah(6,4) 3"))
	need.NoError(t, a.Release(t.Context(), "left"))
	c.denied, a.backoff.next = nil, time.Time{}
	a.CatchUp(t.Context())
	for id, free := range map[string]bool{"left": true, "played": false} {
		if got := keptText(t, b, id); got != "kalah(6,4) 3" {
			t.Errorf("kept is %q", got)
		}
		if held, err := b.Hold(t.Context(), id, false); held != free || err != nil {
			t.Errorf("%s: another program may play it: %v %v", id, held, err)
		}
	}
}
