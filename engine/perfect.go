package engine

import (
	"context"
	"sync"
	"time"

	"mancala/rules"
)

// DefaultPatience is how long Perfect thinks about a ply at the most, unless its [Analysts] say
// otherwise.
const DefaultPatience = 5 * time.Second

// modestMemory is what a Perfect that was given no analysts takes, in bytes.
const modestMemory = 128 << 20

// hurry lets one goroutine make an end of what another one is at.
type hurry struct {
	mu     sync.Mutex
	cancel context.CancelFunc
}

// begin returns a context that ends with ctx or when the player is told to hurry, and what to call
// in the end.
func (h *hurry) begin(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	h.mu.Lock()
	h.cancel = cancel
	h.mu.Unlock()
	return ctx, func() {
		h.mu.Lock()
		h.cancel = nil
		h.mu.Unlock()
		cancel()
	}
}

func (h *hurry) now() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.cancel != nil {
		h.cancel()
	}
}

// perfect returns the best ply: proved if that can be done with the patience there is, and else the
// one that seems best by then.
func perfect(ctx context.Context, pl *Player, p rules.Position) (rules.House, error) {
	if h, ok := onlyPly(p); ok {
		return h, nil
	}
	if pl.minds == nil {
		config := SolverConfig{Memory: modestMemory}
		pl.minds = NewAnalysts(func(rules.Variant) SolverConfig { return config }, 1)
	}
	thinking, end := pl.hurry.begin(ctx)
	defer end()
	found, err := pl.minds.decide(thinking, p)
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case thinking.Err() != nil && err != nil:
		return greedy(p), nil // there was no time to look at all
	case err != nil:
		return 0, err
	}
	return found.Line[0], nil
}

// decide has one of the analysts find the best ply of p with the patience of Perfect.
func (a *Analysts) decide(ctx context.Context, p rules.Position) (Analysis, error) {
	patience := time.Duration(a.patience.Load())
	if patience == 0 {
		patience = DefaultPatience
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return a.Analyze(ctx, p, Limits{}, nil)
}

// SetPatience says how long Perfect thinks about a ply at the most; zero stands for
// [DefaultPatience]. It may be called at any time, and holds from the next ply on.
func (a *Analysts) SetPatience(patience time.Duration) { a.patience.Store(int64(patience)) }
