package meet

import "testing"

// StartProcess starts a meeting point in its own process, until the test ends, and returns its
// address.
func StartProcess(t testing.TB) string { return startProcess(t).addr }
