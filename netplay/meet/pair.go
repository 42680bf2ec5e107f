package meet

import (
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// Limits of a pair, each way.
const (
	rate      = 64 << 10              // bytes a second in the long run
	burst     = 256 << 10             // bytes at once
	idleWait  = 2 * time.Minute       // without a byte in one direction; a game sends something every 5 s
	busyWait  = 10 * time.Millisecond // until an idle direction returns its buffer
	partWait  = 10 * time.Second      // for the second direction to end after the first
	deafWait  = 30 * time.Second      // for an end to accept the bytes that the other one has sent
	idleBytes = 128                   // the read buffer of an idle direction
	busyBytes = 4 << 10
)

// buffers are for directions that are busy.
var buffers = sync.Pool{New: func() any { return new([busyBytes]byte) }}

// direction is one direction of a pair.
type direction struct {
	pair *pair
	from net.Conn
	to   net.Conn
	// brittle says that from breaks if a read exceeds its deadline.
	brittle bool
	left    allowance
}

// carry copies the next bytes, however late they come, and those that follow soon. Then it
// continues in a new goroutine: one that waits needs only a small buffer and a small stack, and one
// that has written has a larger stack.
func (d *direction) carry() {
	var buf [idleBytes]byte
	_ = d.from.SetReadDeadline(time.Now().Add(idleWait))
	n, err := d.from.Read(buf[:])
	if n > 0 {
		if failed := d.deliver(buf[:n]); failed != nil {
			err = failed
		}
		if err == nil {
			err = d.carrySoon()
		}
	}
	switch {
	case err == nil:
		go d.carry()
	case errors.Is(err, io.EOF):
		_ = closeWrite(d.to)
		d.pair.ended()
	default:
		d.pair.cut()
		d.pair.ended()
	}
}

// carrySoon copies bytes until none have come for a moment; from a brittle stream, until it ends.
func (d *direction) carrySoon() error {
	buf := buffers.Get().(*[busyBytes]byte)
	defer buffers.Put(buf)
	wait := busyWait
	if d.brittle {
		wait = idleWait
	}
	for {
		_ = d.from.SetReadDeadline(time.Now().Add(wait))
		n, err := d.from.Read(buf[:])
		if n > 0 {
			if failed := d.deliver(buf[:n]); failed != nil {
				return failed
			}
		}
		switch {
		case isTimeout(err) && !d.brittle:
			return nil
		case err != nil:
			return err
		}
	}
}

// deliver writes bytes, delayed by the rate limit.
func (d *direction) deliver(b []byte) error {
	now := time.Now()
	if wait := d.left.spend(len(b), now); wait > 0 {
		time.Sleep(wait)
		now = now.Add(wait)
	}
	_ = d.to.SetWriteDeadline(now.Add(deafWait))
	_, err := d.to.Write(b)
	return err
}

// allowance is a token bucket of bytes.
type allowance struct {
	bytes int
	at    time.Time // when bytes was computed
}

// spend takes n bytes from the bucket, and returns how long to wait before they are sent.
func (a *allowance) spend(n int, now time.Time) time.Duration {
	earned := int(min(now.Sub(a.at), time.Minute) * rate / time.Second)
	if earned > 0 { // fractions of a byte are earned with the next ones
		a.bytes = min(burst, a.bytes+earned)
		a.at = now
	}
	if a.bytes -= n; a.bytes >= 0 {
		return 0
	}
	return time.Duration(-a.bytes) * time.Second / rate
}
