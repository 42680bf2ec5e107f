package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mancala/cmd/wiring"
	"mancala/internal/engine"
	"mancala/internal/words"
	"mancala/rules"
)

// engineFlags are the flags of the commands that use the engine.
type engineFlags struct {
	memory  string
	threads int
}

func (e *engineFlags) register(fs *flagSet) {
	fs.text(&e.memory, "memory", "1G", "SIZE", words.T("the most memory to use, such as 512M; 1G unless you say otherwise"))
	registerThreads(fs, &e.threads)
}

// config returns the limits for a variant, or an error if this machine has not that much memory.
func (e *engineFlags) config(v rules.Variant) (engine.SolverConfig, error) {
	bytes, err := readSize(e.memory)
	if err == nil && !systemGives(bytes) {
		err = words.Errorf("This machine cannot give as much memory as %s. Choose less with --memory.", e.memory)
	}
	if err == nil {
		err = checkThreads(e.threads)
	}
	return engine.SolverConfig{Memory: bytes, Threads: e.threads, TableFile: wiring.TableFile(v)}, err
}

func registerThreads(fs *flagSet, threads *int) {
	fs.number(threads, "threads", min(runtime.NumCPU(), engine.MaxThreads), "T",
		words.T("how many threads think; as many as there are processor cores unless you say otherwise"))
}

func checkThreads(n int) error {
	if n < 1 || n > engine.MaxThreads {
		return words.Errorf("--threads needs a number from 1 to %d.", engine.MaxThreads)
	}
	return nil
}

// solveOptions are the options of the command mancala solve.
type solveOptions struct {
	board  boardFlags
	engine engineFlags
	resume string
}

// newSolve returns the command that prints the exact value of a position and of each of its houses.
func newSolve() *cobra.Command {
	var o solveOptions
	cmd := newCommand("solve [options] [GAME]", o.run)
	cmd.Short = words.T("prove what a position is worth with best play")
	cmd.Long = blocks(
		words.T("Prints what the position is worth to the side to move, with best play: own store minus the other at the end; then the same "+
			"for each house by its number, nodes and seconds, with tabs between."),
		words.T("It takes as long as it takes; after Ctrl+C it prints what is proved. What it has only narrowed down is printed as bounds, "+
			"the name, the lowest and the highest possible value."),
		gameHelp(),
	)
	cmd.Example = rows(
		"mancala solve --houses 4 --seeds 4", words.T("what a board is worth with best play, proved"),
		"mancala solve --resume work.solve 3 6", words.T("the same after two moves; the same command goes on after a break"),
	)
	fs := flagsOf(cmd)
	fs.text(&o.resume, "resume", "", "FILE",
		words.T("save the progress in FILE every minute and at the end, and go on from there"))
	o.engine.register(fs)
	o.board.register(fs)
	return cmd
}

func (o *solveOptions) run(cmd *cobra.Command, _ []string) int {
	p, code, ok := o.board.position(cmd)
	if !ok {
		return code
	}
	config, err := o.engine.config(p.Variant())
	if err != nil {
		return usageError(cmd, err)
	}
	kept := isSet(cmd.Flags(), "resume")
	if kept && o.resume == "" {
		return usageError(cmd, words.Errorf("--resume needs the name of a file."))
	}
	config.Progress = solveProgress(cmd.ErrOrStderr(), kept)
	solver, err := engine.NewSolver(p.Variant(), config)
	if err != nil {
		return usageError(cmd, err)
	}
	if kept && !p.Over() {
		if err := solver.Keep(o.resume, p); err != nil {
			return failure(cmd.ErrOrStderr(), err)
		}
	}
	return solve(cmd, solver, p)
}

// solve solves a position and prints the result, or the bounds proved when it is interrupted.
func solve(cmd *cobra.Command, solver *engine.Solver, p rules.Position) int {
	ctx, stdout, stderr := cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	began := time.Now()
	solution, err := solver.Solve(ctx, p)
	took := max(solver.Spent(), time.Since(began))
	clearProgress(stderr)
	switch {
	case errors.Is(err, rules.ErrGameOver):
		err = printTo(stdout, fmt.Sprintf("value\t%d\n", p.Lead(p.ToMove()))+effortText(0, 0))
		return printed(stderr, err)
	case err != nil && ctx.Err() == nil:
		return usageError(cmd, err)
	}
	printErr := printTo(stdout, solutionText(solution, p.Variant().Total(), took))
	if err != nil {
		return exitInterrupted
	}
	return printed(stderr, printErr)
}

// solutionText formats the solution of a position with that many seeds: a line each for the value,
// every house, nodes and time. If only bounds of a value are known, its line begins with the word
// bounds; an unknown value has no line.
func solutionText(s engine.Solution, total int, took time.Duration) string {
	var b strings.Builder
	line := func(name string, low, high int) {
		switch {
		case low == high:
			fmt.Fprintf(&b, "%s\t%d\n", name, low)
		case low > -total || high < total:
			fmt.Fprintf(&b, "bounds\t%s\t%d\t%d\n", name, low, high)
		}
	}
	if len(s.Houses) > 0 {
		high := s.Value
		for _, h := range s.Houses {
			high = max(high, h.High)
		}
		line("value", s.Value, high)
	}
	for _, h := range s.Houses {
		line(h.House.String(), h.Low, h.High)
	}
	return b.String() + effortText(s.Nodes, took)
}

// effortText formats the nodes and the time of a search.
func effortText(nodes uint64, took time.Duration) string {
	return fmt.Sprintf("nodes\t%d\nseconds\t%.2f\n", nodes, took.Seconds())
}

// readSize parses a number of bytes such as 512M or 2G.
func readSize(text string) (uint64, error) {
	digits, shift := text, 0
	for unit, s := range map[string]int{"K": 10, "M": 20, "G": 30} {
		if rest, ok := strings.CutSuffix(text, unit); ok {
			digits, shift = rest, s
		}
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n == 0 {
		return 0, words.Errorf("--memory cannot be %q. Write a size such as 512M or 2G.", text)
	}
	return n << shift, nil
}

// solveProgress returns a function that shows the progress on a terminal, or nil if there is
// nothing to show. If the progress is saved, it also prints when saving fails, even without a
// terminal.
func solveProgress(stderr io.Writer, kept bool) func(engine.Progress) {
	terminal, told := onScreen(stderr), false
	if !terminal && !kept {
		return nil
	}
	return func(p engine.Progress) {
		if p.Unkept != nil && !told {
			clearProgress(stderr)
			fmt.Fprintln(stderr, "mancala: "+words.T("Progress could not be saved, and is tried again: %s.", p.Unkept.Error()))
		}
		if told = p.Unkept != nil; terminal {
			showProgress(stderr, progressText(p))
		}
	}
}

// progressText describes the progress of a solver in a few words.
func progressText(p engine.Progress) string {
	switch {
	case p.Layer > 0:
		return words.T("endgame tables: %d of %d seeds ...", p.Layer, p.Layers)
	case p.House == rules.Swap:
		return words.T("solving the swap, %d boards searched so far ...", p.Nodes)
	case p.House > 0:
		return words.T("solving house %s, %d boards searched so far ...", p.House.String(), p.Nodes)
	}
	return words.T("solving the position, %d boards searched so far ...", p.Nodes)
}

// showProgress replaces the line of progress. The text should fit in a line of a terminal.
func showProgress(stderr io.Writer, text string) { fmt.Fprint(stderr, "\r\x1b[K"+text) }

func clearProgress(stderr io.Writer) {
	if onScreen(stderr) {
		fmt.Fprint(stderr, "\r\x1b[K")
	}
}
