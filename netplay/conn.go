package netplay

import (
	"bufio"
	"errors"
	"net"
	"sync"
	"time"

	"mancala/match"
)

// Deadlines of a connection; those of the protocol are in session.go.
const (
	frameWait  = 10 * time.Second // from the first byte of a frame to its last
	writeWait  = 5 * time.Second  // for one write
	lingerWait = time.Second      // for the peer to read the last frame and close
)

// queueSize is how many frames may wait to be written. A peer that leaves more than these unread does not listen.
const queueSize = 256

var errQueueFull = errors.New("the peer does not read what is sent to it")

// conn is the shell around a [Session]: it owns a connection, the two goroutines that read and write it, and a timer. The
// session, and notify, are used with mu held; the link that owns the connection shares mu.
type conn struct {
	mu      *sync.Mutex
	now     func() time.Time
	nc      net.Conn
	session *Session
	// notify is told, after every change of the session and when the connection is gone, what has happened. It must not
	// block.
	notify func(c *conn, events []match.Event)

	timer    *time.Timer
	queue    chan []byte
	finished bool          // queue is closed
	gone     bool          // the connection is closed and its goroutines are about to return
	written  chan struct{} // closed when everything is written that will be
}

// newConn takes over a connection. The caller starts it with start, and holds mu in both calls.
func newConn(mu *sync.Mutex, nc net.Conn, s *Session, now func() time.Time, notify func(*conn, []match.Event)) *conn {
	return &conn{
		mu: mu, now: now, nc: nc, session: s, notify: notify,
		queue:   make(chan []byte, queueSize),
		written: make(chan struct{}),
	}
}

// start begins to read and write. The guest speaks first: only he sends the preface unasked.
func (c *conn) start() {
	if c.session.cfg.Self == match.Guest {
		c.queue <- []byte(preface)
	}
	c.timer = time.AfterFunc(handshakeWait, c.tick)
	go c.write()
	go c.read()
	c.flush()
}

// update lets f change the session and does what the session then wants done.
func (c *conn) update(f func(now time.Time)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(c.now())
	c.flush()
}

func (c *conn) tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.finished { // the goodbye took too long
		_ = c.nc.Close()
		return
	}
	c.session.Tick(c.now())
	c.flush()
}

// flush hands the session's frames to the writer and its events to the link, with mu held.
func (c *conn) flush() {
	out := c.session.Drain()
	for _, frame := range out.Write {
		if c.finished {
			break
		}
		select {
		case c.queue <- frame:
		default:
			c.session.Lost(&sentence{deafText(c.session.peer), errQueueFull})
			out.Events = append(out.Events, c.session.Drain().Events...)
			out.Done = true
		}
	}
	wasFinished := c.finished
	if out.Done && !c.finished {
		c.finished = true
		close(c.queue)
		if len(out.Write) == 0 { // nothing is left to say
			_ = c.nc.Close()
		}
	}
	switch {
	case !c.finished:
		c.timer.Reset(c.session.NextTick().Sub(c.now()))
	case !wasFinished:
		c.timer.Reset(writeWait + lingerWait)
	}
	c.notify(c, out.Events)
}

// write writes queued frames until the queue is closed, then ends this end's half of the stream.
func (c *conn) write() {
	defer close(c.written)
	broken := false
	for frame := range c.queue {
		if broken {
			continue
		}
		_ = c.nc.SetWriteDeadline(time.Now().Add(writeWait))
		if _, err := c.nc.Write(frame); err != nil {
			broken = true
			c.update(func(time.Time) { c.session.Lost(c.writeError(err)) })
		}
	}
	half, ok := c.nc.(interface{ CloseWrite() error })
	if broken || !ok || half.CloseWrite() != nil {
		_ = c.nc.Close()
		return
	}
	_ = c.nc.SetReadDeadline(time.Now().Add(lingerWait))
}

// writeError turns a write that took too long into a sentence.
func (c *conn) writeError(err error) error {
	if isTimeout(err) {
		return &sentence{deafText(c.session.peer), err}
	}
	return err
}

// read takes in frames until the stream ends or the session has. Then it lets the writer finish and closes the
// connection.
func (c *conn) read() {
	stream := &frameReader{nc: c.nc}
	r := bufio.NewReaderSize(stream, 1024)
	err := c.readAll(stream, r)
	c.update(func(time.Time) {
		if isFrameError(err) {
			c.session.Fail(err)
		} else {
			c.session.Lost(err)
		}
	})
	// What the peer still sends is read and dropped: closing with bytes unread would take the goodbye with it.
	var dropped [512]byte
	for err == nil || isFrameError(err) || errors.Is(err, errSessionEnded) {
		if _, err = c.nc.Read(dropped[:]); err != nil {
			break
		}
	}
	<-c.written
	_ = c.nc.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer.Stop()
	c.gone = true
	c.notify(c, nil)
}

var errSessionEnded = errors.New("the session has ended")

// readAll reads the preface and then frames.
func (c *conn) readAll(stream *frameReader, r *bufio.Reader) error {
	if err := readPreface(r, c.session.cfg); err != nil {
		return err
	}
	if c.session.cfg.Self == match.Host && !c.enqueue([]byte(preface)) {
		return errSessionEnded
	}
	var buf []byte
	for {
		if _, err := r.Peek(1); err != nil {
			return err
		}
		stream.begin()
		payload, err := readFrame(r, buf)
		stream.end()
		if err != nil {
			return frameError(err)
		}
		buf = payload[:0]
		ended := false
		c.update(func(now time.Time) {
			c.session.Step(now, payload)
			ended = c.session.Ended()
		})
		if ended {
			return errSessionEnded
		}
	}
}

// enqueue queues bytes that are no frame and reports whether the connection still takes any.
func (c *conn) enqueue(b []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.finished {
		return false
	}
	c.queue <- b // nothing has been queued before
	return true
}

// frameReader reads a connection and gives each frame its deadline.
type frameReader struct {
	nc       net.Conn
	deadline time.Time // of the frame being read; zero between frames
	armed    bool      // the connection knows the deadline
}

// begin says that the first byte of a frame has come.
func (r *frameReader) begin() { r.deadline = time.Now().Add(frameWait) }

// end says that the last byte of the frame has come.
func (r *frameReader) end() {
	if r.armed {
		_ = r.nc.SetReadDeadline(time.Time{})
	}
	r.deadline, r.armed = time.Time{}, false
}

// Read reads from the connection. The deadline is set only when a frame comes in more than one piece.
func (r *frameReader) Read(p []byte) (int, error) {
	if !r.deadline.IsZero() && !r.armed {
		r.armed = true
		_ = r.nc.SetReadDeadline(r.deadline)
	}
	return r.nc.Read(p)
}
