package transport

import (
	"testing"
	"time"
)

func TestHistory(t *testing.T) {
	var h History
	dialled := func(addr string, turns int) (n int) {
		for range turns {
			if h.Worth(addr) {
				n++
				h.Missed(addr)
			}
		}
		return n
	}
	if n := dialled("down", 1000); n < 60 || n > 90 {
		t.Errorf("an address at which no one answers is dialled %d times of 1,000", n)
	}
	h.Found("down")
	if n := dialled("down", maxMissed); n != maxMissed {
		t.Errorf("after it has answered it is dialled %d times of %d", n, maxMissed)
	}
	h.Strange("stranger")
	if n := dialled("stranger", 1000); n > 0 {
		t.Errorf("a stranger is dialled %d times", n)
	}
}

// TestClubBackoff: a player of a club dials at least every two seconds for half a minute, and then
// as seldom as anyone.
func TestClubBackoff(t *testing.T) {
	var since time.Duration
	for n := 0; since < 30*time.Second; n++ {
		wait := ClubBackoff(n, nil)
		if since += wait; wait > 2*time.Second {
			t.Errorf("attempt %d comes %v after the one before, %v after the cut", n, wait, since)
		}
	}
	for _, n := range []int{0, 1, 2, 17, 100} {
		if club, other := ClubBackoff(n, nil), Backoff(n, nil); club != other {
			t.Errorf("attempt %d comes after %v in a club, and %v elsewhere", n, club, other)
		}
	}
}
