package netplay

import (
	"errors"
	"syscall"
)

// The errors of Windows sockets, which are not those of package syscall of the same meaning.
const (
	addressInUse       = syscall.Errno(10048)
	addressNotOurs     = syscall.Errno(10049)
	networkUnreachable = syscall.Errno(10051)
	connectionRefused  = syscall.Errno(10061)
	hostUnreachable    = syscall.Errno(10065)
)

// isErrno reports whether err comes from this error of the system.
func isErrno(err error, want syscall.Errno) bool { return errors.Is(err, want) }
