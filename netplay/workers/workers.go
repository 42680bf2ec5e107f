// Package workers runs many short things beside each other in few goroutines.
//
// During a garbage collection, Go's runtime makes every allocating goroutine do a part of the work
// first, as much for one ply as for dozens. With separate goroutines for each ply of thousands of
// games, that work would take all processors.
package workers

import "sync/atomic"

// Runner is something to be run.
type Runner interface{ Run() }

// maxIdle is how many workers wait for something to run. A worker who is done while as many wait
// ends.
const maxIdle = 128

// Crew is a group of workers: goroutines that run one thing after another. It is safe for
// concurrent use. Make one with [New].
type Crew struct {
	next chan Runner     // to a worker who waits
	end  <-chan struct{} // closed when none has to wait any more
	idle atomic.Int32
}

// New returns a crew; its workers wait until end is closed.
func New(end <-chan struct{}) *Crew {
	return &Crew{next: make(chan Runner), end: end}
}

// Run has a worker run r concurrently, and does not wait for it. It does not allocate if a worker
// is idle.
func (c *Crew) Run(r Runner) {
	select {
	case c.next <- r:
	default:
		go c.work(r)
	}
}

// work runs r and then further runners, unless enough other workers are idle.
func (c *Crew) work(r Runner) {
	for {
		r.Run()
		if c.idle.Add(1) > maxIdle {
			c.idle.Add(-1)
			return
		}
		select {
		case r = <-c.next:
			c.idle.Add(-1)
		case <-c.end:
			c.idle.Add(-1)
			return
		}
	}
}
