package netplay

import (
	"errors"
	"net"
	"sync"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/limit"
	"mancala/netplay/listen"
	"mancala/netplay/transport"
	"mancala/netplay/workers"
)

// Deadlines of a connection; those of the protocol are in session.go.
const (
	frameWait = 10 * time.Second // from the first byte of a frame to its last
	writeWait = 5 * time.Second  // for one write
)

// maxUnwritten is the number of bytes that may wait to be written. A peer that leaves more unread
// is not reading.
const maxUnwritten = 2 * frames.MaxLarge

var errQueueFull = errors.New("the peer does not read what is sent to it")

// conn is the shell around a [Session]: it owns a connection, the goroutine that reads it, and a
// timer. The session and notify are used with mu held; the link that owns the connection shares mu.
//
// All waiting frames are written with one call, so an acknowledgement travels together with the ply
// that answers. To save a switch to another goroutine, the reader itself writes the frames that the
// frames it read have caused, if the connection can buffer them without a reader at the other end.
// Everything else is written by a goroutine that ends when it is done.
type conn struct {
	mu      *sync.Mutex
	now     func() time.Time
	nc      net.Conn
	session *Session
	place   listen.Place // of a guest who has not said Hello; the zero value afterwards, and at a guest
	// notify is called after every change of the session and when the connection is gone, with the
	// session's output. It must not block.
	notify func(c *conn, out Output)
	// pass is called with this conn if its peer only watches, so that another conn goes on with it;
	// nil keeps it.
	pass func(c *conn)
	// hold returns how long to delay the refusal of a guest; nil means no delay.
	hold func() time.Duration
	// budget is for the numbered frames of a peer who plays; nil sets no limit.
	budget *limit.Allowance
	// crew processes frames; nil leaves it to goroutines of this conn.
	crew *workers.Crew

	incoming incoming
	timer    *time.Timer
	rings    time.Time     // when the timer fires
	until    time.Time     // the deadline of the goodbye, once finished is set
	out      []byte        // waits to be written
	spare    []byte        // the buffer that was written, to be used again
	writing  bool          // a goroutine is writing, and looks at out again before it stops
	broken   bool          // nothing can be written any more
	held     bool          // a refusal is delayed
	buffered bool          // a write does not wait for the peer's read
	finished bool          // nothing will be added to out
	gone     bool          // the connection is closed and its goroutines are about to return
	passed   bool          // the connection belongs to another conn
	written  chan struct{} // closed when the last write is done
}

// newConn takes over a connection. The caller starts it with start, and holds mu in both calls.
func newConn(mu *sync.Mutex, nc net.Conn, s *Session, now func() time.Time, notify func(*conn, Output)) *conn {
	return &conn{
		mu: mu, now: now, nc: nc, session: s, notify: notify, buffered: transport.IsSocket(nc),
		written: make(chan struct{}),
	}
}

// start begins to read and write. The guest speaks first: only the guest sends the preface unasked.
func (c *conn) start() {
	if c.session.cfg.Self == match.Guest {
		c.out = append(c.out, frames.Preface...)
	}
	next := c.session.NextTick()
	c.rings = next
	c.timer = time.AfterFunc(next.Sub(c.now()), c.tick)
	go c.read()
	c.flush()
}

// update lets f change the session and carries out the session's output.
func (c *conn) update(f func(now time.Time)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(c.now())
	c.flush()
}

// updateHere is update, but if the write cannot wait for the peer, it is done before the return
// and needs no other goroutine: the peer has read all that was sent before.
func (c *conn) updateHere(f func(now time.Time)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	writes := c.buffered && !c.writing && c.session.acked == c.session.sent
	c.writing = c.writing || writes
	f(c.now())
	c.flush()
	if writes {
		c.writeOut()
	}
}

func (c *conn) tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.passed {
		return
	}
	now := c.now()
	if c.finished {
		if !now.Before(c.until) { // otherwise the timer fired for the session, just before its end
			_ = c.nc.Close()
		}
		return
	}
	c.rings = time.Time{}
	c.session.Tick(now)
	c.flush()
}

// flush hands the session's frames to the writer and its events to the link, with mu held.
func (c *conn) flush() {
	out := c.session.Drain()
	if !c.finished && len(out.Write) > 0 {
		c.out = append(c.out, out.Write...)
		if len(c.out) > maxUnwritten {
			c.session.Lost(note("deaf", c.session.peer).Because(errQueueFull))
			late := c.session.Drain()
			out.Events, out.Keep, out.Done = append(out.Events, late.Events...), out.Keep || late.Keep, true
		}
	}
	wasFinished := c.finished
	if out.Done && !c.finished {
		c.finished = true
		if len(out.Write) == 0 { // nothing is left to send
			_ = c.nc.Close()
		} else if c.hold != nil && !c.session.guest.Seated && c.session.series == nil {
			c.keepBack(c.hold())
		}
	}
	if len(c.out) > 0 || c.finished != wasFinished {
		c.wakeWriter()
	}
	if c.finished {
		if !wasFinished {
			c.until = c.now().Add(writeWait + transport.LingerWait)
			c.timer.Reset(writeWait + transport.LingerWait)
		}
	} else if next := c.session.NextTick(); c.rings.IsZero() || next.Before(c.rings) {
		c.rings = next
		c.timer.Reset(next.Sub(c.now()))
	}
	c.notify(c, out)
}

// keepBack delays all writes by d.
func (c *conn) keepBack(d time.Duration) {
	if d == 0 {
		return
	}
	c.held = true
	time.AfterFunc(d, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.held = false
		c.wakeWriter()
	})
}

// wakeWriter starts a goroutine that writes the waiting bytes, and then closes the write side if
// nothing follows, unless one is running.
func (c *conn) wakeWriter() {
	if c.writing || c.held {
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
	for len(c.out) > 0 && !c.broken && !c.held {
		b := c.out
		c.out = c.spare[:0]
		c.mu.Unlock()
		_ = c.nc.SetWriteDeadline(time.Now().Add(writeWait))
		_, err := c.nc.Write(b)
		c.mu.Lock()
		c.spare = b[:0]
		if err != nil {
			c.broken = true
			c.session.Lost(c.writeError(err))
			c.flush()
		}
	}
	c.writing = false
	if c.held || !c.finished && !c.passed {
		return
	}
	select {
	case <-c.written:
		return
	default:
		close(c.written)
	}
	if c.passed {
		return
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

// writeError turns a write timeout into a note.
func (c *conn) writeError(err error) error {
	if transport.IsTimeout(err) {
		return note("deaf", c.session.peer).Because(err)
	}
	return err
}
