//go:build unix

package record

import "syscall"

// noWaiting has the opening of a file not wait for another program, and not follow a link.
const noWaiting = syscall.O_NONBLOCK | syscall.O_NOFOLLOW
