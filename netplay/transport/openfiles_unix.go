//go:build unix

package transport

import (
	"math"
	"net"
	"syscall"
)

// OpenFiles returns the largest number of open files for this process.
func OpenFiles() uint64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt32
	}
	return uint64(limit.Cur)
}

// fileOf returns the number of the file of a connection that was just accepted; 0 if it has none.
// The system gives out the lowest number that is free.
func fileOf(nc net.Conn) (number uint64) {
	if socket, ok := nc.(syscall.Conn); ok {
		if raw, err := socket.SyscallConn(); err == nil {
			_ = raw.Control(func(fd uintptr) { number = uint64(fd) })
		}
	}
	return number
}
