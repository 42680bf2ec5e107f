package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"mancala/rules"
)

// Chooser is a computer player in a duel; [Player] is one. If it has a method Close, the duel calls
// that after a game.
type Chooser interface {
	// Choose returns a legal ply for the side to move; see [Player.Choose].
	Choose(ctx context.Context, p rules.Position) (rules.House, error)
}

// observer is a [Chooser] that wants to hear of all plies.
type observer interface {
	Observe(s rules.Sowing, after rules.Position)
}

// Duel is a match of two computer players over many games. Both games of a pair start from the same
// opening of two to six random plies, and the players swap sides. So the opening and the first move
// favour neither player. All randomness derives from Seed: the same duel gives the same result with
// any number of threads.
type Duel struct {
	Variant rules.Variant
	// A and B make the players of one game, each with its own source of randomness.
	A, B func(rng *rand.Rand) (Chooser, error)
	// Games is the largest number of games; an odd number is rounded up.
	Games int
	Seed  uint64
	// Threads is the number of pairs played in parallel; less than 1 counts as 1.
	Threads int
	// Sequential ends the duel as soon as its result is significant; see [Tally.Decided].
	Sequential bool
	// Progress, if not nil, is called with the tally after each pair, by one goroutine at a time.
	Progress func(Tally)
}

// Tally is the result of a duel, or its standing, from A's view.
type Tally struct {
	Wins, Draws, Losses int
	// pairs counts the pairs of games by A's points: 0, 1/2, 1, 3/2 or 2.
	pairs [5]int
}

// Games returns the number of games played.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score returns A's share of the points, 0..1; a draw counts half. Before the first game it is 0.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// Interval returns the 95 % confidence interval of A's score, from the variance of the pairs.
func (t Tally) Interval() (low, high float64) {
	n, variance := t.spread()
	if n < 2 {
		return 0, 1
	}
	margin := 1.96 * math.Sqrt(variance/n)
	return max(0, t.Score()-margin), min(1, t.Score()+margin)
}

// spread returns the number of pairs and the variance of their scores, 0..1 a pair. It assumes at
// least one pair half a point off the mean, so a run of equal pairs does not look certain.
func (t Tally) spread() (n, variance float64) {
	for _, count := range t.pairs {
		n += float64(count)
	}
	mean := t.Score()
	for points, count := range t.pairs {
		d := float64(points)/4 - mean
		variance += float64(count) * d * d
	}
	return n, max(variance, 0.25*0.25) / max(1, n)
}

// The hypotheses of the sequential test are that A's score is weakScore or strongScore. Each kind
// of error has a probability of 5 %.
const (
	weakScore, strongScore = 0.5, 0.55
)

var sureEnough = math.Log(0.95 / 0.05)

// Decided returns the result of a sequential probability ratio test, or 0 while undecided. +1 means
// that A's score is at least 0.55 rather than at most 0.5, and -1 the opposite, each with an error
// of 5 %.
func (t Tally) Decided() int {
	n, variance := t.spread()
	ratio := n * (strongScore - weakScore) * (2*t.Score() - weakScore - strongScore) / (2 * variance)
	switch {
	case n < 8: // the normal approximation needs a few pairs
		return 0
	case ratio >= sureEnough:
		return 1
	case ratio <= -sureEnough:
		return -1
	}
	return 0
}

// add adds a pair, given A's leads in its two games.
func (t *Tally) add(leads [2]int) {
	points := 0
	for _, lead := range leads {
		switch {
		case lead > 0:
			t.Wins++
			points += 2
		case lead < 0:
			t.Losses++
		default:
			t.Draws++
			points++
		}
	}
	t.pairs[points]++
}

// Run plays the duel and returns its result. If ctx ends, it returns the tally so far and the error
// of ctx.
func (d Duel) Run(ctx context.Context) (Tally, error) {
	if _, err := rules.Start(d.Variant); err != nil {
		return Tally{}, err
	}
	pairs := (d.Games + 1) / 2
	if pairs < 1 {
		return Tally{}, errors.New("a duel needs at least one game")
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]chan [2]int, min(pairs, max(1, d.Threads)))
	var workers sync.WaitGroup
	for w := range results {
		results[w] = make(chan [2]int, 4)
		workers.Go(func() { d.work(ctx, cancel, w, len(results), pairs, results[w]) })
	}
	tally := d.collect(pairs, results)
	err := context.Cause(ctx)
	cancel(nil)
	workers.Wait()
	return tally, err
}

// work plays every step-th pair from first on, and stops when ctx ends.
func (d Duel) work(ctx context.Context, cancel context.CancelCauseFunc, first, step, pairs int, results chan<- [2]int) {
	defer close(results)
	for i := first; i < pairs; i += step {
		leads, err := d.pair(ctx, i)
		if err != nil {
			cancel(err)
			return
		}
		select {
		case results <- leads:
		case <-ctx.Done():
			return
		}
	}
}

// collect adds the pairs up in order, so a sequential test does not depend on the speed of threads.
func (d Duel) collect(pairs int, results []chan [2]int) Tally {
	var tally Tally
	for i := range pairs {
		leads, ok := <-results[i%len(results)]
		if !ok {
			break
		}
		tally.add(leads)
		if d.Progress != nil {
			d.Progress(tally)
		}
		if d.Sequential && tally.Decided() != 0 {
			break
		}
	}
	return tally
}

// pair plays the i-th pair and returns A's leads.
func (d Duel) pair(ctx context.Context, i int) (leads [2]int, err error) {
	rng := rand.New(rand.NewPCG(d.Seed, uint64(i)))
	start, err := opening(d.Variant, rng)
	if err != nil {
		return leads, err
	}
	for game := range leads {
		mine := start.ToMove()
		if game == 1 {
			mine = mine.Opponent()
		}
		var seats [2]Chooser
		for side, makePlayer := range [2]func(*rand.Rand) (Chooser, error){d.A, d.B} {
			player, err := makePlayer(rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64())))
			if err != nil {
				return leads, err
			}
			seats[(int(mine)+side)%2] = player
		}
		leads[game], err = playOut(ctx, start, seats, mine)
		for _, seat := range seats {
			if c, ok := seat.(interface{ Close() }); ok {
				c.Close()
			}
		}
		if err != nil {
			return leads, err
		}
	}
	return leads, nil
}

// playOut plays a game to its end and returns the lead of side, in seeds.
func playOut(ctx context.Context, p rules.Position, seats [2]Chooser, side rules.Side) (int, error) {
	for past := rules.Extend(nil, p); !p.Over(); past = rules.Extend(past, p) {
		h, err := seats[p.ToMove()].Choose(ctx, p)
		if err != nil {
			return 0, err
		}
		next, s, err := rules.Play(past, h)
		if err != nil {
			return 0, fmt.Errorf("a computer player chose house %v in %v: %w", h, p, err)
		}
		for _, seat := range seats {
			if o, ok := seat.(observer); ok {
				o.Observe(s, next)
			}
		}
		p = next
	}
	return p.Lead(side), nil
}

// opening returns a position after two to six random plies, or fewer if the game would be over by
// then.
func opening(v rules.Variant, rng *rand.Rand) (rules.Position, error) {
	p, err := rules.Start(v)
	if err != nil {
		return p, err
	}
	for range 2 + rng.IntN(5) {
		plies := slices.Collect(p.Plies())
		next, _, err := p.Sow(plies[rng.IntN(len(plies))])
		if err != nil || next.Over() {
			break
		}
		p = next
	}
	return p, nil
}
