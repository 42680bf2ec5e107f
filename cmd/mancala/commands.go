package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"mancala/engine"
	"mancala/rules"
	"mancala/words"
)

// runShow prints the position that its arguments describe, and its status.
func runShow(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var board boardFlags
	fs := newFlagSet()
	board.register(fs)
	v, code, ok := parseCommand(fs, &board, args, stdout, stderr)
	if !ok {
		return code
	}
	p, code, ok := board.position(fs, v, stdin, stderr)
	if !ok {
		return code
	}
	return printed(stderr, printTo(stdout, p.Notation()+"\n"+p.Status()+"\n"))
}

// runPerft prints the number of sequences of 1 to depth plies.
func runPerft(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var board boardFlags
	fs := newFlagSet()
	board.register(fs)
	depth := fs.Int("depth", 0, "")
	reference := fs.Bool("reference", false, "")
	v, code, ok := parseCommand(fs, &board, args, stdout, stderr)
	switch {
	case !ok:
		return code
	case fs.NArg() > 0:
		return usageError(stderr, words.Errorf("perft does not understand %q.", fs.Arg(0)))
	case *depth < 1:
		return usageError(stderr, words.Errorf("perft needs --depth with a number from 1."))
	}
	start, err := rules.Start(v)
	if err != nil {
		return usageError(stderr, err)
	}
	count := countFast
	if *reference {
		count = rules.Perft
	}
	return countPlies(ctx, count, start, *depth, stdout, stderr)
}

// countFast counts by the engine where it can, and by the rules elsewhere.
func countFast(p rules.Position, depth int) uint64 {
	if n, ok := engine.FastPerft(p, depth); ok {
		return n
	}
	return rules.Perft(p, depth)
}

// countPlies prints each depth's count as soon as it is known, and stops when ctx ends.
func countPlies(
	ctx context.Context, perft func(rules.Position, int) uint64, start rules.Position, depth int, stdout, stderr io.Writer,
) int {
	out := bufio.NewWriter(stdout)
	for d := 1; d <= depth; d++ {
		count := make(chan uint64, 1)
		go func() { count <- perft(start, d) }()
		select {
		case <-ctx.Done():
			return exitInterrupted
		case n := <-count:
			fmt.Fprintf(out, "%d\t%d\n", d, n)
			if err := out.Flush(); err != nil {
				return printed(stderr, err)
			}
		}
	}
	return exitOK
}

// parseCommand parses the flags of a subcommand and the variant they choose. If ok is false the
// program is done, with that exit code.
func parseCommand(fs *flag.FlagSet, board *boardFlags, args []string, stdout, stderr io.Writer) (v rules.Variant, code int, ok bool) {
	err := parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return v, printed(stderr, printTo(stdout, helpText())), false
	}
	if err == nil {
		v, err = board.variant(fs)
	}
	if err != nil {
		return v, usageError(stderr, err), false
	}
	return v, exitOK, true
}
