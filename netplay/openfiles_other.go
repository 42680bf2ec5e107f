//go:build !unix

package netplay

import "math"

// openFiles returns how many files this process may have open: this system does not limit them.
func openFiles() uint64 { return math.MaxInt32 }
