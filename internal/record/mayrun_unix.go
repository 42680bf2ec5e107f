//go:build unix

package record

import (
	"errors"
	"syscall"
)

// mayRun reports whether there may be a process with a number.
func mayRun(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
