//go:build unix

package main

import "syscall"

// The signals that stop a process and let it go on.
const (
	stop = syscall.SIGSTOP
	goOn = syscall.SIGCONT
)
