package link

import (
	"bufio"
	"errors"
	"io"
	"net"
	"runtime"
	"sync"
	"time"

	"mancala/netplay/frames"
	"mancala/netplay/listen"
	"mancala/netplay/session"
	"mancala/netplay/transport"
)

// Deadlines of a connection; those of the protocol are in package session.
const (
	frameWait = 10 * time.Second // from the first byte of a frame to its last
	writeWait = 5 * time.Second  // for one write
)

// maxUnwritten is the number of bytes that may wait to be written. A peer that leaves more unread
// is not reading.
const maxUnwritten = 2 * frames.MaxLarge

// readAhead is the size of the buffer for reading, in bytes: several frames of a game. Longer ones
// are read past it.
const readAhead = 512

// maxDropped is how many bytes are read and dropped after the end of a connection.
const maxDropped = 1 << 20

var (
	errQueueFull = errors.New("the peer does not read what is sent to it")
	errEnded     = errors.New("the connection has ended")
)

// machine is one end of a connection in package session.
type machine interface {
	Step(now time.Time, payload []byte)
	Tick(now time.Time)
	NextTick() time.Time
	Lost(err error)
	Broken(err error)
	Drain() session.Output
	Ended() bool
	FrameLimit() int
}

// conn is the shell around a machine: it owns a connection, the goroutine that reads it, and a
// timer. All but the connection is used with mu held, which it shares with the link.
//
// All waiting frames are written with one call, so an acknowledgement travels together with the ply
// that answers. To save a switch to another goroutine, the reader itself writes the frames that the
// frames it read have caused, if the connection can buffer them without a reader at the other end.
// Everything else is written by a goroutine that ends when it is done.
type conn struct {
	mu      *sync.Mutex
	now     func() time.Time
	nc      net.Conn
	machine machine
	host    bool         // this end is the host's, so the other one speaks first
	place   listen.Place // of a guest who has not said Hello; the zero value afterwards, and at a guest
	// changed is called after every change of the machine. It must not block, and drains the
	// machine by flush.
	changed func(c *conn)

	stream   frameReader
	in       *bufio.Reader
	payload  []byte // the buffer of the last frame, to be used again
	timer    *time.Timer
	rings    time.Time     // when the timer fires
	until    time.Time     // the deadline of the goodbye, once finished is set
	out      []byte        // waits to be written
	spare    []byte        // the buffer that was written, to be used again
	rest     time.Duration // how long the next frame is not read
	holds    int           // reasons why nothing is written: a refusal is delayed, or a disk is waited for
	writing  bool          // a goroutine is writing, and looks at out again before it stops
	broken   bool          // nothing can be written any more
	buffered bool          // a write does not wait for the peer's read
	finished bool          // nothing will be added to out
	gone     bool          // the connection is closed and its goroutines are about to return
	written  chan struct{} // closed when the last write is done
}

// newConn takes over a connection. The caller starts it with start, and holds mu in both calls.
func newConn(mu *sync.Mutex, nc net.Conn, now func() time.Time, changed func(*conn)) *conn {
	return &conn{mu: mu, now: now, nc: nc, changed: changed, buffered: transport.IsSocket(nc), written: make(chan struct{})}
}

// start begins to read and write. Only a guest sends the preface unasked.
func (c *conn) start() {
	if !c.host {
		c.out = append(c.out, session.Preface...)
	}
	c.stream.nc = c.nc
	c.in = bufio.NewReaderSize(&c.stream, readAhead)
	next := c.machine.NextTick()
	c.rings = next
	c.timer = time.AfterFunc(next.Sub(c.now()), c.tick)
	go c.read()
	c.changed(c)
}

func (c *conn) tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if c.finished {
		if !now.Before(c.until) { // otherwise the timer fired for the machine, just before its end
			_ = c.nc.Close()
		}
		return
	}
	c.rings = time.Time{}
	c.machine.Tick(now)
	c.changed(c)
}

// flush hands the machine's frames to the writer, and returns the rest of its output. Sync in it
// means that nothing is written until release is called.
func (c *conn) flush() session.Output {
	out := c.machine.Drain()
	c.rest = max(c.rest, out.Rest)
	if out.Sync {
		c.holds++
	}
	if !c.finished && len(out.Write) > 0 {
		if c.out = append(c.out, out.Write...); len(c.out) > maxUnwritten {
			c.machine.Lost(errQueueFull)
			late := c.machine.Drain()
			out.Notices, out.Store, out.Done = append(out.Notices, late.Notices...), out.Store || late.Store, true
		}
	}
	if out.Done && !c.finished {
		c.finished = true
		if len(out.Write) == 0 && len(c.out) == 0 { // nothing is left to send
			_ = c.nc.Close()
		}
		c.until = c.now().Add(writeWait + transport.LingerWait)
		c.timer.Reset(writeWait + transport.LingerWait)
		c.wakeWriter()
	} else if len(c.out) > 0 {
		c.wakeWriter()
	}
	if next := c.machine.NextTick(); !c.finished && (c.rings.IsZero() || next.Before(c.rings)) {
		c.rings = next
		c.timer.Reset(next.Sub(c.now()))
	}
	return out
}

// keepBack delays all writes by d.
func (c *conn) keepBack(d time.Duration) {
	if d > 0 {
		c.holds++
		time.AfterFunc(d, c.release)
	}
}

// release takes one reason away why nothing is written.
func (c *conn) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds--
	c.wakeWriter()
}

// wakeWriter starts a goroutine that writes the waiting bytes, and then closes the write side if
// nothing follows, unless one is running.
func (c *conn) wakeWriter() {
	if c.writing || c.holds > 0 {
		return
	}
	c.writing = true
	go func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.writeOut()
	}()
}

// writeOut writes the waiting frames. It is called with mu held, and releases it during the writes.
// When it returns, no write is in progress.
func (c *conn) writeOut() {
	for len(c.out) > 0 && !c.broken && c.holds == 0 {
		b := c.out
		c.out = c.spare[:0]
		c.mu.Unlock()
		_ = c.nc.SetWriteDeadline(time.Now().Add(writeWait))
		_, err := c.nc.Write(b)
		c.mu.Lock()
		c.spare = b[:0]
		if err != nil {
			c.broken = true
			c.machine.Lost(writeError(err))
			c.changed(c)
		}
	}
	c.writing = false
	if c.holds > 0 || !c.finished {
		return
	}
	select {
	case <-c.written:
		return
	default:
		close(c.written)
	}
	broken := c.broken
	c.mu.Unlock()
	defer c.mu.Lock()
	if broken || transport.CloseWrite(c.nc) != nil {
		_ = c.nc.Close()
		return
	}
	_ = c.nc.SetReadDeadline(time.Now().Add(transport.LingerWait))
}

var errDeaf = errors.New("the peer takes nothing")

func writeError(err error) error {
	if transport.IsTimeout(err) {
		return errors.Join(errDeaf, err)
	}
	return err
}

// read processes frames until the stream ends or the machine has. Then it lets the writer finish
// and closes the connection.
func (c *conn) read() {
	err := c.readAll()
	broken := isFrameError(err)
	c.mu.Lock()
	if broken {
		c.machine.Broken(err)
	} else {
		c.machine.Lost(err)
	}
	c.changed(c)
	c.mu.Unlock()
	// Bytes that the peer still sends are read and dropped: closing with bytes unread would lose
	// the goodbye.
	if broken || errors.Is(err, errEnded) {
		_, _ = io.CopyN(io.Discard, c.nc, maxDropped)
	}
	<-c.written
	_ = c.nc.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer.Stop()
	c.gone = true
	c.changed(c)
}

// readAll reads the preface and then frames.
func (c *conn) readAll() error {
	if err := c.readPreface(); err != nil {
		return err
	}
	limit := c.startLimit()
	for {
		if _, err := c.in.Peek(1); err != nil {
			return err
		}
		c.stream.begin()
		payload, err := frames.Read(c.in, c.payload, limit)
		c.stream.end()
		if err != nil {
			if transport.IsTimeout(err) {
				return note("slow").Because(err)
			}
			return err
		}
		c.payload = payload[:0]
		var rest time.Duration
		if limit, rest = c.step(payload); limit == 0 {
			return errEnded
		}
		if rest > 0 { // the peer is slowed down by what it has sent
			time.Sleep(rest)
		}
	}
}

func (c *conn) startLimit() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.machine.FrameLimit()
}

// readPreface reads the bytes before the first frame, and answers a guest's.
func (c *conn) readPreface() error {
	first, err := c.in.Peek(len(session.Preface))
	if err != nil {
		if len(first) > 0 && err == io.EOF {
			return note("hung-up", c.nc.RemoteAddr().String()).Because(frames.ErrTruncated)
		}
		return err
	}
	if string(first) != session.Preface {
		return frames.Stranger(string(first), c.nc.RemoteAddr().String(), c.host)
	}
	if _, err := c.in.Discard(len(first)); err != nil || !c.host {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.finished {
		return errEnded
	}
	c.out = append(c.out, session.Preface...) // nothing has been sent before
	c.wakeWriter()
	return nil
}

// step gives a frame to the machine and returns how long the next one may be, or 0 if the machine
// has ended; and how long the next one is not read.
func (c *conn) step(payload []byte) (limit int, rest time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	writes := c.buffered && !c.writing && c.holds == 0
	c.writing = c.writing || writes
	c.machine.Step(c.now(), payload)
	c.changed(c)
	if writes {
		// The front end that was notified may respond at once; its response is then written with
		// the rest.
		if !c.finished && len(c.out) > 0 {
			c.mu.Unlock()
			runtime.Gosched()
			c.mu.Lock()
		}
		c.writeOut()
	}
	rest, c.rest = c.rest, 0
	if c.machine.Ended() {
		return 0, 0
	}
	return c.machine.FrameLimit(), rest
}

// isFrameError reports whether the bytes of a frame broke the protocol, so that the peer is told.
func isFrameError(err error) bool {
	return errors.Is(err, frames.ErrOversized) || errors.Is(err, frames.ErrNegative) || errors.Is(err, frames.ErrOverlong)
}

// frameReader reads a connection and sets a deadline for each frame.
type frameReader struct {
	nc       net.Conn
	deadline time.Time // of the frame being read; zero between frames
	armed    bool      // the connection knows the deadline
}

// begin notes that the first byte of a frame has arrived.
func (r *frameReader) begin() { r.deadline = time.Now().Add(frameWait) }

// end notes that the last byte of the frame has arrived.
func (r *frameReader) end() {
	if r.armed {
		_ = r.nc.SetReadDeadline(time.Time{})
	}
	r.deadline, r.armed = time.Time{}, false
}

// Read reads from the connection. It sets the deadline only if a frame arrives in more than one
// piece.
func (r *frameReader) Read(p []byte) (int, error) {
	if !r.deadline.IsZero() && !r.armed {
		r.armed = true
		_ = r.nc.SetReadDeadline(r.deadline)
	}
	return r.nc.Read(p)
}
