package meet

import "testing"

// StartProcess starts a meeting point in a process of its own, until the test ends, and returns its
// address.
func StartProcess(t testing.TB) string { return startProcess(t).addr }
