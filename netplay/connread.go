package netplay

import (
	"bufio"
	"errors"
	"io"
	"runtime"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/transport"
)

// readAhead is the size of the buffer for reading, in bytes: several frames of a game. Longer ones
// are read past it.
const readAhead = 512

// maxDropped is how many bytes are read and dropped after the end of a session.
const maxDropped = 1 << 20

// incoming is the half of a conn that is read. It belongs to the goroutine that reads, which needs
// no lock for it.
type incoming struct {
	stream  *frameReader
	in      *bufio.Reader     // of stream
	opened  *transport.Peeked // the connection at the bottom, if frames are left to the crew
	limit   int               // how long the next frame may be; 0 before the first
	payload []byte            // the buffer of the last frame, to be used again
	greeted bool              // the prefaces have been exchanged
}

// read processes frames until the stream ends or the session has. Then it lets the writer finish
// and closes the connection. Another goroutine waits for more than the frames at hand: the stack on
// which frames were processed is twice as large as one that waits needs.
func (c *conn) read() {
	if c.incoming.stream == nil {
		c.incoming.stream = &frameReader{nc: c.nc}
		c.incoming.in = bufio.NewReaderSize(c.incoming.stream, readAhead)
		if c.crew != nil {
			c.incoming.opened = transport.Bottom(c.nc)
		}
	}
	err := c.readAll()
	switch {
	case err == nil:
		c.readOn()
		return
	case errors.Is(err, errPassedOn):
		c.passOn()
		return
	}
	c.update(func(time.Time) {
		if isFrameError(err) {
			c.session.Fail(err)
		} else {
			c.session.Lost(err)
		}
	})
	// Bytes that the peer still sends are read and dropped: closing with bytes unread would lose
	// the goodbye.
	if isFrameError(err) || errors.Is(err, errSessionEnded) {
		_, _ = io.CopyN(io.Discard, c.nc, maxDropped)
	}
	<-c.written
	_ = c.nc.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer.Stop()
	c.gone = true
	c.notify(c, Output{})
}

// passOn ends the work of this conn when everything is written, and lets another conn go on.
func (c *conn) passOn() {
	c.mu.Lock()
	c.passed = true
	c.timer.Stop()
	c.wakeWriter()
	c.mu.Unlock()
	<-c.written
	c.pass(c)
}

// from takes over a connection that another conn has passed on.
func (c *conn) from(old *conn) {
	c.incoming = incoming{stream: old.incoming.stream, in: old.incoming.in, greeted: true}
}

var (
	errSessionEnded = errors.New("the session has ended")
	errPassedOn     = errors.New("the peer only watches")
)

// readAll reads the preface and then frames, until it has read all that has arrived.
func (c *conn) readAll() error {
	if !c.incoming.greeted {
		if err := readPreface(c.incoming.in, c.session.cfg); err != nil {
			return err
		}
		if c.session.cfg.Self == match.Host && !c.answerPreface() {
			return errSessionEnded
		}
		c.incoming.greeted = true
	}
	if c.incoming.limit == 0 {
		c.incoming.limit = frames.Max
		if cfg := c.session.cfg; cfg.Series != nil || cfg.watcher != nil {
			c.incoming.limit = frames.MaxLarge
		}
	}
	for {
		if _, err := c.incoming.in.Peek(1); err != nil {
			return err
		}
		c.incoming.stream.begin()
		payload, err := frames.Read(c.incoming.in, c.incoming.payload, c.incoming.limit)
		c.incoming.stream.end()
		if err != nil {
			return frameError(err)
		}
		c.incoming.payload = payload[:0]
		var wait time.Duration
		c.incoming.limit, wait = c.step(payload)
		if wait > 0 { // the peer is slowed down by what it has sent
			time.Sleep(wait)
		}
		switch {
		case c.incoming.limit == 0:
			return errSessionEnded
		case c.incoming.limit == passedOn:
			return errPassedOn
		case c.incoming.in.Buffered() == 0 && !c.arrived():
			return nil
		}
	}
}

// passedOn, as the limit of the next frame, means that another conn reads it.
const passedOn = -1

// step gives a frame to the session and returns how long the next one may be, or 0 if the session
// has ended, or passedOn; and how long the next one is not read.
func (c *conn) step(payload []byte) (limit int, wait time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	writes := c.buffered && !c.writing
	c.writing = c.writing || writes
	plays, got, now := c.session.phase == playing, c.session.got, c.now()
	c.session.Step(now, payload)
	wait = c.session.out.Rest
	if plays && c.session.got > got {
		wait = max(wait, c.spend(now))
	}
	c.flush()
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
	switch {
	case c.session.Ended():
		return 0, 0
	case c.session.phase == showing && c.pass != nil:
		return passedOn, 0
	}
	return c.session.frameLimit(), wait
}

// spend pays for a frame from the budget, and returns how long the next one is not read.
func (c *conn) spend(now time.Time) time.Duration {
	if c.budget == nil || c.budget.Spend(now) {
		return 0
	}
	return c.budget.Wait(now)
}

// answerPreface sends the host's preface and reports whether the connection still takes any.
func (c *conn) answerPreface() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.finished {
		return false
	}
	c.out = append(c.out, frames.Preface...) // nothing has been sent before
	c.wakeWriter()
	return true
}
