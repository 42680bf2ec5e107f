//go:build !js

package record

import "testing"

// hasFolder says that this system has folders for programs.
const hasFolder = true

// emptyPlace returns an empty place for a ledger that lasts.
func emptyPlace(t testing.TB) Config { return Config{Dir: t.TempDir()} }
