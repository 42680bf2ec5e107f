package main

import (
	"context"
	"path/filepath"

	"mancala/rules"
)

// reply finds the replies to the wrong answers of all lists.
func reply(ctx context.Context) error {
	all, err := filepath.Glob(filepath.Join(listsFolder, "*.puzzles"))
	for _, file := range all {
		if err == nil {
			err = replyTo(ctx, file)
		}
	}
	return err
}

// replyTo finds the replies to the wrong answers of the list in a file.
func replyTo(ctx context.Context, file string) error {
	list, err := packed(file)
	if err != nil {
		return err
	}
	most := 0
	for _, p := range list {
		most = max(most, seedsOn(p.Position))
	}
	oracles := map[rules.Variant]oracle{}
	for i := range list {
		v := list[i].Position.Variant()
		o := oracles[v]
		if o == nil {
			if o, err = newOracle(ctx, v, 64<<20, most); err != nil {
				return err
			}
			oracles[v] = o
		}
		o.Forget()
		if err := list[i].FindReplies(o); err != nil {
			return err
		}
	}
	return write(file, list)
}

// seedsOn returns the number of seeds in the houses of a position.
func seedsOn(p rules.Position) int {
	return p.Variant().Total() - p.Store(rules.South) - p.Store(rules.North)
}
