package learn

import (
	"time"

	"mancala/motion"
	"mancala/rules"
)

// between is the pause between two displayed plies.
const between = 350 * time.Millisecond

// show plays plies on a board, one after the other.
type show struct {
	queue  []sown // the first one is being shown
	line   *motion.Timeline
	passed time.Duration
}

// sown is a ply with the positions around it.
type sown struct {
	before, after rules.Position
	sowing        rules.Sowing
}

// sowAll returns the plies, which must be legal, from a position.
func sowAll(p rules.Position, plies []rules.House) []sown {
	var list []sown
	for _, h := range plies {
		after, s, err := p.Sow(h)
		if err != nil {
			break
		}
		list = append(list, sown{p, after, s})
		p = after
	}
	return list
}

// begin shows plies at a speed; Off shows none.
func (s *show) begin(plies []sown, speed motion.Speed) {
	s.stop()
	if speed == motion.Off {
		return
	}
	s.queue = plies
	s.first(speed)
}

// first begins the motion of the first ply of the queue.
func (s *show) first(speed motion.Speed) {
	s.line, s.passed = nil, 0
	if len(s.queue) > 0 {
		line := motion.NewTimeline(s.queue[0].before, s.queue[0].sowing, speed, false)
		s.line = &line
	}
}

// stop ends all motion.
func (s *show) stop() { *s = show{} }

// running reports whether a ply is being shown.
func (s *show) running() bool { return s.line != nil }

// advance lets time pass.
func (s *show) advance(d time.Duration, speed motion.Speed) {
	if s.passed += d; s.passed >= s.line.Duration()+between {
		s.queue = s.queue[1:]
		s.first(speed)
	}
}
