//go:build amd64 || arm64

package engine

// prefetch asks the processor to bring memory near. It returns at once, and no address is ever
// wrong.
//
//go:noescape
func prefetch(at *[prefetches]uintptr)
