package main

import (
	"context"
	"fmt"
	"os"

	"mancala/puzzle"
	"mancala/puzzle/prover"
	"mancala/rules"
)

// reply finds the replies to the wrong answers of the puzzles of the days.
func reply(ctx context.Context) error {
	list, err := packed(dailyFile)
	if err != nil {
		return err
	}
	oracles := map[rules.Variant]*prover.Oracle{}
	for i := range list {
		v := list[i].Position.Variant()
		o := oracles[v]
		if o == nil {
			if o, err = prover.New(ctx, v, 64<<20, 0); err != nil {
				return err
			}
			oracles[v] = o
		}
		o.Forget()
		if err := list[i].FindReplies(o); err != nil {
			return err
		}
	}
	data := puzzle.WriteReplies(list)
	size := len(puzzle.WriteList(list)) + len(data)
	fmt.Fprintf(os.Stderr, "%d puzzles, and %d bytes of replies\n", len(list), len(data))
	if size > mostBytes {
		return fmt.Errorf("the puzzles and replies may have %d bytes, not %d", mostBytes, size)
	}
	return os.WriteFile(repliesFile, data, 0o644)
}
