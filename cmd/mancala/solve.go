package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"mancala/engine"
	"mancala/rules"
)

// runSolve prints the exact value of a position and of each of its houses.
func runSolve(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var board boardFlags
	fs := newFlagSet()
	board.register(fs)
	memory := fs.String("memory", "1G", "")
	threads := fs.Int("threads", min(runtime.NumCPU(), engine.MaxThreads), "")
	v, code, ok := parseCommand(fs, &board, args, stdout, stderr)
	if !ok {
		return code
	}
	bytes, err := readSize(*memory)
	switch {
	case err != nil:
		return usageError(stderr, err)
	case *threads < 1:
		return usageError(stderr, errors.New("--threads needs a number from 1"))
	}
	p, code, ok := replayArgs(v, fs.Args(), stderr)
	if !ok {
		return code
	}
	config := engine.SolverConfig{
		Memory: bytes, Threads: *threads, TableFile: tableFile(v), Progress: progressTo(stderr),
	}
	solver, err := engine.NewSolver(v, config)
	if err != nil {
		return usageError(stderr, err)
	}
	began := time.Now()
	solution, err := solver.Solve(ctx, p)
	clearProgress(stderr)
	switch {
	case errors.Is(err, rules.ErrGameOver):
		err = printTo(stdout, fmt.Sprintf("value\t%d\nnodes\t0\nseconds\t0.00\n", leadOf(p)))
		return printed(stderr, err)
	case err != nil && ctx.Err() == nil:
		return usageError(stderr, err)
	}
	printErr := printTo(stdout, solutionText(solution, time.Since(began)))
	if err != nil {
		return exitInterrupted
	}
	return printed(stderr, printErr)
}

// replayArgs plays the houses of a command line. Where ok is false the program is done, with that exit code.
func replayArgs(v rules.Variant, args []string, stderr io.Writer) (p rules.Position, code int, ok bool) {
	houses := make([]rules.House, len(args))
	for i, arg := range args {
		h, err := readHouse(i+1, arg)
		if err != nil {
			return p, usageError(stderr, err), false
		}
		houses[i] = h
	}
	p, err := rules.Replay(v, houses...)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return p, exitFailed, false
	}
	return p, exitOK, true
}

// leadOf returns the final value of a finished game for the side whose turn it would be.
func leadOf(p rules.Position) int {
	return p.Store(p.ToMove()) - p.Store(p.ToMove().Opponent())
}

// solutionText is what is proved: a line each for the value, for every house that is known, for nodes and time.
func solutionText(s engine.Solution, took time.Duration) string {
	var b strings.Builder
	if s.Exact() {
		fmt.Fprintf(&b, "value\t%d\n", s.Value)
	}
	for _, h := range s.Houses {
		if h.Exact() {
			fmt.Fprintf(&b, "%v\t%d\n", h.House, h.Low)
		}
	}
	fmt.Fprintf(&b, "nodes\t%d\nseconds\t%.2f\n", s.Nodes, took.Seconds())
	return b.String()
}

// readSize reads a number of bytes such as 512M or 2G.
func readSize(text string) (uint64, error) {
	digits, shift := text, 0
	for unit, s := range map[string]int{"K": 10, "M": 20, "G": 30} {
		if rest, ok := strings.CutSuffix(text, unit); ok {
			digits, shift = rest, s
		}
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("--memory cannot be %q; write a size such as 512M or 2G", text)
	}
	return n << shift, nil
}

// tableFile is where endgame tables of a rule set are kept, or nowhere where the system has no place for such files.
func tableFile(v rules.Variant) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	v.Seeds, v.Pie = 1, false
	name := strings.NewReplacer("(", "-", ")", "", ",", "-", "=", "-").Replace(v.String())
	return filepath.Join(dir, "mancala", "endgame-"+name)
}

// progressTo returns a report of progress on a terminal, and none elsewhere.
func progressTo(stderr io.Writer) func(engine.Progress) {
	if !isTerminal(stderr) {
		return nil
	}
	return func(p engine.Progress) {
		if p.House == 0 {
			fmt.Fprint(stderr, "\r\x1b[Kpreparing endgame tables ...")
			return
		}
		fmt.Fprintf(stderr, "\r\x1b[Ksolving house %v, %d positions searched so far ...", p.House, p.Nodes)
	}
}

func clearProgress(stderr io.Writer) {
	if isTerminal(stderr) {
		fmt.Fprint(stderr, "\r\x1b[K")
	}
}

// isTerminal reports whether somebody sees what is written at once.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
