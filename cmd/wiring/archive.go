package wiring

import (
	"context"
	"time"

	"mancala/internal/record"
	"mancala/menus/ports"
)

// archive is a keeper with a coach for its games.
type archive struct{ *record.Keeper }

// Coach begins to look for mistakes in the kept games.
func (a archive) Coach() ports.Coach { return StartCoach(context.Background(), a.Keeper) }

// Coaching is a coach at work in the background.
type Coaching struct {
	cancel context.CancelFunc
	news   chan int // holds the latest number of games that are left; closed at the end
	left   int
	err    error // once news is closed
}

// StartCoach begins to look for mistakes in some games, until all are searched, ctx ends or the
// coaching is closed.
func StartCoach(ctx context.Context, games Searchable) *Coaching {
	ctx, cancel := context.WithCancel(ctx)
	c := &Coaching{cancel: cancel, news: make(chan int, 1)}
	go func() {
		defer close(c.news)
		c.err = NewCoach(games, time.Now).Run(ctx, func(left int) {
			select {
			case <-c.news: // out of date
			default:
			}
			c.news <- left
		})
	}()
	return c
}

// News returns the number of games that are to be searched, and whether it has changed since the
// last call.
func (c *Coaching) News() (left int, changed bool) {
	select {
	case left, changed = <-c.news:
	default:
	}
	if changed {
		c.left = left
	}
	return c.left, changed
}

// Wait waits for News. At the end of the search it returns false, and why that has ended early.
func (c *Coaching) Wait() (left int, more bool, err error) {
	if left, more = <-c.news; more {
		return left, true, nil
	}
	return 0, false, c.err
}

// Close ends the search. The records report their trouble themselves.
func (c *Coaching) Close() { c.cancel() }
