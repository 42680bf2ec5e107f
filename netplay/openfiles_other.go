//go:build !unix

package netplay

import "math"

// OpenFiles returns how many files this process may have open: this system does not limit them.
func OpenFiles() uint64 { return math.MaxInt32 }
