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
