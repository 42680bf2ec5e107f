package motion

import (
	"testing"
	"time"
)

// A slide slows down, arrives on time, and can end at once.
func TestSlide(t *testing.T) {
	var s Slide
	if s.Left() != 0 || s.Advance(time.Second) {
		t.Error("a slide that has not begun moves")
	}
	s.Begin(SlideTime)
	last, step := s.Left(), 1.0
	if last != 1 {
		t.Errorf("at its beginning %v of the way is left", last)
	}
	for range 22 {
		if !s.Advance(SlideTime / 22) {
			t.Fatal("it rests too early")
		}
		if now := s.Left(); now >= last || last-now > step {
			t.Errorf("%v is left after %v, and the step before was %v", now, last, step)
		} else {
			last, step = now, last-now
		}
	}
	if s.Left() != 0 || s.Advance(time.Millisecond) {
		t.Error("it does not arrive")
	}
	s.Begin(SlideTime)
	if s.Rest(); s.Left() != 0 || s.Advance(time.Millisecond) {
		t.Error("it does not rest")
	}
}
