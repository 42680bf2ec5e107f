//go:build amd64 || arm64

package engine

// prefetch loads memory into the processor's cache. It returns at once; no address is invalid.
//
//go:noescape
func prefetch(at *[prefetches]uintptr)
