package transport

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"net"
	"runtime"
	"sync"
	"time"

	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/session"
	"mancala/netplay/workers"
	"mancala/rules"
)

// Deadlines of a connection; package session has the deadlines of the protocol.
const (
	frameWait = 10 * time.Second // from the first byte of a frame to its last
	writeWait = 5 * time.Second  // for one write
)

// maxUnwritten is the most bytes that may wait to be written. Beyond it, the peer counts as not
// reading.
const maxUnwritten = 2 * frames.MaxLarge

// Reasons for the end of a connection, beside those of package session. Compare with errors.Is.
var (
	// ErrUnread says that the peer does not read.
	ErrUnread = errors.New("the peer does not read what is sent to it")
	// ErrDeaf says that a write took too long.
	ErrDeaf  = errors.New("the peer takes nothing")
	errEnded = errors.New("the connection has ended")
)

// Machine is one end of a connection, pure.
type Machine interface {
	Step(now time.Time, payload []byte)
	Tick(now time.Time)
	NextTick() time.Time
	Lost(err error)
	Broken(err error)
	Drain() session.Output
	Ended() bool
	FrameLimit() int
}

// ConnConfig sets a [Conn]. Mu, Now, Machine and Changed are needed.
type ConnConfig struct {
	// Mu guards the machine; others may share it. Hold it to call the methods of a Conn, unless
	// they say otherwise.
	Mu  *sync.Mutex
	Now func() time.Time
	// Machine decides.
	Machine Machine
	// Preface is the first thing that each end sends; "" means a game's.
	Preface string
	// Host says that this end is the host's or a club's, so the other end speaks first.
	Host bool
	// Changed is called, with Mu held, after every change of the machine. It must not block, and
	// drains the machine by [Conn.Flush].
	Changed func(c *Conn)
	// Crew does the writing; nil means one goroutine each.
	Crew *workers.Crew
}

// Conn is the shell around a machine. Make one with [NewConn].
//
// All waiting frames are written with one call, so an acknowledgement travels together with the ply
// that answers. To save a goroutine switch, the reader itself writes the answers to the frames that
// it read, if the connection can buffer them without a reader at the other end. A goroutine that
// ends when it is done writes everything else.
type Conn struct {
	cfg ConnConfig
	nc  net.Conn

	stream   frameReader
	in       *bufio.Reader
	payload  []byte // the buffer of the last frame, to be used again
	timer    *time.Timer
	rings    time.Time     // when the timer fires
	until    time.Time     // the deadline of the goodbye, once finished is set
	out      []byte        // waits to be written
	spare    []byte        // the buffer that was written, to be used again
	rest     time.Duration // how long the next frame is not read
	holds    int           // reasons to write nothing: a delayed refusal, or a pending disk write
	writing  bool          // a goroutine is writing, and looks at out again before it stops
	broken   bool          // nothing can be written any more
	buffered bool          // a write does not wait for the peer's read
	greeted  bool          // this end's preface is in out or written: no frame precedes it
	finished bool          // nothing will be added to out
	gone     bool          // the connection is closed and its goroutines are about to return
	written  chan struct{} // closed when the last write is done
}

// NewConn takes over a connection. The caller starts it with [Conn.Start].
func NewConn(nc net.Conn, cfg ConnConfig) *Conn {
	cfg.Preface = cmp.Or(cfg.Preface, session.Preface)
	return &Conn{cfg: cfg, nc: nc, buffered: IsSocket(nc), written: make(chan struct{})}
}

// Start begins to read and write. Only a guest sends the preface unasked.
func (c *Conn) Start() {
	if !c.cfg.Host {
		c.greet()
	}
	c.stream.nc = c.nc
	c.in = bufio.NewReaderSize(&c.stream, readAhead)
	next := c.cfg.Machine.NextTick()
	c.rings = next
	c.timer = time.AfterFunc(next.Sub(c.cfg.Now()), c.tick)
	go c.read()
	c.cfg.Changed(c)
}

// greet adds the preface.
func (c *Conn) greet() { c.out, c.greeted = append(c.out, c.cfg.Preface...), true }

func (c *Conn) tick() {
	c.cfg.Mu.Lock()
	defer c.cfg.Mu.Unlock()
	now := c.cfg.Now()
	if c.finished {
		if !now.Before(c.until) { // otherwise the timer fired for the machine, just before its end
			_ = c.nc.Close()
		}
		return
	}
	c.rings = time.Time{}
	c.cfg.Machine.Tick(now)
	c.cfg.Changed(c)
}

// Flush hands the machine's frames to the writer, and returns the rest of its output. Sync in it
// means that nothing is written until Release is called.
func (c *Conn) Flush() session.Output {
	out := c.cfg.Machine.Drain()
	if !c.greeted {
		out.Write = nil // a guest who has said nothing in time is told nothing
	}
	c.rest = max(c.rest, out.Rest)
	if out.Sync {
		c.holds++
	}
	if !c.finished && len(out.Write) > 0 {
		if c.out = append(c.out, out.Write...); len(c.out) > maxUnwritten {
			c.cfg.Machine.Lost(ErrUnread)
			late := c.cfg.Machine.Drain()
			out.Notices, out.Store, out.Done = append(out.Notices, late.Notices...), out.Store || late.Store, true
		}
	}
	if out.Done && !c.finished {
		c.finished = true
		if len(out.Write) == 0 && len(c.out) == 0 { // nothing is left to send
			_ = c.nc.Close()
		}
		c.until = c.cfg.Now().Add(writeWait + LingerWait)
		c.timer.Reset(writeWait + LingerWait)
		c.wakeWriter()
	} else if len(c.out) > 0 {
		c.wakeWriter()
	}
	if next := c.cfg.Machine.NextTick(); !c.finished && (c.rings.IsZero() || next.Before(c.rings)) {
		c.rings = next
		c.timer.Reset(next.Sub(c.cfg.Now()))
	}
	return out
}

// Hold stops all writes until Release is called.
func (c *Conn) Hold() { c.holds++ }

// KeepBack delays all writes by d.
func (c *Conn) KeepBack(d time.Duration) {
	if d > 0 {
		c.Hold()
		time.AfterFunc(d, c.Release)
	}
}

// Finished reports that only the waiting frames will still be written.
func (c *Conn) Finished() bool { return c.finished }

// Gone reports that the connection is closed and its goroutines are about to return.
func (c *Conn) Gone() bool { return c.gone }

// Written returns a channel that is closed once the goodbye is written. It needs no lock.
func (c *Conn) Written() <-chan struct{} { return c.written }

// Close closes the connection at once, without a word. It needs no lock.
func (c *Conn) Close() { _ = c.nc.Close() }

// Release ends one Hold. It takes the lock itself.
func (c *Conn) Release() {
	c.cfg.Mu.Lock()
	defer c.cfg.Mu.Unlock()
	c.holds--
	c.wakeWriter()
}

// wakeWriter starts a goroutine, unless one runs, that writes the waiting bytes and then closes the
// write side if nothing follows.
func (c *Conn) wakeWriter() {
	if c.writing || c.holds > 0 {
		return
	}
	c.writing = true
	if c.cfg.Crew != nil {
		c.cfg.Crew.Run((*writer)(c))
		return
	}
	go (*writer)(c).Run()
}

// writer is a Conn that has something to write.
type writer Conn

// Run writes it.
func (w *writer) Run() {
	c := (*Conn)(w)
	c.cfg.Mu.Lock()
	defer c.cfg.Mu.Unlock()
	c.writeOut()
}

// writeOut writes the waiting frames. It is called with mu held, and releases it during the writes.
// When it returns, no write is in progress.
func (c *Conn) writeOut() {
	for len(c.out) > 0 && !c.broken && c.holds == 0 {
		b := c.out
		c.out = c.spare[:0]
		c.cfg.Mu.Unlock()
		_ = c.nc.SetWriteDeadline(time.Now().Add(writeWait))
		_, err := c.nc.Write(b)
		c.cfg.Mu.Lock()
		c.spare = b[:0]
		if err != nil {
			c.broken = true
			c.cfg.Machine.Lost(writeError(err))
			c.cfg.Changed(c)
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
	c.cfg.Mu.Unlock()
	defer c.cfg.Mu.Lock()
	if broken || CloseWrite(c.nc) != nil {
		_ = c.nc.Close()
		return
	}
	_ = c.nc.SetReadDeadline(time.Now().Add(LingerWait))
}

func writeError(err error) error {
	if IsTimeout(err) {
		return errors.Join(ErrDeaf, err)
	}
	return err
}

// Bind returns the binding of a seat's signature: this connection, and its host's key. It is the
// zero value without encryption.
func Bind(nc net.Conn, host keys.Fingerprint) session.Binding {
	secure, ok := nc.(*Secure)
	if !ok {
		return session.Binding{}
	}
	b, state := session.Binding{Host: [16]byte(host)}, secure.ConnectionState()
	exported, err := state.ExportKeyingMaterial(session.Exporter, nil, len(b.Exported))
	if err == nil { // TLS 1.3 always has them
		copy(b.Exported[:], exported)
	}
	return b
}

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
			if IsTimeout(err) {
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
