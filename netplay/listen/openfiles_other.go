//go:build !unix

package listen

import (
	"math"
	"net"
)

// OpenFiles returns the number of files that this process may have open: this system does not limit
// it.
func OpenFiles() uint64 { return math.MaxInt32 }

// fileOf returns 0: this system does not number the files of connections.
func fileOf(net.Conn) uint64 { return 0 }
