package workers

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// stuck is a runner that counts concurrent runners until it may end.
type stuck struct {
	running *atomic.Int32
	release chan struct{}
}

func (s stuck) Run() {
	s.running.Add(1)
	<-s.release
	s.running.Add(-1)
}

// done is a runner with nothing to do.
type done struct{}

func (done) Run() {}

// TestRunDoesNotWait runs more runners at once than there are idle workers: none waits for another.
func TestRunDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		c := New(end)
		var running atomic.Int32
		for round := range 3 {
			release := make(chan struct{})
			for range 3 * maxIdle {
				c.Run(stuck{&running, release})
			}
			synctest.Wait()
			if got := running.Load(); got != 3*maxIdle {
				t.Fatalf("round %d: %d of %d run", round, got, 3*maxIdle)
			}
			close(release)
			synctest.Wait()
			if got := c.idle.Load(); got != maxIdle {
				t.Fatalf("round %d: %d workers wait, want %d", round, got, maxIdle)
			}
		}
		close(end) // otherwise synctest would find goroutines that wait for ever
		synctest.Wait()
		if got := c.idle.Load(); got != 0 {
			t.Errorf("%d workers wait after the end", got)
		}
	})
}

// TestRunGoesOn runs one thing after another: that takes one worker.
func TestRunGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		c := New(end)
		for range 3 * maxIdle {
			c.Run(done{})
			synctest.Wait()
		}
		if got := c.idle.Load(); got != 1 {
			t.Errorf("%d workers wait, want 1", got)
		}
		close(end)
	})
}
