package dial

import (
	"testing"
	"time"
)

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
