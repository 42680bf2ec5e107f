package motion

import "time"

// SlideTime is the duration of a slide to a new place, and FadeTime the duration of the change from
// one screen to the next.
const (
	SlideTime = 220 * time.Millisecond
	FadeTime  = 160 * time.Millisecond
)

// Slide is a movement to a new place or state: quick at first, then slower. The zero value is at
// rest.
type Slide struct{ passed, length time.Duration }

// Begin begins a slide of some duration.
func (s *Slide) Begin(length time.Duration) { s.passed, s.length = 0, length }

// Advance advances the slide by d, and reports whether anything has moved.
func (s *Slide) Advance(d time.Duration) bool {
	if s.passed >= s.length {
		return false
	}
	s.passed = min(s.length, s.passed+d)
	return true
}

// Rest ends the slide at once.
func (s *Slide) Rest() { s.passed = s.length }

// Left returns the remaining part of the slide: 1 at the start, 0 at rest.
func (s *Slide) Left() float64 {
	if s.passed >= s.length {
		return 0
	}
	left := 1 - share(s.passed, s.length)
	return left * left * left
}
