package engine

import "sync/atomic"

// busyBoards tells threads which boards the others are searching, so that they search something
// else first. It is a hash table without collision handling, and only a hint: a lost entry costs
// time but never correctness.
type busyBoards struct {
	keys [1 << 12]uint64
}

func (b *busyBoards) slot(key uint64) *uint64 { return &b.keys[key%uint64(len(b.keys))] }

// holds reports whether a thread is searching the board.
func (b *busyBoards) holds(key uint64) bool { return atomic.LoadUint64(b.slot(key)) == key+1 }

func (b *busyBoards) enter(key uint64) { publish(b.slot(key), key+1) }

func (b *busyBoards) leave(key uint64) {
	if b.holds(key) {
		publish(b.slot(key), 0)
	}
}
