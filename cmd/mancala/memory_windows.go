package main

import (
	"math"
	"syscall"
)

// systemGives reports whether the system would give this program that many bytes of memory. A later
// refusal would crash the program.
func systemGives(bytes uint64) bool {
	if bytes > math.MaxInt {
		return false
	}
	const reserveAndCommit, release, readWrite = 0x3000, 0x8000, 0x04
	kernel := syscall.NewLazyDLL("kernel32.dll")
	memory, _, _ := kernel.NewProc("VirtualAlloc").Call(0, uintptr(bytes), reserveAndCommit, readWrite)
	if memory == 0 {
		return false
	}
	_, _, _ = kernel.NewProc("VirtualFree").Call(memory, 0, release)
	return true
}
