package main

import (
	"context"
	"runtime"
	"time"

	"mancala/engine"
	"mancala/match"
	"mancala/rules"
)

// judge is the engine as people ask it: for a hint, for the bar beside the board, for the review of
// a game.
type judge struct {
	minds    *engine.Analysts
	patience time.Duration
}

// Judge implements [match.Judge].
func (j judge) Judge(ctx context.Context, p rules.Position, report func(match.Verdict)) (match.Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, j.patience)
	defer cancel()
	tell := func(a engine.Analysis) {
		if report != nil {
			report(verdict(a))
		}
	}
	a, err := j.minds.Analyze(ctx, p, engine.Limits{}, tell)
	return verdict(a), err
}

func verdict(a engine.Analysis) match.Verdict {
	return match.Verdict{Value: a.Value, Exact: a.Exact, Line: a.Line, Depth: a.Depth}
}

// thinkingMemory is the memory for the computer players, hints and reviews of a game together, in
// bytes.
const thinkingMemory = 512 << 20

// analystConfig returns the limits of an analyst of a variant that works with that many threads.
func analystConfig(threads int) func(rules.Variant) engine.SolverConfig {
	return func(v rules.Variant) engine.SolverConfig {
		return engine.SolverConfig{Memory: thinkingMemory, Threads: threads, TableFile: tableFile(v)}
	}
}

// newAnalysts returns the analysts of a program in which one thinks at a time, with that many
// threads, and Perfect has that patience.
func newAnalysts(threads int, patience time.Duration) *engine.Analysts {
	minds := engine.NewAnalysts(analystConfig(min(threads, engine.MaxThreads)), 1)
	minds.SetPatience(patience)
	return minds
}

// spareThreads is how many threads may think while a window is shown: one fewer than the machine
// has, and at least one.
func spareThreads() int { return max(runtime.NumCPU()-1, 1) }
