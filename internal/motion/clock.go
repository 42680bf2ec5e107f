package motion

import "time"

// longestStep limits the step of a motion, so that it resumes at the same place after a pause.
const longestStep = 100 * time.Millisecond

// Clock converts readings of a clock into steps of a motion, so that a motion takes the same time
// at any frame rate. The zero value is ready for the first reading.
type Clock struct{ last time.Time }

// Step returns the time since the last reading, from 0 to 100 ms. The first reading returns 0.
func (c *Clock) Step(now time.Time) time.Duration {
	last := c.last
	c.last = now
	if last.IsZero() {
		return 0
	}
	return max(0, min(now.Sub(last), longestStep))
}
