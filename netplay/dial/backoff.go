package dial

import (
	"io"
	"time"
)

// Backoff returns the backoff before the n-th attempt to dial again, counted from 0: 0.5, 1, 2,
// 4, 8 and then 15 seconds, with a jitter of one fifth so that guests do not all come at once. A
// nil source of random bytes means no jitter.
func Backoff(n int, random io.Reader) time.Duration {
	wait := 15 * time.Second
	if n < 5 {
		wait = 500 * time.Millisecond << n
	}
	b := [1]byte{128}
	if random != nil {
		_, _ = io.ReadFull(random, b[:]) // on an error the wait is as good
	}
	return wait*4/5 + wait*2/5*time.Duration(b[0])/256
}

// soonAttempts is how often a player of a club dials again at least every two seconds or so: for
// half a minute, in which the club goes on after the death of a node.
const soonAttempts = 17

// ClubBackoff is Backoff for a seat in a club: two seconds at most, with the jitter, for the first
// half minute.
func ClubBackoff(n int, random io.Reader) time.Duration {
	if n < soonAttempts {
		n = min(n, 2)
	}
	return Backoff(n, random)
}
