//go:build unix

package netplay

import (
	"math"
	"syscall"
)

// OpenFiles returns the number of files that this process may have open.
func OpenFiles() uint64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt32
	}
	return uint64(limit.Cur)
}
