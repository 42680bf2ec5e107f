//go:build unix

package record

import "syscall"

// noWaiting makes the opening of a file neither wait for another program nor follow a link.
const noWaiting = syscall.O_NONBLOCK | syscall.O_NOFOLLOW
