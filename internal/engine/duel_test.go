package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// duel returns a duel of two strategies.
func duel(t testing.TB, variant, a, b string, games int) Duel {
	t.Helper()
	by := func(name string) func(*rand.Rand) (Chooser, error) {
		return func(rng *rand.Rand) (Chooser, error) { return NewPlayer(name, rng, nil) }
	}
	return Duel{Variant: start(t, variant).Variant(), A: by(a), B: by(b), Games: games, Seed: 1, Threads: 2}
}

func TestDuelDoesNotDependOnThreads(t *testing.T) {
	var first Tally
	for threads := range 4 {
		d := duel(t, "kalah(6,4)", "greedy", "random", 60)
		d.Threads = threads
		got := need.Must(d.Run(t.Context()))(t)
		if threads == 0 {
			first = got
		}
		if got != first || got.Games() != 60 {
			t.Errorf("%d threads: %+v, want %+v", threads, got, first)
		}
	}
}

// Two equal deterministic players share every pair, for they play the same game from both sides.
func TestDuelOfEqualsIsEven(t *testing.T) {
	got := need.Must(duel(t, "kalah(6,4)", "greedy", "greedy", 41).Run(t.Context()))(t)
	if got.Games() != 42 || got.Score() != 0.5 || got.pairs[2] != 21 {
		t.Errorf("%+v", got)
	}
	d := duel(t, "kalah(6,4)", "greedy", "again", 100)
	ab, errAB := d.Run(t.Context())
	d.A, d.B = d.B, d.A
	ba, errBA := d.Run(t.Context())
	if errAB != nil || errBA != nil || ab.Wins != ba.Losses || ab.Losses != ba.Wins {
		t.Errorf("one way round %+v, the other %+v", ab, ba)
	}
}

func TestDuelStopsWhenItIsDecided(t *testing.T) {
	d := duel(t, "kalah(6,4)", "greedy", "random", 10000)
	d.Sequential = true
	last := Tally{}
	d.Progress = func(tally Tally) {
		if last.Decided() != 0 {
			t.Error("a pair was counted after the decision")
		}
		last = tally
	}
	got, err := d.Run(t.Context())
	if err != nil || got.Decided() != 1 || got.Games() > 200 || got != last {
		t.Errorf("%+v, %v", got, err)
	}
	d.A, d.B = d.B, d.A
	last = Tally{}
	if got, err := d.Run(t.Context()); err != nil || got.Decided() != -1 {
		t.Errorf("the other way round: %+v, %v", got, err)
	}
}

func TestTally(t *testing.T) {
	var even, clear Tally
	for i := range 100 {
		even.add([2]int{1 - 2*(i%2), 2*(i%2) - 1})
		clear.add([2]int{3, 3})
	}
	if low, high := even.Interval(); low >= 0.5 || high <= 0.5 || even.Decided() != -1 {
		t.Errorf("an even duel lies in %v..%v and is decided %d", low, high, even.Decided())
	}
	if low, high := clear.Interval(); low < 0.98 || high != 1 || clear.Decided() != 1 {
		t.Errorf("a clear duel lies in %v..%v and is decided %d", low, high, clear.Decided())
	}
	if low, high := (Tally{}).Interval(); low != 0 || high != 1 || (Tally{}).Score() != 0 || (Tally{}).Decided() != 0 {
		t.Errorf("nothing played lies in %v..%v", low, high)
	}
}

// stubborn is a player that fails, or plays a house that does not exist.
type stubborn struct{ err error }

func (s stubborn) Choose(context.Context, rules.Position) (rules.House, error) { return 99, s.err }

func TestDuelReportsFailingPlayers(t *testing.T) {
	failed := errors.New("out of ideas")
	for _, c := range []struct{ err, want error }{{failed, failed}, {nil, rules.ErrNoSuchHouse}} {
		d := duel(t, "kalah(6,4)", "low", "low", 20)
		d.B = func(*rand.Rand) (Chooser, error) { return stubborn{c.err}, nil }
		if _, err := d.Run(t.Context()); !errors.Is(err, c.want) {
			t.Errorf("the duel ended with %v, want %v", err, c.want)
		}
	}
	d := duel(t, "kalah(6,4)", "low", "low", 20)
	d.A = func(*rand.Rand) (Chooser, error) { return nil, failed }
	if _, err := d.Run(t.Context()); !errors.Is(err, failed) {
		t.Errorf("a player that cannot be made: %v", err)
	}
	d.Games = 0
	if _, err := d.Run(t.Context()); err == nil {
		t.Error("a duel of no games was played")
	}
	if _, err := (Duel{Games: 2}).Run(t.Context()); err == nil {
		t.Error("a duel by no rules was played")
	}
}

func TestDuelCanBeStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	d := duel(t, "kalah(6,4)", "greedy", "random", 1_000_000)
	d.Progress = func(tally Tally) {
		if tally.Games() == 20 {
			cancel()
		}
	}
	got, err := d.Run(ctx)
	if !errors.Is(err, context.Canceled) || got.Games() < 20 || got.Games() > 200 {
		t.Errorf("%d games, %v", got.Games(), err)
	}
}

func TestOpeningsAreRunningGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, variant := range []string{"kalah(1,1)", "kalah(2,1)", "kalah(6,4)", "bowls(10,10)", "video(6,3)", "kalah(6,4)+pie"} {
		for range 200 {
			p, err := opening(start(t, variant).Variant(), rng)
			if err != nil || p.Over() {
				t.Fatalf("%s: %v, %v", variant, p, err)
			}
		}
	}
}
