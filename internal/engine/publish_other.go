//go:build !amd64

package engine

import "sync/atomic"

// publish stores a word atomically.
func publish(at *uint64, word uint64) { atomic.StoreUint64(at, word) }
