package attack

import (
	"context"
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
	c.ack = 1
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

// Deaf takes the seat, repeats a frame that many times a second, and reads nothing.
func Deaf(each int) Life {
	return func(ctx context.Context, c *Caller) error {
		if err := sit(c, "Deaf"); err != nil {
			return err
		}
		repeated := &wire.Frame{Seq: 1, Ack: c.ack, Body: c.Hello("Deaf").GetBody()}
		c.seq = 0
		b := c.Frame(repeated)
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
		return drip(ctx, c, c.Frame(&wire.Frame{Body: &wire.Frame_Chat{Chat: &wire.Chat{Text: "crumbs and crumbs and crumbs"}}}), pause)
	}
}

// Nag takes the seat, resigns, and then wishes for another game and withdraws that, that many times
// without a pause. It stays afterwards.
func Nag(wishes int) Life {
	return func(_ context.Context, c *Caller) error {
		if err := sit(c, "Nag"); err != nil {
			return err
		}
		if err := c.Send(&wire.Frame{Body: &wire.Frame_Resign{Resign: &wire.Resign{Game: 1}}}); err != nil {
			return err
		}
		for i := range wishes {
			wish := &wire.Rematch{Game: 2, Withdraw: i%2 == 1}
			if err := c.Send(&wire.Frame{Body: &wire.Frame_Rematch{Rematch: wish}}); err != nil {
				return err
			}
		}
		return c.Linger(time.Hour)
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
