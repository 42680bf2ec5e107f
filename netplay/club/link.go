package club

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/dial"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
	"mancala/netplay/workers"
	"mancala/rules"
)

// Config describes a member's end of the link to a club.
type Config struct {
	// Name is the name that a new member wants, and Version the program's version, for the log.
	Name, Version string
	// Computer says that the moves are chosen by a computer.
	Computer bool
	// Identity returns the key that identifies the member to the club; it may block. Nil means
	// none.
	Identity func(ctx context.Context) (*keys.Identity, error)
	// Dial connects to an address of the club with the member's key, and returns the club's key,
	// zero without encryption. An error for a person to read is a note.
	Dial func(ctx context.Context, addr string, me *keys.Identity) (net.Conn, keys.Known, error)
	// Now is the clock, Rand the source of chance, and Log receives details that are not for the
	// member; nil means the real clock, no chance, and nowhere.
	Now  func() time.Time
	Rand io.Reader
	Log  *slog.Logger
}

// Times of the shell.
const (
	writeWait = 5 * time.Second  // for one write
	frameWait = 10 * time.Second // for the rest of a frame
	maxBehind = 64 << 10         // bytes that may wait to be written
)

// maxUnread is the number of events that may wait for a front end, such as a hidden browser page.
// Beyond it, the connection is given up until the front end drains them. It is more than a whole
// list.
const maxUnread = 2 * maxTables

// link is the shell around the sessions with a club.
type link struct {
	cfg    Config
	addr   string
	ctx    context.Context
	cancel context.CancelFunc

	mu      sync.Mutex
	session *session    // nil while there is no connection
	failed  *rules.Note // why there will be none, or nil
	events  []lobby.Event
	calls   int    // the number of the last call
	out     []byte // waits to be written
	wake    chan struct{}
	sooner  chan struct{} // tells keepTime that a tick is due earlier; has room for one
	ended   chan struct{} // closed when the present session has ended
	closed  bool

	nodes nodes // of the goroutine that dials
}

// Dial connects to the club at an address, as host:port, and returns at once.
func Dial(addr string, cfg Config) lobby.Link {
	ctx, cancel := context.WithCancel(context.Background())
	l := &link{cfg: cfg, addr: addr, ctx: ctx, cancel: cancel, nodes: newNodes(addr), sooner: make(chan struct{}, 1)}
	if cfg.Now == nil {
		l.cfg.Now = time.Now
	}
	if cfg.Log == nil {
		l.cfg.Log = slog.New(slog.DiscardHandler)
	}
	l.events = append(l.events, lobby.Connecting{Addr: addr})
	go l.run()
	return l
}

// Ask sends a call.
func (l *link) Ask(c lobby.Call) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls++
	switch {
	case l.failed != nil:
		l.emit(lobby.Answer{Number: l.calls, Note: l.failed})
	case l.session == nil:
		l.emit(lobby.Answer{Number: l.calls, Note: note("club.not-connected")})
	default:
		l.session.ask(l.calls, c)
		l.flush()
	}
	return l.calls
}

// Events returns the events since the last call.
func (l *link) Events() []lobby.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	events := l.events
	l.events = nil
	return events
}

// Close leaves the club.
func (l *link) Close() error {
	l.mu.Lock()
	l.closed, l.events = true, nil
	l.mu.Unlock()
	l.cancel()
	return nil
}

// emit adds events, with mu held.
func (l *link) emit(events ...lobby.Event) {
	if !l.closed {
		l.events = append(l.events, events...)
	}
}

// run dials until the link is closed or fails.
func (l *link) run() {
	entered := false
	for attempts := 0; ; attempts++ {
		why, inside, final := l.visit()
		if entered = entered || inside; inside {
			attempts = 0
		}
		if l.ctx.Err() != nil {
			return
		}
		l.cfg.Log.Info("the club's line is down", "addr", l.addr, "reason", why.Error())
		if final || !entered {
			l.mu.Lock()
			l.failed = why
			l.emit(lobby.Failed{Note: why})
			l.mu.Unlock()
			return
		}
		if inside {
			l.mu.Lock()
			l.emit(lobby.Lost{Note: why})
			l.mu.Unlock()
		}
		for wait := dial.Backoff(attempts, l.cfg.Rand); wait > 0; {
			if !workers.Pause(l.ctx, wait) {
				return
			}
			if wait = 0; l.isUnread() {
				wait = time.Second
			}
		}
	}
}

// isUnread reports whether the front end has many events to drain.
func (l *link) isUnread() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.events) > maxUnread/2
}

// visit dials and stays in the club as long as the connection holds. It returns the reason of the
// end, whether the club had let the member in, and whether dialling again is useless.
func (l *link) visit() (why *rules.Note, inside, final bool) {
	addr := l.nodes.next()
	me, err := l.identity()
	if err != nil {
		return dialNote(addr, err), false, false
	}
	nc, host, err := l.cfg.Dial(l.ctx, addr, me)
	if err != nil {
		l.nodes.missed(addr)
		return dialNote(addr, err), false, false
	}
	defer nc.Close()
	if l.nodes.strange(addr, host.Fingerprint) { // whatever the knowledge of that address
		return note("club.no-club", addr), false, false
	}
	stop := context.AfterFunc(l.ctx, func() { _ = nc.Close() })
	defer stop()
	s := l.begin(addr, host, me)
	done := l.ended
	go l.write(nc, l.wake, done)
	go l.read(nc, s)
	l.keepTime(s, done)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.session == s { // the link is closed
		s.end(note("club.broke"))
		l.flush()
	}
	if !s.inside {
		l.nodes.missed(addr)
		return s.ended, false, s.failed
	}
	l.nodes.entered(addr, host.Fingerprint, s.addrs)
	return s.ended, true, s.failed
}

// identity returns the key of the member, or nil.
func (l *link) identity() (*keys.Identity, error) {
	if l.cfg.Identity == nil {
		return nil, nil
	}
	return l.cfg.Identity(l.ctx)
}

// dialNote returns the note about a connection that could not be made.
func dialNote(addr string, err error) *rules.Note {
	var told *rules.Note
	if errors.As(err, &told) {
		return told
	}
	return note("club.unreachable", addr).Because(err)
}

// begin begins a session.
func (l *link) begin(addr string, host keys.Known, me *keys.Identity) *session {
	l.mu.Lock()
	defer l.mu.Unlock()
	security := match.Plain
	switch {
	case host.Fingerprint.IsZero():
	case host.Verified:
		security = match.Verified
	default:
		security = match.Encrypted
	}
	l.session = newSession(sessionConfig{
		name: l.cfg.Name, version: l.cfg.Version, computer: l.cfg.Computer, addr: addr, host: host, security: security,
		me: me,
	}, l.cfg.Now())
	l.out, l.wake, l.ended = []byte(wirelobby.Preface), make(chan struct{}, 1), make(chan struct{})
	l.flush()
	return l.session
}

// flush hands the session's calls to the writer and its events to the member, with mu held.
func (l *link) flush() {
	s := l.session
	for _, c := range s.calls {
		framed, err := wirelobby.AppendCall(l.out, c)
		if err != nil || len(framed) > maxBehind {
			s.end(note("club.silent").Because(err))
			break
		}
		l.out = framed
	}
	s.calls = nil
	if len(l.events)+len(s.events) > maxUnread {
		s.end(note("club.broke"))
	}
	l.emit(s.events...)
	s.events = nil
	if s.ended != nil {
		close(l.ended)
		l.session = nil
		return
	}
	if len(l.out) == 0 { // not even an empty message
		return
	}
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// update changes a session by f, if it is not over.
func (l *link) update(s *session, f func(now time.Time)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.session != s {
		return
	}
	due := s.next()
	f(l.cfg.Now())
	if s.next().Before(due) {
		select {
		case l.sooner <- struct{}{}:
		default:
		}
	}
	l.flush()
}

// write writes the bytes that wait, until the session has ended.
func (l *link) write(nc net.Conn, wake, done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-wake:
		}
		l.mu.Lock()
		if l.ended != done { // the bytes that wait are the next session's
			l.mu.Unlock()
			return
		}
		b := l.out
		l.out = nil
		l.mu.Unlock()
		if len(b) == 0 {
			continue
		}
		_ = nc.SetWriteDeadline(time.Now().Add(writeWait))
		if _, err := nc.Write(b); err != nil {
			_ = nc.Close() // the reader notices
			return
		}
	}
}

// read reads the club's messages, until the connection or the session has ended.
func (l *link) read(nc net.Conn, s *session) {
	err := l.readAll(nc, s)
	l.update(s, func(time.Time) {
		if told := (*rules.Note)(nil); errors.As(err, &told) {
			s.fail(told)
			return
		}
		s.end(note("club.broke").Because(err))
	})
}

// readAll reads messages until an error.
func (l *link) readAll(nc net.Conn, s *session) error {
	in := bufio.NewReader(nc)
	first := make([]byte, len(wirelobby.Preface))
	if _, err := io.ReadFull(in, first); err != nil {
		return err
	}
	if string(first) != wirelobby.Preface {
		return note("club.no-club", s.cfg.addr)
	}
	for {
		_ = nc.SetReadDeadline(time.Time{})
		if _, err := in.Peek(1); err != nil {
			return err
		}
		_ = nc.SetReadDeadline(time.Now().Add(frameWait))
		news, err := wirelobby.ReadNews(in)
		switch {
		case errors.Is(err, frames.ErrGarbled):
			return note("club.strange").Because(err)
		case err != nil:
			return err
		}
		l.update(s, func(now time.Time) { s.take(now, news) })
	}
}

// keepTime ticks the session until it has ended.
func (l *link) keepTime(s *session, done <-chan struct{}) {
	for {
		l.mu.Lock()
		wait := s.next().Sub(l.cfg.Now())
		l.mu.Unlock()
		select {
		case <-l.ctx.Done():
			return
		case <-done:
			return
		case <-l.sooner:
		case <-time.After(wait):
			l.update(s, s.tick)
		}
	}
}
