package attack

import (
	"context"
	"errors"
	"net"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Plan is a swarm of callers.
type Plan struct {
	// Addr is the host's address, a loopback one.
	Addr string
	// Secure makes the callers encrypt.
	Secure bool
	// Callers is the number of callers at the same time, and Rate the largest number of them that
	// dial in a second.
	Callers, Rate int
	// Sources is the number of addresses that they dial from, 127.0.0.2 and the following; zero
	// means the usual one. Only Linux has more than one.
	Sources int
	// Life is the behaviour of each. A caller whose life is over dials again, unless Once is set.
	Life Life
	Once bool
}

// Swarm carries out a plan. Make one with [Plan.Start].
type Swarm struct {
	plan   Plan
	cancel context.CancelFunc
	done   sync.WaitGroup
	turn   chan struct{}

	dialled, open, failed, over atomic.Int64
}

// Count counts the connections of a swarm.
type Count struct {
	Dialled int // connections made
	Open    int // connections that have not ended
	Failed  int // attempts to connect that failed
	Over    int // lives that ended, with or without an error
}

// Start starts the callers.
func (p Plan) Start(ctx context.Context) *Swarm {
	ctx, cancel := context.WithCancel(ctx)
	s := &Swarm{plan: p, cancel: cancel, turn: make(chan struct{})}
	s.done.Go(func() { s.pace(ctx) })
	for i := range p.Callers {
		s.done.Go(func() { s.call(ctx, i) })
	}
	return s
}

// pace lets the callers dial, one after the other.
func (s *Swarm) pace(ctx context.Context) {
	began, let := time.Now(), 0
	for sleep(ctx, time.Millisecond) {
		for due := int(time.Since(began).Seconds() * float64(s.plan.Rate)); let < due; let++ {
			select {
			case s.turn <- struct{}{}:
			default:
				let = due - 1 // no caller is free: later ones do not make up for it
			}
		}
	}
}

func (s *Swarm) call(ctx context.Context, i int) {
	source := 0
	if s.plan.Sources > 0 {
		source = 2 + i%s.plan.Sources
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.turn:
		}
		c, err := Dial(ctx, s.plan.Addr, s.plan.Secure, source)
		if err != nil {
			s.failed.Add(1)
			continue
		}
		s.dialled.Add(1)
		s.open.Add(1)
		stop := context.AfterFunc(ctx, c.Reset)
		_ = s.plan.Life(ctx, c)
		stop()
		_ = c.Close()
		s.open.Add(-1)
		s.over.Add(1)
		if s.plan.Once {
			return
		}
	}
}

// Count returns the counts of the swarm.
func (s *Swarm) Count() Count {
	return Count{int(s.dialled.Load()), int(s.open.Load()), int(s.failed.Load()), int(s.over.Load())}
}

// Stop closes all connections, and waits for the callers to end.
func (s *Swarm) Stop() Count {
	s.cancel()
	s.done.Wait()
	return s.Count()
}

// isTimeout reports whether an error is an exceeded deadline.
func isTimeout(err error) bool {
	var timeout net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout()
}

// Sources returns the number of addresses that this many callers can dial from on this system, or
// zero if there is only the usual one.
func Sources(callers int) int {
	if runtime.GOOS != "linux" {
		return 0
	}
	return callers
}
