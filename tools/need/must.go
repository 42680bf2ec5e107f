package need

import "testing"

// T is the part of testing.TB that most helpers of tests need; rapid.T has it too.
type T interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Must returns a function that returns value, or fails a test if there is an error:
//
//	file := need.Must(os.ReadFile(name))(t)
func Must[V any](value V, err error) func(t T) V {
	return func(t T) V {
		t.Helper()
		NoError(t, err)
		return value
	}
}

// Must2 is [Must] for two values.
func Must2[V, W any](v V, w W, err error) func(t T) (V, W) {
	return func(t T) (V, W) {
		t.Helper()
		NoError(t, err)
		return v, w
	}
}

// NoError fails the test at the first error, and says which one it is if there are several steps.
func NoError(t T, errs ...error) {
	t.Helper()
	for i, err := range errs {
		switch {
		case err != nil && len(errs) > 1:
			t.Fatalf("step %d: %v", i+1, err)
		case err != nil:
			t.Fatal(err)
		}
	}
}

// Short returns the first value in short mode, and otherwise the second.
func Short[V any](short, full V) V {
	if testing.Short() {
		return short
	}
	return full
}
