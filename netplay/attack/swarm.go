package attack

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"mancala/netplay/workers"
	wire "mancala/proto/mancala/v1"
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
	// Life is the behaviour of each caller. At its end the caller dials again, unless Once is set.
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

// pace makes the callers dial, one after the other.
func (s *Swarm) pace(ctx context.Context) {
	began, let := time.Now(), 0
	for workers.Pause(ctx, time.Millisecond) {
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
// zero if it has only the usual one.
func Sources(callers int) int {
	if runtime.GOOS != "linux" {
		return 0
	}
	return callers
}

// Life is the behaviour of a caller on its connection, which is closed afterwards.
type Life func(ctx context.Context, c *Caller) error

// Idle says nothing until the host closes.
func Idle(_ context.Context, c *Caller) error {
	_, err := io.Copy(io.Discard, c)
	return err
}

// Drip sends a Hello byte by byte, one after each pause.
func Drip(pause time.Duration) Life {
	return func(ctx context.Context, c *Caller) error {
		return drip(ctx, c, append([]byte(preface), c.Frame(c.Hello("Drip"))...), pause)
	}
}

func drip(ctx context.Context, c *Caller, b []byte, pause time.Duration) error {
	for i := range b {
		if _, err := c.Write(b[i : i+1]); err != nil {
			return err
		}
		if !workers.Pause(ctx, pause) {
			return ctx.Err()
		}
	}
	return nil
}

// Close closes the connection at once.
func Close(_ context.Context, c *Caller) error { return c.Close() }

// Reset resets the connection at once.
func Reset(_ context.Context, c *Caller) error {
	c.Reset()
	return nil
}

// LookAround says Hello with a name and leaves.
func LookAround(name string) Life {
	return func(_ context.Context, c *Caller) error {
		if err := c.Greet(name); err != nil {
			return err
		}
		return c.Leave()
	}
}

// Read says Hello and never agrees to anything, but answers pings.
func Read(name string) Life {
	return func(_ context.Context, c *Caller) error {
		if err := c.Greet(name); err != nil {
			return err
		}
		return c.Linger(time.Hour)
	}
}

// Barge sends preface, Hello and Accept in one write, and closes the connection.
func Barge(_ context.Context, c *Caller) error {
	b := append([]byte(preface), c.Frame(c.Hello("x"))...)
	_, err := c.Write(append(b, c.Frame(c.Accept())...))
	return err
}

// BreakOff takes the seat and closes the connection without a goodbye.
func BreakOff(_ context.Context, c *Caller) error { return sit(c, "Breaker") }

// sit says Hello with a name and takes the seat.
func sit(c *Caller, name string) error {
	if err := c.Greet(name); err != nil {
		return err
	}
	return c.Sit()
}

// Squat takes the seat, does not play, and leaves after d.
func Squat(name string, d time.Duration) Life {
	return func(_ context.Context, c *Caller) error {
		if err := sit(c, name); err != nil {
			return err
		}
		if err := c.Linger(d); !isTimeout(err) {
			return err
		}
		return c.Leave()
	}
}

// PingAway takes the seat and sends that many pings a second.
func PingAway(each int) Life {
	return func(ctx context.Context, c *Caller) error {
		if err := sit(c, "Pinger"); err != nil {
			return err
		}
		go func() { _, _ = io.Copy(io.Discard, c.r) }()
		for workers.Pause(ctx, time.Second/time.Duration(each)) {
			if err := c.Send(&wire.Frame{Body: &wire.Frame_Ping{Ping: &wire.Ping{}}}); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
}

// Deaf takes the seat, repeats a frame that many times a second, and reads nothing more.
func Deaf(each int) Life {
	return func(ctx context.Context, c *Caller) error {
		if err := sit(c, "Deaf"); err != nil {
			return err
		}
		b := c.Frame(ack(1))
		for workers.Pause(ctx, time.Second/time.Duration(each)) {
			if _, err := c.Write(b); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
}

// Crumble takes the seat and then sends a frame byte by byte, one after each pause.
func Crumble(pause time.Duration) Life {
	return func(ctx context.Context, c *Caller) error {
		if err := sit(c, "Crumbs"); err != nil {
			return err
		}
		said := &wire.Wish{Id: 1, Kind: wire.EventKind_EVENT_KIND_SAY, Game: 1, Seen: 1, Text: []byte("crumbs and crumbs and crumbs")}
		return drip(ctx, c, c.Frame(&wire.Frame{Body: &wire.Frame_Wish{Wish: said}}), pause)
	}
}

// Nag takes the seat in a game by rules written as in a hash, and resigns. Then it wishes for
// another game and withdraws that, over and over, 40 times a second.
func Nag(rules []byte) Life {
	return func(ctx context.Context, c *Caller) error {
		if err := sit(c, "Nag"); err != nil {
			return err
		}
		hash := sha256.Sum256(fmt.Appendf(nil, "mancala/3 %x-1\n%s", c.series(), rules))
		w := &wire.Wish{Id: 1, Kind: wire.EventKind_EVENT_KIND_RESIGN, Game: 1, Seen: 1, Hash: hash[:16], Mac: make([]byte, 16)}
		for workers.Pause(ctx, time.Second/40) {
			if err := c.Send(&wire.Frame{Body: &wire.Frame_Wish{Wish: w}}); err != nil {
				return err
			}
			f, err := c.Receive()
			if err != nil {
				return err
			}
			if f.GetEvent() == nil { // refused
				continue
			}
			w.Id, w.Kind, w.Arg = w.Id+1, wire.EventKind_EVENT_KIND_WANT, 2
			if w.Id%2 == 1 {
				w.Kind = wire.EventKind_EVENT_KIND_UNWANT
			}
		}
		return ctx.Err()
	}
}

// Late says Hello after a while, and stays.
func Late(d time.Duration) Life {
	return func(ctx context.Context, c *Caller) error {
		if !workers.Pause(ctx, d) {
			return ctx.Err()
		}
		return Read("Late")(ctx, c)
	}
}
