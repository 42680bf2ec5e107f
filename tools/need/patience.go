package need

import (
	"context"
	"testing"
	"time"
)

// Patience is how long a test waits for an event that must happen: far longer than it takes on a
// busy machine. All tests use this limit, and a passing test never reaches it.
const Patience = 3 * time.Minute

// Until waits until so returns true. After [Patience] it fails the test with the description of the
// event.
func Until(t testing.TB, what string, so func() bool) {
	t.Helper()
	pause := 100 * time.Microsecond
	for end := time.Now().Add(Patience); !so(); time.Sleep(pause) {
		if time.Now().After(end) {
			t.Fatalf("after %v it is not so: %s", Patience, what)
		}
		pause = min(2*pause, 10*time.Millisecond) // a busy machine has other work than to look
	}
}

// Soon returns a context that ends with the test, or after [Patience] if that is sooner.
func Soon(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	t.Cleanup(cancel)
	return ctx
}
