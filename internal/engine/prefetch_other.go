//go:build !amd64 && !arm64

package engine

func prefetch(*[prefetches]uintptr) {}
