package pipe

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

const (
	// window is the limit of bytes in flight to one end, or unread there.
	window = 64 << 10
	// maxChunk is the largest number of bytes of a frame.
	maxChunk = 32 << 10
)

// conn is one end of a pipe.
type conn struct {
	pipes *Pipes
	id    id
	node  string // of the other end

	writing sync.Mutex // held by Write, so that the bytes of one stay together

	mu       sync.Mutex
	changed  *sync.Cond
	peerRun  id
	peer     id // the other end
	received uint64
	sent     uint64
	idle     int    // for how many periods nothing has been sent
	in       []byte // received and not yet read
	owed     int    // read since the last credit was given
	credit   int    // bytes that may be sent
	over     error  // why nothing more comes: io.EOF, ErrGone
	closed   bool   // by this end

	readBy, writeBy deadline
}

// deadline is when reading or writing fails.
type deadline struct {
	at    time.Time // zero: never
	timer *time.Timer
}

func newConn(p *Pipes, node string) *conn {
	c := &conn{pipes: p, id: newID(), node: node, credit: window}
	c.changed = sync.NewCond(&c.mu)
	return c
}

// open sets the other end of a pipe that was dialled.
func (c *conn) open(run, peer id) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.peerRun, c.peer = run, peer
	if c.over == ErrGone {
		return fmt.Errorf("pipe to node %s: %w", c.node, c.over)
	}
	return nil
}

// receive handles a frame from the other end.
func (c *conn) receive(f frame) {
	c.mu.Lock()
	bad := f.number != c.received || f.kind == chunk && len(c.in)+len(f.data) > window
	c.received++
	switch {
	case bad:
	case f.kind == chunk && !c.closed:
		c.in = append(c.in, f.data...)
	case f.kind == credit:
		c.credit = min(c.credit+int(f.count), window)
	}
	c.changed.Broadcast()
	c.mu.Unlock()
	switch {
	case bad:
		c.lose()
	case f.kind == lost:
		c.fail(ErrGone)
	case f.kind == end:
		c.fail(io.EOF)
	}
}

// lose ends a pipe with a missing frame, and tells the other end in case that is there.
func (c *conn) lose() {
	c.fail(ErrGone)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.send(frame{kind: lost})
}

// fail ends the pipe. Bytes received before can still be read.
func (c *conn) fail(reason error) {
	c.pipes.remove(c.id)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over == nil {
		c.over = reason
	}
	c.changed.Broadcast()
}

// send sends a frame to the other end. The lock is held.
func (c *conn) send(f frame) error {
	f.to, f.number = c.peer, c.sent
	c.sent++
	c.idle = 0
	return c.pipes.bus.Publish("pipe."+c.node, f.encode())
}

// tell returns how many frames were sent to the other end, and whether that is to be said now.
func (c *conn) tell() (n count, now bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.peer == (id{}) {
		return n, false
	}
	c.idle++
	return count{c.peer, c.id, c.sent}, c.idle <= tallies || c.idle%tallies == 0
}

// lacks reports whether frames that were sent have not come.
func (c *conn) lacks(sent uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.received < sent
}

func (c *conn) Read(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		switch {
		case c.closed:
			return 0, net.ErrClosed
		case c.readBy.passed():
			return 0, os.ErrDeadlineExceeded
		case len(c.in) > 0:
			return c.take(b), nil
		case c.over != nil:
			return 0, c.over
		case len(b) == 0:
			return 0, nil
		}
		c.changed.Wait()
	}
}

// take moves received bytes into b, and allows the other end to send more. The lock is held.
func (c *conn) take(b []byte) int {
	n := copy(b, c.in)
	c.in = c.in[n:]
	if len(c.in) == 0 {
		c.in = nil // an idle pipe has no buffer
	}
	if c.owed += n; c.owed >= window/2 && c.over == nil {
		c.send(frame{kind: credit, count: uint32(c.owed)})
		c.owed = 0
	}
	return n
}

func (c *conn) Write(b []byte) (written int, err error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		switch {
		case c.closed:
			return written, net.ErrClosed
		case c.over == io.EOF:
			return written, io.ErrClosedPipe
		case c.over != nil:
			return written, c.over
		case c.writeBy.passed():
			return written, os.ErrDeadlineExceeded
		case len(b) == 0:
			return written, nil
		}
		n := min(len(b), maxChunk, c.credit)
		if n == 0 {
			c.changed.Wait()
			continue
		}
		c.credit -= n
		if err := c.send(frame{kind: chunk, data: b[:n]}); err != nil {
			return written, err
		}
		written += n
		b = b[n:]
	}
}

func (c *conn) Close() error {
	c.pipes.remove(c.id)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return net.ErrClosed
	}
	c.closed, c.in = true, nil
	c.readBy.set(time.Time{}, nil)
	c.writeBy.set(time.Time{}, nil)
	c.changed.Broadcast()
	if c.over != nil {
		return nil
	}
	return c.send(frame{kind: end})
}

func (c *conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

func (c *conn) SetReadDeadline(t time.Time) error { return c.setDeadline(&c.readBy, t) }

func (c *conn) SetWriteDeadline(t time.Time) error { return c.setDeadline(&c.writeBy, t) }

func (c *conn) setDeadline(d *deadline, t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return net.ErrClosed
	}
	d.set(t, c.wake)
	c.changed.Broadcast()
	return nil
}

// wake makes waiting calls of Read and Write check the deadlines.
func (c *conn) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readBy.again()
	c.writeBy.again()
	c.changed.Broadcast()
}

func (d *deadline) set(t time.Time, wake func()) {
	d.at = t
	switch {
	case t.IsZero():
		if d.timer != nil {
			d.timer.Stop()
		}
	case d.timer != nil:
		d.timer.Reset(time.Until(t))
	default:
		d.timer = time.AfterFunc(time.Until(t), wake)
	}
}

// again waits for the remaining time if a clock change made the timer early.
func (d *deadline) again() {
	if !d.at.IsZero() && !d.passed() {
		d.timer.Reset(time.Until(d.at))
	}
}

func (d *deadline) passed() bool { return !d.at.IsZero() && !time.Now().Before(d.at) }

func (c *conn) LocalAddr() net.Addr  { return Addr{c.pipes.bus.Node()} }
func (c *conn) RemoteAddr() net.Addr { return Addr{c.node} }

// Addr is the address of an end of a pipe.
type Addr struct{ Node string }

// Network returns "pipe".
func (Addr) Network() string { return "pipe" }

func (a Addr) String() string { return a.Node }
