package stream

import (
	"errors"
	"io"
	"net"
	"runtime"
	"time"

	"mancala/netplay/frames"
	"mancala/netplay/transport"
	"mancala/rules"
)

// readAhead is the size of the buffer for reading, in bytes: several frames of a game. Longer ones
// are read past it.
const readAhead = 512

// maxDropped is how many bytes are read and dropped after the end of a connection.
const maxDropped = 1 << 20

// read processes frames until the stream or the machine ends. Then it waits for the writer and
// closes the connection.
func (c *Conn) read() {
	err := c.readAll()
	broken := errors.Is(err, frames.ErrOversized) || errors.Is(err, frames.ErrNegative) || errors.Is(err, frames.ErrOverlong)
	c.cfg.Mu.Lock()
	if broken {
		c.cfg.Machine.Broken(err)
	} else {
		c.cfg.Machine.Lost(err)
	}
	c.cfg.Changed(c)
	c.cfg.Mu.Unlock()
	// Bytes that the peer still sends are read and dropped: closing with bytes unread would lose
	// the goodbye.
	if broken || errors.Is(err, errEnded) {
		_, _ = io.CopyN(io.Discard, c.nc, maxDropped)
	}
	<-c.written
	_ = c.nc.Close()
	c.cfg.Mu.Lock()
	defer c.cfg.Mu.Unlock()
	c.timer.Stop()
	c.gone = true
	c.cfg.Changed(c)
}

// readAll reads the preface and then frames.
func (c *Conn) readAll() error {
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
				return rules.NewNote("netplay.slow").Because(err)
			}
			return err
		}
		c.payload = payload[:0]
		var rest time.Duration
		if limit, rest = c.step(payload); limit == 0 {
			return errEnded
		}
		if rest > 0 { // the peer has sent too much, and is slowed down
			time.Sleep(rest)
		}
	}
}

func (c *Conn) startLimit() int {
	c.cfg.Mu.Lock()
	defer c.cfg.Mu.Unlock()
	return c.cfg.Machine.FrameLimit()
}

// readPreface reads the bytes before the first frame, and answers a guest's.
func (c *Conn) readPreface() error {
	first, err := c.in.Peek(len(c.cfg.Preface))
	if err != nil {
		if len(first) > 0 && err == io.EOF {
			return frames.ErrTruncated
		}
		return err
	}
	if string(first) != c.cfg.Preface {
		return frames.Stranger(string(first), c.nc.RemoteAddr().String(), c.cfg.Host)
	}
	if _, err := c.in.Discard(len(first)); err != nil || !c.cfg.Host {
		return err
	}
	c.cfg.Mu.Lock()
	defer c.cfg.Mu.Unlock()
	if c.finished {
		return errEnded
	}
	c.greet()
	c.wakeWriter()
	return nil
}

// step gives a frame to the machine. It returns the length limit of the next one, 0 if the machine
// has ended, and the time before it is read.
func (c *Conn) step(payload []byte) (limit int, rest time.Duration) {
	c.cfg.Mu.Lock()
	defer c.cfg.Mu.Unlock()
	writes := c.buffered && !c.writing && c.holds == 0
	c.writing = c.writing || writes
	c.cfg.Machine.Step(c.cfg.Now(), payload)
	c.cfg.Changed(c)
	if writes {
		// The front end that was notified may respond at once; its response is then written with
		// the rest.
		if !c.finished && len(c.out) > 0 {
			c.cfg.Mu.Unlock()
			runtime.Gosched()
			c.cfg.Mu.Lock()
		}
		c.writeOut()
	}
	rest, c.rest = c.rest, 0
	if c.cfg.Machine.Ended() {
		return 0, 0
	}
	return c.cfg.Machine.FrameLimit(), rest
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
