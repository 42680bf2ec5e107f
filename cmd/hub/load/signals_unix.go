//go:build unix

package main

import "syscall"

// The signals that end, pause and continue a process.
const (
	term = syscall.SIGTERM
	stop = syscall.SIGSTOP
	goOn = syscall.SIGCONT
)
