//go:build unix

package engine

import (
	"syscall"
	"time"
)

// worked returns how long processors have worked for this process: a measure of the time something
// takes that other processes do not change.
func worked() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
