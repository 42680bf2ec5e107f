package wiring

import (
	"context"
	"runtime"
	"sync"
	"time"

	"mancala/menus/ports"
	"mancala/record"
)

// archive is a keeper whose games have a coach.
type archive struct{ *record.Keeper }

// Coach begins to look for mistakes in the kept games. A browser has one thread, so it has none.
func (a archive) Coach() ports.Coach {
	if runtime.GOOS == "js" {
		return nil
	}
	return startCoach(a.Keeper)
}

// coaching is a coach at work in the background.
type coaching struct {
	cancel context.CancelFunc
	mu     sync.Mutex
	left   int
	news   bool
}

func startCoach(games Searchable) *coaching {
	ctx, cancel := context.WithCancel(context.Background())
	c := &coaching{cancel: cancel}
	// An error ends the search. The records report their trouble themselves.
	go func() { _ = NewCoach(games, time.Now).Run(ctx, c.tell) }()
	return c
}

// tell takes the progress of the coach.
func (c *coaching) tell(p CoachProgress) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left, c.news = p.Left, true
}

// News returns the number of games that are to be searched.
func (c *coaching) News() (left int, changed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	changed, c.news = c.news, false
	return c.left, changed
}

// Close ends the search.
func (c *coaching) Close() { c.cancel() }
