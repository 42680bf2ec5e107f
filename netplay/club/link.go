package club

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"mancala/internal/match/lobby"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
	"mancala/netplay/transport"
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
	// Notify is called when there are new events, with a lock of the link held: it must not block
	// or use the link. With nil, the caller polls.
	Notify func()
	// Now is the clock, and Log receives details that are not for the member; nil means the real
	// clock, and nowhere.
	Now func() time.Time
	Log *slog.Logger
}

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
	session *session        // nil while there is no connection
	conn    *transport.Conn // of the session
	failed  *rules.Note     // why there will be none, or nil
	events  []lobby.Event
	calls   int // the number of the last call
	closed  bool

	nodes nodes // of the goroutine that dials
}

// Dial connects to the club at an address, as host:port, and returns at once.
func Dial(addr string, cfg Config) lobby.Link {
	ctx, cancel := context.WithCancel(context.Background())
	l := &link{cfg: cfg, addr: addr, ctx: ctx, cancel: cancel, nodes: newNodes(addr)}
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
		l.changed(l.conn)
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
		if l.cfg.Notify != nil && len(events) > 0 {
			l.cfg.Notify()
		}
	}
}

// firstAttempts is how often a club is dialled whose line breaks before the first welcome: a slow
// computer may take longer for its greeting than a club waits for it.
const firstAttempts = 3

// brokeEarly are the codes of lines that broke while both ends greeted each other.
var brokeEarly = map[string]bool{"club.broke": true, "netplay.hung-up-encrypting": true, "netplay.no-answer": true}

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
		early := brokeEarly[why.Code] && attempts < firstAttempts-1
		if final || !entered && !early {
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
		for wait := transport.Backoff(attempts, rand.Reader); wait > 0; {
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
	if l.nodes.strange(addr, host.Fingerprint) { // whatever the knowledge of that address
		_ = nc.Close()
		return note("club.no-club", addr), false, false
	}
	s := newSession(l.cfg, addr, host, me, l.cfg.Now())
	l.begin(nc, s)
	select {
	case <-l.ctx.Done():
	case <-s.over:
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.session == s { // the link is closed
		s.end(note("club.broke"))
		l.changed(l.conn)
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

// begin begins a session across a connection.
func (l *link) begin(nc net.Conn, s *session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session = s
	l.conn = transport.NewConn(nc, transport.ConnConfig{Mu: &l.mu, Now: l.cfg.Now, Machine: s, Preface: wirelobby.Preface, Changed: l.changed})
	l.conn.Start()
}

// changed hands the session's calls to its connection and its events to the member. A session that
// has ended writes no more.
func (l *link) changed(c *transport.Conn) {
	if l.conn != c {
		c.Flush()
		return
	}
	s := l.session
	if len(l.events)+len(s.events) > maxUnread {
		s.end(note("club.broke"))
	}
	c.Flush()
	l.emit(s.events...)
	s.events = nil
	if s.ended != nil {
		c.Close()
		close(s.over)
		l.session, l.conn = nil, nil
	}
}
