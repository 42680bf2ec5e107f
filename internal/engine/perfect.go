package engine

import (
	"context"
	"errors"
	"sync"
	"time"

	"mancala/rules"
)

// DefaultPatience is the longest time that Perfect takes for a ply, unless its [Analysts] say
// otherwise.
const DefaultPatience = 5 * time.Second

// modestMemory is the memory, in bytes, of a Perfect without analysts.
const modestMemory = 128 << 20

// hurry lets one goroutine cut short the thinking of another.
type hurry struct {
	mu     sync.Mutex
	cancel context.CancelFunc
}

// begin returns a context that ends with ctx or on hurry, and a function to release it.
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

// perfect returns the best ply: a proved one if patience allows a proof, otherwise the best one
// found in that time.
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
	found, err := pl.minds.decide(thinking, pl.game.upTo(p))
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil && (thinking.Err() != nil || errors.Is(err, context.DeadlineExceeded)):
		return greedy(p), nil // not even depth 1 was completed
	case err != nil:
		return 0, err
	case !found.Exact:
		pl.estimate = found.Verdict
	}
	return found.Line[0], nil
}

// decide analyzes the last position of past within Perfect's patience.
func (a *Analysts) decide(ctx context.Context, past []rules.Position) (Analysis, error) {
	patience := time.Duration(a.patience.Load())
	if patience == 0 {
		patience = DefaultPatience
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return a.AnalyzeGame(ctx, past, Limits{}, nil)
}

// SetPatience sets the longest time that Perfect takes for a ply; zero means [DefaultPatience].
// Call it at any time; it takes effect at the next ply.
func (a *Analysts) SetPatience(patience time.Duration) { a.patience.Store(int64(patience)) }
