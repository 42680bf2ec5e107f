package transport

import (
	"syscall"
)

// Errors of Windows sockets. They differ from the errors of package syscall with the same meaning.
const (
	addressInUse       = syscall.Errno(10048)
	addressNotOurs     = syscall.Errno(10049)
	networkUnreachable = syscall.Errno(10051)
	connectionRefused  = syscall.Errno(10061)
	hostUnreachable    = syscall.Errno(10065)
)
