// Package club is the member's end of the lobby of a club: the connection to it, and the messages
// of proto/mancala/v1/club.proto as package match/lobby has them. PROTOCOL.md describes the
// protocol.
//
// A session is one connection, without clock and socket. The link behind [Dial] dials, carries the
// bytes, and dials again when a connection breaks.
package club

import (
	"errors"
	"maps"
	"slices"
	"time"

	"mancala/match/lobby"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
	game "mancala/netplay/session"
	"mancala/netplay/stream"
	"mancala/netplay/transport"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
)

// enterWait is the longest time from the hello to the welcome.
const enterWait = 15 * time.Second

// errStrange says that a message of the club has something in it that this program cannot use.
var errStrange = errors.New("a message of the club cannot be used here")

// maxTables is the number of tables that a list may have.
const maxTables = 20000

// session is one connection to a club, a [stream.Machine]. It has no clock and no socket: messages
// and times go in, and calls and events come out.
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

	calls  []*wire.ClubCall
	events []lobby.Event
}

// newSession begins a session at a time: it says hello.
func newSession(cfg Config, addr string, host keys.Known, me *keys.Identity, now time.Time) *session {
	s := &session{
		addr: addr, host: host, me: me, open: map[uint32]asked{}, tables: map[string]bool{}, began: now, heard: now,
		over: make(chan struct{}),
	}
	hello := &wire.ClubHello{
		MinVersion: wirelobby.Version, MaxVersion: wirelobby.Version, AppVersion: cfg.Version, Name: cfg.Name, Computer: cfg.Computer,
	}
	if me != nil {
		hello.Key = me.Public()
	}
	s.send(&wire.ClubCall{Body: &wire.ClubCall_Hello{Hello: hello}}, asked{})
	return s
}

// send sends a call under the next number.
func (s *session) send(w *wire.ClubCall, a asked) {
	s.lastID++
	w.Id = s.lastID
	s.open[w.Id] = a
	s.calls = append(s.calls, w)
}

// follow asks for the list of tables.
func (s *session) follow() {
	s.again = time.Time{}
	s.send(&wire.ClubCall{Body: &wire.ClubCall_Follow{Follow: &wire.ClubFollow{On: true}}}, asked{})
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
	s.send(wirelobby.CallToWire(c), asked{number, c})
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
		s.send(&wire.ClubCall{Body: &wire.ClubCall_Ping{Ping: &wire.ClubPing{}}}, asked{})
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
	case errors.Is(err, stream.ErrUnread):
		s.end(note("club.silent").Because(err))
	case errors.As(err, &told) && !transport.IsTimeout(err):
		s.fail(note("club.no-club", s.addr))
	default:
		s.Broken(err)
	}
}

// Step handles the bytes of a message of the club.
func (s *session) Step(now time.Time, payload []byte) {
	news := new(wire.ClubNews)
	if err := frames.Unmarshal(payload, news, wirelobby.MaxNews); err != nil {
		s.fail(note("club.strange").Because(err))
		return
	}
	s.take(now, news)
}

// take handles a message of the club.
func (s *session) take(now time.Time, w *wire.ClubNews) {
	if s.ended != nil {
		return
	}
	s.heard, s.pinged = now, false
	if !s.inside {
		s.greet(w)
		return
	}
	if err := s.handle(w); err != nil {
		s.fail(note("club.strange").Because(err))
	}
}

// greet handles a message before the welcome.
func (s *session) greet(w *wire.ClubNews) {
	switch {
	case len(w.GetChallenge().GetNonce()) == wirelobby.NonceSize && s.me != nil:
		signature := s.me.Sign(wirelobby.Signed(w.GetChallenge().GetNonce(), s.host.Fingerprint))
		s.send(&wire.ClubCall{Body: &wire.ClubCall_Proof{Proof: &wire.ClubProof{Signature: signature}}}, asked{})
	case w.GetRefusal() != nil:
		s.turnedAway(wirelobby.RefusalFromWire(w.GetRefusal()))
	case w.GetWelcome() != nil:
		if err := s.enter(w.GetWelcome()); err != nil {
			s.fail(note("club.strange").Because(err))
			return
		}
		clear(s.open)
		s.inside = true
		s.follow()
	default:
		s.fail(note("club.strange").Because(errStrange))
	}
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
func (s *session) enter(w *wire.ClubWelcome) error {
	in, addrs, err := wirelobby.WelcomeFromWire(w)
	if err != nil {
		return err
	}
	s.addrs = addrs
	clear(s.tables)
	if s.me != nil {
		in.Device = s.me.Fingerprint().String()
	}
	s.emit(in)
	return nil
}

// handle handles a message after the welcome.
func (s *session) handle(w *wire.ClubNews) error {
	switch {
	case w.GetTable() != nil:
		return s.told(w.GetTable())
	case w.GetTableGone() != nil:
		if id := w.GetTableGone().GetTable(); s.tables[id] {
			delete(s.tables, id)
			s.emit(lobby.Gone{Table: id})
		}
	case w.GetListed() != nil:
		s.emit(lobby.Listed{More: wirelobby.Count(w.GetListed().GetMore())})
	case w.GetAnnouncement() != nil:
		if text := lobby.CleanText(w.GetAnnouncement().GetText()); text != "" {
			s.emit(lobby.Announced{Text: text})
		}
	case w.GetRated() != nil:
		return s.rated(w.GetRated())
	case w.GetWaiting() != nil:
		return s.waiting(w.GetWaiting())
	case w.GetDraining() != nil:
		s.end(note("club.draining"))
	default:
		return s.reply(w)
	}
	return nil
}

// told handles a table. One that this program cannot show, as with rules of a later version, is
// not in the list.
func (s *session) told(w *wire.ClubTable) error {
	t, err := wirelobby.TableFromWire(w)
	switch {
	case err != nil && s.tables[w.GetId()]:
		delete(s.tables, w.GetId())
		s.emit(lobby.Gone{Table: w.GetId()})
	case err != nil:
	case !s.tables[t.ID] && len(s.tables) == maxTables:
		return errStrange
	default:
		s.tables[t.ID] = true
		s.emit(lobby.Told{Table: t})
	}
	return nil
}

// waiting handles the news that the member waits again.
func (s *session) waiting(w *wire.ClubWaiting) error {
	t, err := wirelobby.TableFromWire(w.GetTable())
	if err == nil {
		s.emit(lobby.Waiting{Table: t})
	}
	return err
}

func (s *session) rated(w *wire.ClubRated) error {
	r, err := wirelobby.RatedFromWire(w)
	if err == nil {
		s.emit(r)
	}
	return err
}
