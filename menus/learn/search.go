package learn

import (
	"time"

	"mancala/menus/page"
	"mancala/menus/ports"
)

// Search looks for mistakes in the stored games while the program is idle. The zero value has not
// begun.
type Search struct {
	coach  ports.Coach // nil while it rests
	rested time.Duration
	left   int // games left to search
	news   int // how often that has changed
}

// restBefore is the idle time before the search begins, so that it never competes with the
// program's start.
const restBefore = 2 * time.Second

// Follow begins the search if the program is free and the user wants it, and ends it otherwise.
// Call it every tick.
func (s *Search) Follow(shared *page.Shared, free bool) {
	if !free || !shared.Settings.Loaded() || shared.Settings.Now().NoSearch {
		s.Close()
		return
	}
	if s.rested < restBefore {
		if s.rested += shared.Elapsed; s.rested >= restBefore {
			s.coach = shared.Ports.Archive.Coach()
		}
	}
	if s.coach != nil {
		if left, news := s.coach.News(); news {
			s.left = left
			s.news++
		}
	}
}

// Close ends the search.
func (s *Search) Close() {
	if s.coach != nil {
		s.coach.Close()
		s.coach = nil
		s.news++
	}
	s.rested, s.left = 0, 0
}
