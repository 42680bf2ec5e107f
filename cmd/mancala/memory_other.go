//go:build !unix && !windows

package main

// systemGives reports true: this system does not tell whether it has that much memory.
func systemGives(uint64) bool { return true }
