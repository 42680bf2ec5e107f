// Package bustest has a bus for the tests of other packages.
package bustest

import (
	"testing"

	"mancala/hub/bus/local"
	"mancala/tools/need"
)

// New returns a bus that waits for no disk, and is closed at the end of the test. Close its nodes
// before that.
func New(t testing.TB) *local.Broker {
	b := need.Must(local.Open(t.Context(), t.TempDir(), "synchronous(OFF)"))(t)
	t.Cleanup(func() { _ = b.Close() })
	return b
}
