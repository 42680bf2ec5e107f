package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mancala/internal/engine"
	"mancala/internal/notation"
	"mancala/internal/words"
	"mancala/rules"
)

// newShow returns the command that prints the position that its arguments describe, and its
// status.
func newShow() *cobra.Command {
	var board boardFlags
	var as string
	var nth int
	cmd := newCommand("show [options] [GAME]", func(cmd *cobra.Command, _ []string) int {
		if isSet(cmd.Flags(), "game") && nth < 1 {
			return usageError(cmd, words.Errorf("--game needs a number from 1."))
		}
		return board.show(cmd, as, nth)
	})
	cmd.Short = words.T("print the board of a game or position, and who moves or won")
	cmd.Long = blocks(
		words.T("Prints the board after the moves of GAME: <houses a side, seeds in south's store, in north's store, in south's houses from "+
			"the left, in north's houses from the left>. The line after it says who is to move, or who has won."),
		gameHelp(),
		words.T("It also reads games of Togyz Kumalaq as federations and PlayOK write them, such as 21 98 67 22x or 76(10) 76(10), of Oware in "+
			"OGN or in lines such as FfBe, the moves and boards of PlayStrategy, boards such as 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S, and files in PGN "+
			"with any of these moves. The name of a game before them says by which rules. Numbers of moves, totals, results and scores must fit."),
	)
	cmd.Example = rows(
		"mancala show 3 6", words.T("the board after two moves, as text"),
		"mancala show 'kalah(6,4)+pie 1 swap'", words.T("the same for a game with its rules, as it is copied"),
		"mancala show -", words.T("the same for a game on standard input"),
		"mancala show --game 2 - <games.pgn", words.T("the second game of a file"),
		"mancala show --notation federation 'togyz(9,9) 7 9'", words.T("a game as others write it"),
	)
	fs := flagsOf(cmd)
	fs.text(&as, "notation", "", "NAME", words.T("print the game in a notation of others: %s", words.Either(notation.Names())))
	fs.number(&nth, "game", 0, "N", words.T("of several games in a text, the one with number N; otherwise the first"))
	board.register(fs)
	return cmd
}

// gameHelp is the paragraph about the positions that commands take.
func gameHelp() string {
	return words.T("GAME is houses from the start, as in 3 6 swap; a game with its rules, as in 'kalah(6,4) 3 6'; a board as show prints it, " +
		"as in '<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> south'; or - to read any of these from standard input. Houses are numbered 1 to M from their " +
		"owner's left.")
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
	cmd := newPlainCommand("perft --depth D [options]", o.run)
	cmd.Short = words.T("count the games up to a number of plies")
	cmd.Long = words.T("For d = 1 to D, prints d and the number of sequences of d plies from the start, with a tab between. Other programs " +
		"can be checked against these counts. Ctrl+C ends it.")
	cmd.Example = rows("mancala perft --depth 8", words.T("count the games of 1 to 8 plies"))
	fs := flagsOf(cmd)
	fs.number(&o.depth, "depth", 0, "D", words.T("the most plies"))
	fs.yes(&o.reference, "reference", words.T("count the plain, slow way"))
	o.board.register(fs)
	return cmd
}

func (o *perftOptions) run(cmd *cobra.Command) int {
	v, err := o.board.variant(cmd.Flags())
	switch {
	case err != nil:
		return usageError(cmd, err)
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

// countFast counts with the engine if it knows the rules, and with package rules otherwise.
func countFast(p rules.Position, depth int) uint64 {
	if n, ok := engine.FastPerft(p, depth); ok {
		return n
	}
	return rules.Perft(p, depth)
}

// countPlies prints the count of each depth as soon as it is known, until ctx ends.
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
