//go:build !unix

package netplay

import "math"

// OpenFiles returns the number of files that this process may have open: this system does not limit
// it.
func OpenFiles() uint64 { return math.MaxInt32 }
