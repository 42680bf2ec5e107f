package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"mancala/cmd/wiring"
	"mancala/engine"
	"mancala/words"
)

// progressEvery is how often a long command tells a terminal how far it is.
const progressEvery = 500 * time.Millisecond

// mostGames is how many games a duel can have.
const mostGames = 1_000_000_000

// runDuel lets two computer players play many games and prints how they ended.
func runDuel(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var board boardFlags
	fs := newFlagSet()
	board.register(fs)
	a, b := fs.String("a", "", ""), fs.String("b", "", "")
	games := fs.Int("games", 0, "")
	threads := 0
	registerThreads(fs, &threads)
	seed := fs.Uint64("seed", 1, "")
	sequential := fs.Bool("sequential", false, "")
	v, code, ok := parseCommand(fs, &board, args, stdout, stderr)
	switch {
	case !ok:
		return code
	case fs.NArg() > 0:
		return usageError(stderr, words.Errorf("duel does not understand %q.", fs.Arg(0)))
	case *games < 1 || *games > mostGames:
		return usageError(stderr, words.Errorf("duel needs --games with a number from 1 to %d.", mostGames))
	}
	if err := checkThreads(threads); err != nil {
		return usageError(stderr, err)
	}
	d := engine.Duel{Variant: v, Games: *games, Seed: *seed, Threads: threads, Sequential: *sequential, Progress: duelProgress(stderr)}
	// Every game's players think with one thread; as many as play at once may do so.
	minds := engine.NewAnalysts(wiring.AnalystConfig(1, wiring.ThinkingMemory), threads)
	var err error
	if d.A, err = duellist("a", *a, minds); err == nil {
		d.B, err = duellist("b", *b, minds)
	}
	if err != nil {
		return usageError(stderr, err)
	}
	tally, err := d.Run(ctx)
	clearProgress(stderr)
	if err != nil && !errors.Is(err, context.Canceled) {
		return failure(stderr, err)
	}
	code = printed(stderr, printTo(stdout, duelText(tally, *sequential)))
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return code
}

// duellist returns a function that makes the player that a flag names.
func duellist(flag, name string, minds *engine.Analysts) (func(*rand.Rand) (engine.Chooser, error), error) {
	if name == "" {
		return nil, words.Errorf("duel needs --%s with a computer player.", flag)
	}
	if _, err := engine.NewPlayer(name, rand.New(rand.NewPCG(1, 1)), minds); err != nil {
		return nil, err
	}
	return func(rng *rand.Rand) (engine.Chooser, error) { return engine.NewPlayer(name, rng, minds) }, nil
}

// duelText says how a duel ended, a line for each figure.
func duelText(t engine.Tally, sequential bool) string {
	low, high := t.Interval()
	var b strings.Builder
	fmt.Fprintf(&b, "games\t%d\nwins\t%d\ndraws\t%d\nlosses\t%d\n", t.Games(), t.Wins, t.Draws, t.Losses)
	fmt.Fprintf(&b, "score\t%.4f\ninterval\t%.4f\t%.4f\n", t.Score(), low, high)
	if sequential {
		fmt.Fprintf(&b, "decided\t%s\n", map[int]string{-1: "weaker", 0: "open", 1: "stronger"}[t.Decided()])
	}
	return b.String()
}

// duelProgress returns a function that tells a terminal how a duel stands, or nil if standard error
// is no terminal.
func duelProgress(stderr io.Writer) func(engine.Tally) {
	if !isTerminal(stderr) {
		return nil
	}
	last := time.Now()
	return func(t engine.Tally) {
		if time.Since(last) >= progressEvery {
			last = time.Now()
			showProgress(stderr, words.N("%d game, score %.3f ...", "%d games, score %.3f ...", t.Games(), t.Games(), t.Score()))
		}
	}
}
