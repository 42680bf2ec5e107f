// Command puzzles finds the puzzles that package puzzle embeds. Each search writes a list, one
// puzzle a line, the same on every machine:
//
//	go run ./tools/puzzles find -rules kalah -seed 1 -positions 20000 >kalah.txt
//
// From lists of a game it packs the embedded one:
//
//	go run ./tools/puzzles pack kalah.txt openings.txt
//
// writes internal/puzzle/lists/1-kalah.puzzles, where existing puzzles keep their places, and
//
//	go run ./tools/puzzles reply
//
// adds the replies to all lists, best play after each wrong answer.
//
//	go run ./tools/puzzles won
//
// writes internal/puzzle/won.games, games up to positions to win against Perfect. "make puzzles"
// does all of this.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"mancala/internal/puzzle"
	"mancala/rules"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	switch {
	case len(args) > 0 && args[0] == "find":
		return runFind(ctx, args[1:])
	case len(args) > 1 && args[0] == "pack":
		return pack(args[1:])
	case len(args) == 1 && args[0] == "reply":
		return reply(ctx)
	case len(args) == 1 && args[0] == "won":
		return won(ctx)
	}
	return errors.New("usage: puzzles find [options] >LIST, puzzles pack LIST and so on, puzzles reply, or puzzles won")
}

// runFind writes the puzzles of a search to standard output.
func runFind(ctx context.Context, args []string) error {
	fs := flag.NewFlagSet("find", flag.ContinueOnError)
	name := fs.String("rules", "kalah", "the rule set")
	houses := fs.Int("houses", 6, "houses a side")
	seeds := fs.Int("seeds", 4, "seeds a house")
	memory := fs.Int("memory", 256, "memory in MiB")
	var s search
	fs.Uint64Var(&s.seed, "seed", 1, "of the games")
	fs.IntVar(&s.positions, "positions", 20000, "positions to look at")
	fs.IntVar(&s.least, "least", 6, "the fewest seeds in the houses")
	fs.IntVar(&s.most, "most", 24, "the most seeds in the houses")
	fs.IntVar(&s.openings, "openings", 0, "look at all positions of so many plies, not at games")
	if err := fs.Parse(args); err != nil {
		return err
	}
	v, err := rules.ParseRuleSet(*name)
	if err == nil {
		s.variant, err = v.WithSize(*houses, *seeds)
	}
	if err != nil {
		return err
	}
	s.memory = uint64(*memory) << 20
	out, n, began := bufio.NewWriter(os.Stdout), 0, time.Now()
	err = find(ctx, s, func(p puzzle.Puzzle) {
		n++
		fmt.Fprintln(out, p)
	})
	fmt.Fprintf(os.Stderr, "%d puzzles in %v\n", n, time.Since(began).Round(time.Second))
	return errors.Join(err, out.Flush())
}
