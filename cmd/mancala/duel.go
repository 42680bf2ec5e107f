package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/cmd/wiring"
	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/internal/words"
)

// progressEvery is the interval between two progress reports.
const progressEvery = 500 * time.Millisecond

// mostGames is the largest number of games of a duel.
const mostGames = 1_000_000_000

// duelOptions are the options of the command mancala duel.
type duelOptions struct {
	board          boardFlags
	a, b           string
	games, threads int
	seed           uint64
	sequential     bool
	time           string
}

// newDuel returns the command that has two computer players play many games, and prints the
// results.
func newDuel() *cobra.Command {
	var o duelOptions
	cmd := newPlainCommand("duel --a SEAT --b SEAT --games N [options]", o.run)
	cmd.Short = words.T("let two computer players play many games")
	cmd.Long = blocks(
		words.T("Lets two computer players play pairs of games from random openings, sides exchanged, and prints a's wins, draws, losses, "+
			"score and its 95 percent interval. After Ctrl+C it prints what it knows so far."),
		words.T("The computer players are: %s.", strings.Join(playerSeats(), ", "))+" "+words.T("A seat may also be engine: and a command, for "+
			"another program that speaks the protocol of mancala engine."),
	)
	cmd.Example = rows("mancala duel --a greedy --b again --games 1000", words.T("which of two computer players is stronger"))
	fs := flagsOf(cmd)
	fs.text(&o.a, "a", "", "SEAT", words.T("a computer player"))
	fs.text(&o.b, "b", "", "SEAT", words.T("the other one"))
	fs.number(&o.games, "games", 0, "N", words.T("how many games, an even number"))
	fs.yes(&o.sequential, "sprt", words.T("stop as soon as it is clear whether a scores 0.55 or more, or 0.5 or less"))
	fs.text(&o.time, "time", "", "T", words.T("how long perfect and other programs think about a move, such as 1 (seconds) or 500ms; 5 seconds "+
		"unless you say otherwise"))
	fs.seed(&o.seed, 1)
	registerThreads(fs, &o.threads)
	o.board.register(fs)
	return cmd
}

func (o *duelOptions) run(cmd *cobra.Command) int {
	d, err := o.duel(cmd.Flags())
	if err != nil {
		return usageError(cmd, err)
	}
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	d.Progress = duelProgress(stderr)
	if d.Games%2 != 0 {
		d.Games++
		printNotes(stderr, []string{words.T("Games are played in pairs, sides exchanged, so there are %d of them.", d.Games)})
	}
	tally, err := d.Run(ctx)
	clearProgress(stderr)
	if err != nil && !errors.Is(err, context.Canceled) {
		return failure(stderr, err)
	}
	code := printed(stderr, printTo(cmd.OutOrStdout(), duelText(tally, o.sequential)))
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return code
}

// duel returns the duel that the options describe.
func (o *duelOptions) duel(fs *flag.FlagSet) (d engine.Duel, err error) {
	v, err := o.board.variant(fs)
	switch {
	case err != nil:
		return d, err
	case o.games < 1 || o.games > mostGames:
		return d, words.Errorf("duel needs --games with a number from 1 to %d.", mostGames)
	}
	if err := checkThreads(o.threads); err != nil {
		return d, err
	}
	d = engine.Duel{Variant: v, Games: o.games, Seed: o.seed, Threads: o.threads, Sequential: o.sequential}
	// Each game's players think on one thread, as many at once as there are parallel games.
	minds := engine.NewAnalysts(wiring.AnalystConfig(1, wiring.ThinkingMemory), o.threads)
	patience := engine.DefaultPatience
	if isSet(fs, "time") {
		if patience, err = readTime("--time", o.time); err != nil {
			return d, err
		}
	}
	minds.SetPatience(patience)
	if d.A, err = duellist("a", o.a, minds, patience); err == nil {
		d.B, err = duellist("b", o.b, minds, patience)
	}
	return d, err
}

// duellist returns a function that makes the player a flag names.
func duellist(flag, name string, minds *engine.Analysts, time time.Duration) (func(*rand.Rand) (engine.Chooser, error), error) {
	if name == "" {
		return nil, words.Errorf("duel needs --%s with a computer player.", flag)
	}
	if command, is := strings.CutPrefix(name, match.KindProgram); is {
		_, err := newGuest(command, 0)
		return func(*rand.Rand) (engine.Chooser, error) { return newGuest(command, time) }, err
	}
	if _, err := engine.NewPlayer(name, rand.New(rand.NewPCG(1, 1)), minds); err != nil {
		return nil, err
	}
	return func(rng *rand.Rand) (engine.Chooser, error) { return engine.NewPlayer(name, rng, minds) }, nil
}

// duelText formats the result of a duel, a line for each figure.
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

// duelProgress returns a function that shows the standing of a duel, or nil if standard error is
// not a terminal.
func duelProgress(stderr io.Writer) func(engine.Tally) {
	if !onScreen(stderr) {
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
