package need

import "testing"

// test is the part of testing.TB that [Must] and [NoError] need; rapid.T has it too.
type test interface {
	Helper()
	Fatal(args ...any)
}

// Must returns a function that returns value, or fails a test if there is an error:
//
//	file := need.Must(os.ReadFile(name))(t)
func Must[T any](value T, err error) func(t test) T {
	return func(t test) T {
		t.Helper()
		NoError(t, err)
		return value
	}
}

// NoError fails the test if there is an error.
func NoError(t test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Short returns the first value in short mode, and otherwise the second.
func Short[T any](short, full T) T {
	if testing.Short() {
		return short
	}
	return full
}
