package main

import (
	"bufio"
	"context"

	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mancala/engine"
	"mancala/rules"
	"mancala/words"
)

// newShow returns the command that prints the position that its arguments describe, and its
// status.
func newShow() *cobra.Command {
	var board boardFlags
	cmd := newCommand("show [GAME]", func(cmd *cobra.Command, _ []string) int {
		p, code, ok := board.position(cmd)
		if !ok {
			return code
		}
		return printed(cmd.ErrOrStderr(), printTo(cmd.OutOrStdout(), p.Notation()+"\n"+p.Status()+"\n"))
	})
	board.register(cmd.Flags())
	return cmd
}

// perftOptions are the options of the command mancala perft.
type perftOptions struct {
	board     boardFlags
	depth     int
	reference bool
}

// newPerft returns the command that prints the number of sequences of 1 to depth plies.
func newPerft() *cobra.Command {
	var o perftOptions
	cmd := newCommand("perft --depth D", o.run)
	fs := cmd.Flags()
	o.board.register(fs)
	fs.IntVar(&o.depth, "depth", 0, "")
	fs.BoolVar(&o.reference, "reference", false, "")
	return cmd
}

func (o *perftOptions) run(cmd *cobra.Command, args []string) int {
	v, err := o.board.variant(cmd.Flags())
	switch {
	case err != nil:
		return usageError(cmd, err)
	case len(args) > 0:
		return usageError(cmd, words.Errorf("perft does not understand %q.", args[0]))
	case o.depth < 1:
		return usageError(cmd, words.Errorf("perft needs --depth with a number from 1."))
	}
	start, err := rules.Start(v)
	if err != nil {
		return usageError(cmd, err)
	}
	count := countFast
	if o.reference {
		count = rules.Perft
	}
	return countPlies(cmd.Context(), count, start, o.depth, cmd.OutOrStdout(), cmd.ErrOrStderr())
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
