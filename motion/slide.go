package motion

import "time"

// SlideTime is how long something takes to slide to a new place, and FadeTime how long a screen
// takes to give way to the next one.
const (
	SlideTime = 220 * time.Millisecond
	FadeTime  = 160 * time.Millisecond
)

// Slide is the way of something to a new place or state: quick at first, then slower. The zero
// value is at rest.
type Slide struct{ passed, length time.Duration }

// Begin begins a way that takes a length of time.
func (s *Slide) Begin(length time.Duration) { s.passed, s.length = 0, length }

// Advance moves by the time d, and reports whether anything has moved.
func (s *Slide) Advance(d time.Duration) bool {
	if s.passed >= s.length {
		return false
	}
	s.passed = min(s.length, s.passed+d)
	return true
}

// Rest ends the way at once.
func (s *Slide) Rest() { s.passed = s.length }

// Left returns the remaining part of the way: 1 as it begins, 0 at rest.
func (s *Slide) Left() float64 {
	if s.passed >= s.length {
		return 0
	}
	left := 1 - share(s.passed, s.length)
	return left * left * left
}
