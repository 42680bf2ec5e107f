package need

import (
	"context"
	"fmt"
	"slices"
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

// Await waits for an event of a type that all tests accept, and takes it out of those that were
// kept. look returns the events that have come.
func Await[E, Event any](t testing.TB, kept *[]Event, look func() []Event, tests ...func(E) bool) (found E) {
	t.Helper()
	Until(t, fmt.Sprintf("there is a %T", found), func() bool {
		*kept = append(*kept, look()...)
		i := slices.IndexFunc(*kept, func(e Event) (ok bool) {
			found, ok = any(e).(E)
			return ok && !slices.ContainsFunc(tests, func(f func(E) bool) bool { return !f(found) })
		})
		if i >= 0 {
			*kept = slices.Delete(*kept, i, i+1)
		}
		return i >= 0
	})
	return found
}

// Soon returns a context that ends with the test, or after [Patience] if that is sooner.
func Soon(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	t.Cleanup(cancel)
	return ctx
}
