//go:build !unix

package transport

import (
	"math"
	"net"
)

// OpenFiles returns the largest number of open files for this process; this system has no limit.
func OpenFiles() uint64 { return math.MaxInt32 }

// fileOf returns 0: this system does not number the files of connections.
func fileOf(net.Conn) uint64 { return 0 }
