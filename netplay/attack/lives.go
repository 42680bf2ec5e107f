package attack

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"time"

	wire "mancala/proto/mancala/v1"
)

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
		if !sleep(ctx, pause) {
			return ctx.Err()
		}
	}
	return nil
}

// sleep waits for d, and reports whether ctx has not ended.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
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
		for sleep(ctx, time.Second/time.Duration(each)) {
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
		for sleep(ctx, time.Second/time.Duration(each)) {
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

// Nag takes the seat in a game by rules that are written as in a hash, resigns, and then wishes for
// another game and withdraws that, over and over, 40 times a second.
func Nag(rules []byte) Life {
	return func(ctx context.Context, c *Caller) error {
		if err := sit(c, "Nag"); err != nil {
			return err
		}
		hash := sha256.Sum256(fmt.Appendf(nil, "mancala/3 %x-1\n%s", c.series(), rules))
		w := &wire.Wish{Id: 1, Kind: wire.EventKind_EVENT_KIND_RESIGN, Game: 1, Seen: 1, Hash: hash[:16], Mac: make([]byte, 16)}
		for sleep(ctx, time.Second/40) {
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
		if !sleep(ctx, d) {
			return ctx.Err()
		}
		return Read("Late")(ctx, c)
	}
}
