// Package club is the member's end of the lobby of a club. PROTOCOL.md describes the protocol.
//
// A session is one connection, without clock and socket. The link behind [Dial] dials, carries the
// bytes, and dials again when a connection breaks.
package club

import (
	"errors"
	"maps"
	"slices"
	"time"

	"mancala/internal/match/lobby"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
	game "mancala/netplay/session"
	"mancala/netplay/transport"
	"mancala/rules"
)

// enterWait is the longest time from the hello to the welcome.
const enterWait = 15 * time.Second

// errStrange says that a message of the club has something in it that this program cannot use.
var errStrange = errors.New("a message of the club cannot be used here")

// maxTables is the number of tables that a list may have.
const maxTables = 20000

// session is one connection to a club, a [transport.Machine]. It has no clock and no socket:
// messages and times go in, and calls and events come out.
type session struct {
	addr string     // of the club, for seats without an address
	host keys.Known // the club's key; zero without encryption
	// me proves who the member is to a club that has seen no certificate; nil cannot.
	me *keys.Identity

	lastID uint32
	open   map[uint32]asked
	tables map[string]bool
	began  time.Time
	heard  time.Time // when the club last said something
	pinged bool      // a ping has been sent since then
	inside bool      // the club has let the member in
	ended  *rules.Note
	over   chan struct{} // closed when the link knows the end
	failed bool          // the club does not want to be dialled again
	// following is the call for the list of tables. Again is the time to repeat it after a refusal;
	// the zero time is never.
	following uint32
	again     time.Time
	// addrs are the addresses of all nodes of the club.
	addrs []string

	calls  []wirelobby.Message
	events []lobby.Event
}

// newSession begins a session at a time: it says hello.
func newSession(cfg Config, addr string, host keys.Known, me *keys.Identity, now time.Time) *session {
	s := &session{
		addr: addr, host: host, me: me, open: map[uint32]asked{}, tables: map[string]bool{}, began: now, heard: now,
		over: make(chan struct{}),
	}
	hello := wirelobby.Hello{
		MinVersion: wirelobby.Version, MaxVersion: wirelobby.Version, Program: cfg.Version, Name: cfg.Name, Computer: cfg.Computer,
	}
	if me != nil {
		hello.Key = me.Public()
	}
	s.send(hello, asked{})
	return s
}

// send sends a call under the next number.
func (s *session) send(call any, a asked) {
	s.lastID++
	s.open[s.lastID] = a
	s.calls = append(s.calls, wirelobby.Message{ID: s.lastID, Body: call})
}

// follow asks for the list of tables.
func (s *session) follow() {
	s.again = time.Time{}
	s.send(wirelobby.Follow{}, asked{})
	s.following = s.lastID
}

// followAgain is how soon the list of tables is asked for again at the earliest.
const followAgain = 2 * time.Second

// ask sends a call of the link. Before the welcome and after the end it is refused.
func (s *session) ask(number int, c lobby.Call) {
	if !s.inside || s.ended != nil {
		s.emit(lobby.Answer{Number: number, Note: note("club.not-connected")})
		return
	}
	s.send(c, asked{number, c})
}

func (s *session) emit(e lobby.Event) { s.events = append(s.events, e) }

// end ends the session. All open calls are refused with the reason.
func (s *session) end(why *rules.Note) {
	if s.ended != nil {
		return
	}
	s.ended = why
	for _, id := range slices.Sorted(maps.Keys(s.open)) {
		if a := s.open[id]; a.number > 0 {
			s.emit(lobby.Answer{Number: a.number, Note: why})
		}
	}
	clear(s.open)
}

// fail ends the session for good.
func (s *session) fail(why *rules.Note) {
	s.failed = s.failed || s.ended == nil
	s.end(why)
}

// Tick advances the time.
func (s *session) Tick(now time.Time) {
	switch {
	case s.ended != nil:
	case !s.inside && now.Sub(s.began) >= enterWait, now.Sub(s.heard) >= wirelobby.LostAfter:
		s.end(note("club.silent"))
	case !s.again.IsZero() && !now.Before(s.again):
		s.follow()
	case s.inside && !s.pinged && now.Sub(s.heard) >= wirelobby.PingAfter:
		s.pinged = true
		s.send(wirelobby.Ping{}, asked{})
	}
}

// NextTick returns the time of the next tick.
func (s *session) NextTick() time.Time {
	at := s.heard.Add(wirelobby.LostAfter)
	switch {
	case !s.inside:
		at = s.began.Add(enterWait)
	case !s.pinged:
		at = s.heard.Add(wirelobby.PingAfter)
	}
	if !s.again.IsZero() && s.again.Before(at) {
		return s.again
	}
	return at
}

// Ended reports whether the session has ended.
func (s *session) Ended() bool { return s.ended != nil }

// FrameLimit returns the largest number of bytes of a message of the club.
func (s *session) FrameLimit() int { return wirelobby.MaxNews }

// Drain returns the calls since the last one, framed. One that cannot be sent ends the session.
func (s *session) Drain() (out game.Output) {
	for _, c := range s.calls {
		framed, err := wirelobby.AppendCall(out.Write, c)
		if err != nil {
			s.end(note("club.silent").Because(err))
			break
		}
		out.Write = framed
	}
	s.calls, out.Done = nil, s.ended != nil
	return out
}

// Broken ends the session: the bytes that came are no frame.
func (s *session) Broken(err error) { s.end(note("club.broke").Because(err)) }

// Lost ends the session: the connection is gone, or the first bytes show another program.
func (s *session) Lost(err error) {
	switch told := (*rules.Note)(nil); {
	case errors.Is(err, transport.ErrUnread):
		s.end(note("club.silent").Because(err))
	case errors.As(err, &told) && !transport.IsTimeout(err):
		s.fail(note("club.no-club", s.addr))
	default:
		s.Broken(err)
	}
}

// Step handles the bytes of a message of the club.
func (s *session) Step(now time.Time, payload []byte) {
	if s.ended != nil {
		return
	}
	s.heard, s.pinged = now, false
	m, err := wirelobby.ParseNews(payload)
	switch told, table := m.Body.(lobby.Told); {
	case err != nil && table && s.inside: // it is not in the list, as with rules of a later version
		s.gone(told.ID)
		return
	case err == nil && !s.inside:
		err = s.greet(m)
	case err == nil:
		err = s.handle(m)
	}
	if err != nil {
		s.fail(note("club.strange").Because(err))
	}
}

// greet handles a message before the welcome.
func (s *session) greet(m wirelobby.Message) error {
	switch news := m.Body.(type) {
	case wirelobby.Challenge:
		if len(news.Nonce) != wirelobby.NonceSize || s.me == nil {
			return errStrange
		}
		s.send(wirelobby.Proof{Signature: s.me.Sign(wirelobby.Signed(news.Nonce, s.host.Fingerprint))}, asked{})
	case lobby.Refusal:
		s.turnedAway(&news)
	case wirelobby.Welcome:
		s.enter(news)
		clear(s.open)
		s.inside = true
		s.follow()
	default:
		return errStrange
	}
	return nil
}

// turnedAway ends the session after a refusal before the welcome. After some refusals, dialling
// again is useful.
func (s *session) turnedAway(r *lobby.Refusal) {
	switch r.Reason {
	case lobby.ReasonTooOften, lobby.ReasonTrouble, lobby.ReasonFull, lobby.ReasonCrowd, lobby.ReasonConnections:
		s.end(refused(r, nil))
	default:
		s.fail(refused(r, nil))
	}
}

// enter handles a welcome.
func (s *session) enter(w wirelobby.Welcome) {
	s.addrs = w.Addrs
	clear(s.tables)
	if s.me != nil {
		w.Device = s.me.Fingerprint().String()
	}
	s.emit(w.Entered)
}

// handle handles a message after the welcome.
func (s *session) handle(m wirelobby.Message) error {
	switch news := m.Body.(type) {
	case lobby.Told:
		if !s.tables[news.ID] && len(s.tables) == maxTables {
			return errStrange
		}
		s.tables[news.ID] = true
		s.emit(news)
	case lobby.Gone:
		s.gone(news.Table)
	case lobby.Announced:
		if news.Text != "" {
			s.emit(news)
		}
	case lobby.Listed:
		s.emit(news)
	case lobby.Room:
		s.emit(news)
	case lobby.Rated:
		s.emit(news)
	case lobby.Waiting:
		s.emit(news)
	case wirelobby.Draining:
		s.end(note("club.draining"))
	default:
		return s.reply(m)
	}
	return nil
}

// gone takes a table out of the list.
func (s *session) gone(table string) {
	if s.tables[table] {
		delete(s.tables, table)
		s.emit(lobby.Gone{Table: table})
	}
}
