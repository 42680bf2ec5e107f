package learn

import (
	"time"

	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/rules"
)

// between is the pause between two displayed plies.
const between = 350 * time.Millisecond

// show plays plies on a board, one after the other, or tells one again.
type show struct {
	scene.Showing
	queue []sown // the first one is being shown
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
	*s = show{}
	if speed == motion.Off {
		return
	}
	s.queue = plies
	s.first(speed)
}

// first begins the motion of the first ply of the queue.
func (s *show) first(speed motion.Speed) {
	s.Showing = scene.Showing{}
	if len(s.queue) > 0 {
		s.Show(s.queue[0].before, s.queue[0].sowing, speed, false)
		s.Linger(between)
	}
}

// stop ends all motion. The sentence of a story stays.
func (s *show) stop() {
	s.queue = nil
	s.Settle()
}

// tell tells a ply again, and returns the sentence about it.
func (s *show) tell(one sown, names [2]string, prefs scene.Prefs) string {
	s.queue = []sown{one}
	return s.Tell([]rules.Position{one.before}, one.sowing.From, names, prefs)
}

// advance lets time pass.
func (s *show) advance(d time.Duration, speed motion.Speed) {
	switch {
	case !s.Pass(d):
	case s.Story() != "":
		s.stop()
	default:
		s.queue = s.queue[1:]
		s.first(speed)
	}
}
