package engine

import "sync/atomic"

// busyBoards says which boards threads are searching just now, so that another thread that comes by
// does something else first. It is a hint: a board may be forgotten when another takes its place,
// and nothing but time depends on it.
type busyBoards struct {
	keys [1 << 12]atomic.Uint64
}

func (b *busyBoards) slot(key uint64) *atomic.Uint64 { return &b.keys[key%uint64(len(b.keys))] }

// holds reports whether a thread is searching the board.
func (b *busyBoards) holds(key uint64) bool { return b.slot(key).Load() == key+1 }

func (b *busyBoards) enter(key uint64) { b.slot(key).Store(key + 1) }

func (b *busyBoards) leave(key uint64) { b.slot(key).CompareAndSwap(key+1, 0) }
