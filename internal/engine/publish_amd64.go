package engine

// publish stores a word atomically. It orders the store after all earlier ones, but unlike
// [sync/atomic.StoreUint64] does not wait until other processors can see it.
//
//go:noescape
func publish(at *uint64, word uint64)
