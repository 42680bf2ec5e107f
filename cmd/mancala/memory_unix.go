//go:build unix

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
	memory, err := syscall.Mmap(-1, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	return err == nil && syscall.Munmap(memory) == nil
}
