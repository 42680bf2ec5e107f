package netplay

import (
	"crypto/rand"
	"fmt"
	"io"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/gate"
	"mancala/netplay/keys"
	"mancala/rules"
)

// The versions of the protocol that this package speaks.
const (
	minProtocol = 2
	maxProtocol = 2
)

// Protocols returns the oldest and the newest version of the protocol that this package speaks.
func Protocols() (oldest, newest int) { return minProtocol, maxProtocol }

// How long a session waits, from the last frame of the peer unless said otherwise.
const (
	handshakeWait = 5 * time.Second  // from the start of the connection to the end of the greeting
	resumeWait    = 10 * time.Second // the guest counts from the start, the host from the Resume
	readWait      = 2 * time.Minute  // from the host's Welcome to the guest's Accept, if a person is asked
	acceptWait    = 5 * time.Second  // the same if none is
	tossWait      = 5 * time.Second  // from the host's Seated to the guest's Toss
	pingEvery     = 5 * time.Second  // until a Ping is sent, and between Pings
	quietAfter    = 15 * time.Second // until the peer counts as quiet
	giveUpAfter   = 30 * time.Second // until the connection counts as gone
)

// How many frames that do not carry the game on a peer may send: a burst, and so many a second in
// the long run.
const (
	floodBurst = 200
	floodRate  = 50
)

// SessionConfig is what a [Session] starts from.
type SessionConfig struct {
	// Self is which party this end is.
	Self match.Party
	// Name is this end's name as the other one shall see it.
	Name string
	// AppVersion is the version of this program, for the other end's log.
	AppVersion string
	// PeerAddr is the other end's address, for events and sentences.
	PeerAddr string
	// Variant and First are the rules and who makes the first ply of the first game. The host
	// alone sets them.
	Variant rules.Variant
	First   match.First
	// Invite is the secret of an invite that a guest shows; nil means none. Wait says that the
	// guest wants to wait if the seat is taken.
	Invite []byte
	Wait   bool
	// Series is a series that a guest takes up again; nil for a new one.
	Series *Series
	// Host is the host's key that has encrypted the connection, and whether an invite has verified
	// the other end; the zero value means that the connection is not encrypted.
	Host keys.Known
	// Rand is where the session gets the bytes of its secrets and names from; nil means
	// crypto/rand.
	Rand io.Reader

	room    *room       // the host's; nil means one of its own, which lets every guest in
	local   func() bool // at the host: the guest is at this computer or in the local network
	far     bool        // at the host: the guest may be led by a stranger from elsewhere
	byCode  bool        // the code of a meeting point has led to the connection, or leads back to it
	at      *station    // at the host: its name there by which the guest has come; nil if it came by none
	watcher *watcher    // of a guest who only watches; nil of one who plays
}

// phase is how far a session has come.
type phase uint8

const (
	greeting phase = iota // the host waits for a Hello or Resume, the guest for a Hello's answer
	offered               // the rules are on the table: the guest's person, or the host's program, waits for a yes
	accepted              // the guest has said yes, and does not have the seat yet
	tossing               // the host has shown its nonce, and waits for the guest's
	resuming              // the two exchange their states of a series
	playing               // a series has begun
	watching              // this end only watches, and has been shown the game
	showing               // the peer only watches
	ended
)

// Session is one connection that a series is played across: greeting, order, acknowledgements,
// keep-alive and the peer's allowance of frames, as a pure state machine. It is given the payloads
// of frames (Step), the wishes of this end's person (Play, Resign and so on), the time (Tick) and
// the end of the connection (Lost, Fail); its outputs come out of Drain. It has no goroutine,
// socket or clock, and is not safe for use by several goroutines at once. Make one with
// [NewSession].
type Session struct {
	cfg  SessionConfig
	room *room // nil at a guest
	caller
	phase   phase
	watcher *watcher // nil if this end plays
	out     Output
	cause   error // why the session has ended

	sent, got, acked uint64 // the last number sent, received, and acknowledged by the peer
	told             uint64 // the last number acknowledged to the peer
	confirm          []confirmation
	frame            wire.Frame // the last one received; its body is used until the next

	began, heard, pingAt time.Time
	deadline             time.Time // of the phase; zero if it has none
	quiet                bool
	budget               allowance // frames that the peer may send without carrying the game on
	lines                allowance // lines of talk that the peer may send
	saidAt               time.Time // when this end's person last said something

	peer     string // the peer's name, cleaned
	clientID []byte // the guest's, of the Hello
	token    []byte // the guest's first, of the Seated
	secret   []byte // the host's, for tokens
	id       []byte // of the series that is offered
	toss     toss   // that decides who starts
	seatedAt uint64 // the number of the host's Seated
	series   *Series
	hosted   bool // at the guest: a host has answered, so the other end is one
	// The numbers of this end's last TakebackRequest, and of the last withdrawal of a Rematch; zero
	// if there was none on this connection.
	askedAt, withdrawnAt uint64

	audience int       // how many watch, as the last frame about that said
	counts   allowance // of such frames that the host may send
	shownTo  progress  // what the peer, who only watches, has been shown
}

// confirmation is the step to take when the peer has acknowledged a frame.
type confirmation struct {
	seq uint64
	do  func() error
}

// Output is what a [Session] wants done.
type Output struct {
	// Write holds whole frames, one behind the other, in order. It is valid until the session is
	// used again.
	Write []byte
	// Events holds what happened, in order.
	Events []match.Event
	// Keep says that something of the series changed that has to survive. It goes to the disk while
	// Write goes to the peer: neither waits for the other.
	Keep bool
	// Done says that the session has ended: the connection is to be closed when everything is
	// written.
	Done bool
}

// NewSession returns a session that begins now. At the guest the first Drain yields the first
// frame. It fails only if cfg.Rand does.
func NewSession(cfg SessionConfig, now time.Time) (*Session, error) {
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	cfg.Name, cfg.AppVersion = nameOr(cfg.Name, cfg.Self), cleanText(cfg.AppVersion)
	cfg.Variant = cfg.Variant.Canonical()
	s := &Session{
		cfg: cfg, room: cfg.room, began: now, heard: now, pingAt: now.Add(pingEvery), deadline: now.Add(handshakeWait),
		budget: newAllowance(floodBurst, floodRate, now), lines: newAllowance(talkBurst, 1/talkEvery.Seconds(), now),
		counts: newAllowance(countBurst, 1, now), watcher: cfg.watcher,
		peer: match.DefaultName(cfg.Self.Other()),
	}
	switch {
	case cfg.Self == match.Host:
		if s.room == nil {
			s.room = newRoom(match.Admission{Ask: match.AskNone})
		}
		if s.addr, s.local = gate.AddressOf(cfg.PeerAddr), cfg.local; cfg.far {
			s.addr = s.addr.Far()
		}
		return s, nil
	case cfg.watcher != nil:
		s.helloToWatch()
		return s, nil
	case cfg.Series != nil:
		s.series, s.peer, s.phase, s.deadline = cfg.Series, cfg.Series.peer, resuming, now.Add(resumeWait)
		s.resume()
		return s, nil
	}
	return s, s.hello()
}

// Drain returns what the session wants done since the last call.
func (s *Session) Drain() Output {
	out := s.out
	s.out = Output{Write: s.out.Write[:0], Done: out.Done}
	if s.series != nil {
		events, changed := s.series.drain()
		if len(out.Events) == 0 {
			out.Events = events
		} else {
			out.Events = append(out.Events, events...)
		}
		out.Keep = changed
	}
	return out
}

// greeted reports whether the session is past the greeting and has not ended. The greeting includes
// the guest's yes to the rules, if the guest's program gives it without asking a person.
func (s *Session) greeted() bool {
	switch s.phase {
	case greeting, ended:
		return false
	case offered:
		return needsConsent(s.cfg.Variant)
	}
	return true
}

// Ended reports whether the session has ended, and Cause why, for the log.
func (s *Session) Ended() bool { return s.phase == ended }

// Cause returns why the session has ended, for the log; nil while it has not.
func (s *Session) Cause() error { return s.cause }

// frameLimit returns the largest number of bytes that a frame of the peer's may have now.
func (s *Session) frameLimit() int {
	if s.phase == resuming || s.watcher != nil {
		return maxLarge
	}
	return maxFrame
}

// NextTick returns when Tick is to be called next, if nothing else happens before.
func (s *Session) NextTick() time.Time {
	if s.phase == greeting || s.phase == resuming {
		return s.deadline
	}
	next := earlier(s.pingAt, s.heard.Add(giveUpAfter))
	if !s.quiet {
		next = earlier(next, s.heard.Add(quietAfter))
	}
	if !s.deadline.IsZero() {
		next = earlier(next, s.deadline)
	}
	return next
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Tick tells the session the time. Calling it too early, or more often than needed, does no harm.
func (s *Session) Tick(now time.Time) {
	silence := now.Sub(s.heard)
	switch {
	case s.phase == ended:
		return
	case !s.deadline.IsZero() && !now.Before(s.deadline):
		s.late()
		return
	case s.phase == greeting, s.phase == resuming:
		return
	case silence >= giveUpAfter:
		s.leave(wire.LeaveReason_LEAVE_REASON_TIMEOUT, "nothing was heard for too long")
		s.end(goodbye{note: s.vanished(), err: errSilence, pause: true})
		return
	}
	if silence >= quietAfter && !s.quiet {
		s.quiet = true
		s.tellQuiet()
	}
	if !now.Before(s.pingAt) {
		s.send(&wire.Frame{Body: &wire.Frame_Ping{Ping: &wire.Ping{}}})
		s.pingAt = now.Add(pingEvery)
	}
}

// late ends the session because the peer has not taken the next step in time.
func (s *Session) late() {
	switch s.phase {
	case offered:
		s.leave(wire.LeaveReason_LEAVE_REASON_TIMEOUT, errOfferTime.Error())
		s.end(goodbye{err: errOfferTime})
	case accepted:
		s.reject(refusal{code: wire.RejectCode_REJECT_CODE_NOT_NOW})
	case tossing:
		s.refuseToss(note("toss-withheld", s.peer), errTossTime)
	default:
		s.end(goodbye{note: noAnswer(s.cfg.PeerAddr), err: errHandshakeTime, pause: true})
	}
}

// enter begins the next phase, which lasts for so long at most; zero means for ever.
func (s *Session) enter(p phase, now time.Time, wait time.Duration) {
	s.phase, s.deadline = p, time.Time{}
	if wait > 0 {
		s.deadline = now.Add(wait)
	}
}

// hear notes that the peer is there.
func (s *Session) hear(now time.Time) {
	s.heard, s.pingAt = now, now.Add(pingEvery)
	if s.quiet {
		s.quiet = false
		s.tellQuiet()
	}
}

func (s *Session) tellQuiet() {
	if s.phase == playing {
		s.emit(match.PeerQuiet{Quiet: s.quiet})
	}
}

// send queues a frame. Pings, Pongs and acknowledgements are not numbered, all others are.
func (s *Session) send(f *wire.Frame) {
	switch f.GetBody().(type) {
	case nil, *wire.Frame_Ping, *wire.Frame_Pong:
	default:
		s.sent++
		f.Seq = s.sent
	}
	f.Ack, s.told = s.got, s.got
	b, err := appendFrame(s.out.Write, f)
	if err != nil { // only a text that is not UTF-8 or too long could do this, and every text is cleaned before
		s.end(goodbye{note: note("not-written"), err: err})
		return
	}
	s.out.Write = b
}

// whenAcked has something done when the peer has acknowledged the last frame that was sent.
func (s *Session) whenAcked(do func() error) {
	s.confirm = append(s.confirm, confirmation{s.sent, do})
}

// emit tells the front end. The events of a series come after those from before it began.
func (s *Session) emit(e match.Event) {
	if s.series != nil {
		s.series.emit(e)
		return
	}
	s.out.Events = append(s.out.Events, e)
}

// pendingEvents returns how many events have not been drained.
func (s *Session) pendingEvents() int {
	if s.series == nil {
		return len(s.out.Events)
	}
	return len(s.out.Events) + len(s.series.events)
}

// random returns bytes for a name or a secret.
func (s *Session) random(n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(s.cfg.Rand, b); err != nil {
		return nil, fmt.Errorf("no random bytes: %w", err)
	}
	return b, nil
}
