package motion

import "time"

// longestStep is the most that a motion goes on at once: after a pause of the program it goes on
// where it was.
const longestStep = 100 * time.Millisecond

// Clock turns looks at a clock into steps of a motion, so that a motion takes the same time however
// often it is drawn. The zero value is ready for its first look.
type Clock struct{ last time.Time }

// Step returns how much time has passed since the look before, from 0 to 100 ms. The first look
// returns 0.
func (c *Clock) Step(now time.Time) time.Duration {
	last := c.last
	c.last = now
	if last.IsZero() {
		return 0
	}
	return max(0, min(now.Sub(last), longestStep))
}
