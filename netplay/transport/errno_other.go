//go:build !windows

package transport

import (
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
