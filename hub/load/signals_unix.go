//go:build unix

package main

import "syscall"

// The signals that end a process, and that stop it and let it go on.
const (
	term = syscall.SIGTERM
	stop = syscall.SIGSTOP
	goOn = syscall.SIGCONT
)
