//go:build !windows

package transport

import (
	"errors"
	"syscall"
)

// System errors that have their own sentence.
const (
	addressInUse       = syscall.EADDRINUSE
	addressNotOurs     = syscall.EADDRNOTAVAIL
	networkUnreachable = syscall.ENETUNREACH
	connectionRefused  = syscall.ECONNREFUSED
	hostUnreachable    = syscall.EHOSTUNREACH
)

// isErrno reports whether err comes from this error of the system.
func isErrno(err error, want syscall.Errno) bool { return errors.Is(err, want) }
