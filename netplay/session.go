package netplay

import (
	"crypto/rand"
	"fmt"
	"io"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/address"
	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	"mancala/netplay/transport"
	"mancala/rules"
)

// The versions of the protocol that this package speaks.
const (
	minProtocol = 2
	maxProtocol = 2
)

// Protocols returns the oldest and the newest version of the protocol that this package speaks.
func Protocols() (oldest, newest int) { return minProtocol, maxProtocol }

// Timeouts of a session, from the last frame of the peer unless stated otherwise.
const (
	handshakeWait = transport.HandshakeWait // from the start of the connection to the end of the greeting
	resumeWait    = 10 * time.Second        // the guest counts from the start, the host from the Resume
	readWait      = 2 * time.Minute         // from the host's Welcome to the guest's Accept, if a person is asked
	acceptWait    = 5 * time.Second         // the same if none is
	tossWait      = 5 * time.Second         // from the host's Seated to the guest's Toss
	guestPings    = 6 * time.Second         // until the guest sends a Ping, and between its Pings
	hostPings     = 7 * time.Second         // the same of the host, who need not ask while the guest does
	quietAfter    = 15 * time.Second        // until the peer counts as quiet
	giveUpAfter   = 30 * time.Second        // until the connection counts as gone
)

// Rate limit of the peer's frames that do not advance the game: a token bucket with this burst and
// this rate a second.
const (
	floodBurst = 200
	floodRate  = 50
)

// Rate limit of the peer's wishes: a burst, and one a second. After each further one this end reads
// nothing for a second. None is dropped, since both ends have to agree about them.
const (
	wishBurst = 10
	wishEvery = time.Second
)

// SessionConfig configures a [Session].
type SessionConfig struct {
	// Self is the party of this end.
	Self match.Party
	// Name is this end's name as shown to the other one.
	Name string
	// AppVersion is the version of this program, for the other end's log.
	AppVersion string
	// PeerAddr is the other end's address, for events and sentences.
	PeerAddr string
	// Variant is the rules, and First the party that makes the first ply of the first game. Only
	// the host sets them.
	Variant rules.Variant
	First   match.First
	// Invite is the secret of an invite that a guest shows; nil means none. Wait says that the
	// guest wants to wait if the seat is taken.
	Invite []byte
	Wait   bool
	// Series is a series that a guest resumes; nil for a new one.
	Series *Series
	// Host is the host's key that has encrypted the connection, and whether an invite has verified
	// the other end; the zero value means that the connection is not encrypted.
	Host keys.Known
	// Refereed says, at a guest, that the seat is one of a club, whose word may be final.
	Refereed bool
	// StoreFirst says that frames of the peer are acknowledged only once they are stored; see
	// [Session.Stored]. Only the host sets it.
	StoreFirst bool
	// Rand is the source of the session's random bytes; nil means crypto/rand.
	Rand io.Reader

	room    *room               // the host's; nil means one of its own, which lets every guest in
	local   func() bool         // at the host: the guest is on this computer or in the local network
	far     bool                // at the host: a stranger from elsewhere may control the guest
	also    []string            // at the guest: other addresses of the host
	proof   transport.SeatProof // with which a guest shows which member of a club they are
	byCode  bool                // the code of a meeting point has led to the connection, or leads back to it
	at      *station            // at the host: its name at the meeting point through which the guest has come; nil if through none
	watcher *watcher            // of a guest who only watches; nil for one who plays
}

// phase is the stage that a session has reached.
type phase uint8

const (
	greeting phase = iota // the host waits for a Hello or Resume, the guest for a Hello's answer
	offered               // the rules are offered: the guest's person has to agree, or, at the host, the guest's program
	accepted              // the guest has said yes, and does not have the seat yet
	tossing               // the host has shown its nonce, and waits for the guest's
	resuming              // the two ends exchange their states of a series
	playing               // a series has begun
	watching              // this end only watches, and has been shown the game
	showing               // the peer only watches
	ended
)

// Session is one connection that a series is played across: greeting, order, acknowledgements,
// keepalive and rate limits, as a pure state machine. Its inputs are the payloads of frames (Step),
// the intents of this end's person (Play, Resign and so on), the time (Tick) and the end of the
// connection (Lost, Fail); Drain returns its outputs. It has no goroutine, socket or clock, and is
// not safe for concurrent use. Make one with [NewSession].
type Session struct {
	cfg     SessionConfig
	room    *room           // nil at a guest
	guest   admission.Guest // of the host's session; a guest's own has Waits alone
	phase   phase
	watcher *watcher // nil if this end plays
	out     Output
	cause   error // why the session has ended

	sent, got, acked uint64 // the last number sent, received, and acknowledged by the peer
	told             uint64 // the last number acknowledged to the peer
	confirm          []confirmation
	hold             holdback
	frame            wire.Frame // the last one received; its body is used until the next

	began, heard, pingAt time.Time
	deadline             time.Time // of the phase; zero if it has none
	quiet                bool
	budget               limit.Allowance // frames that the peer may send that do not advance the game
	saidAt               time.Time       // when this end's person last said something

	peer     string // the peer's name, cleaned
	clientID []byte // the guest's, of the Hello
	token    []byte // the guest's first, of the Seated
	secret   []byte // the host's, for tokens
	id       []byte // of the series that is offered
	toss     toss   // the toss that decides who starts
	seatedAt uint64 // the number of the host's Seated
	series   *Series
	hosted   bool // at the guest: a host has answered, so the other end is one
	// The numbers of this end's last TakebackRequest, and of the last withdrawal of a Rematch; zero
	// if there was none on this connection.
	askedAt, withdrawnAt uint64
	timedOutAt           uint64   // the number of the host's last TimeOut on this connection, or zero
	moved                []uint64 // the numbers of this end's Moves that are not acknowledged

	audience int             // the number of watchers, as last sent or received
	news     limit.Allowance // rate limit of such frames from the host, and of its reasons to wait
	shownTo  progress        // the state that has been shown to a peer who only watches
}

// confirmation is an action that follows the peer's acknowledgement of a frame.
type confirmation struct {
	seq uint64
	do  func() error
}

// Output is the output of a [Session], for its caller to carry out.
type Output struct {
	// Write holds whole frames in order. It is valid until the session is used again.
	Write []byte
	// Events holds the events in order.
	Events []match.Event
	// Keep says that a part of the series has changed that has to survive. It goes to the disk
	// while Write goes to the peer: neither waits for the other.
	Keep bool
	// Mark names the state that Keep is about.
	Mark Mark
	// Rest is how long nothing is to be read, because the peer has sent too many wishes.
	Rest time.Duration
	// Done says that the session has ended: close the connection once everything is written.
	Done bool
}

// NewSession returns a session that begins now. At the guest the first Drain returns the first
// frame. It fails only if cfg.Rand does.
func NewSession(cfg SessionConfig, now time.Time) (*Session, error) {
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	cfg.Name, cfg.AppVersion = match.NameOr(cfg.Name, cfg.Self), match.CleanText(cfg.AppVersion)
	cfg.Variant = cfg.Variant.Canonical()
	s := &Session{
		cfg: cfg, room: cfg.room, began: now, heard: now, deadline: now.Add(handshakeWait),
		budget: limit.NewAllowance(floodBurst, floodRate, now),
		news:   limit.NewAllowance(newsBurst, 1, now), watcher: cfg.watcher,
		peer: match.DefaultName(cfg.Self.Other()), hold: holdback{on: cfg.StoreFirst},
	}
	s.pingAt = now.Add(s.pingEvery())
	switch {
	case cfg.Self == match.Host:
		if s.room == nil {
			s.room = newRoom(match.Admission{Ask: match.AskNone})
		}
		if s.guest.Addr, s.guest.Local = limit.AddressOf(cfg.PeerAddr), cfg.local; cfg.far {
			s.guest.Addr = s.guest.Addr.Far()
		}
		s.guest.Seeker, s.guest.From, s.guest.Reads = seeker{s}, address.WithoutPort(cfg.PeerAddr), needsConsent(s.cfg.Variant)
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

// Drain returns the output of the session since the last call.
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
		if out.Keep = changed; changed {
			out.Mark = s.mark()
		}
	}
	return out
}

// greeted reports whether the session is past the greeting and has not ended. The greeting includes
// the guest's agreement to the rules if the guest's program gives it without asking a person.
func (s *Session) greeted() bool {
	switch s.phase {
	case greeting, ended:
		return false
	case offered:
		return needsConsent(s.cfg.Variant)
	}
	return true
}

// Ended reports whether the session has ended.
func (s *Session) Ended() bool { return s.phase == ended }

// Cause returns the reason for the end of the session, for the log; nil while it has not ended.
func (s *Session) Cause() error { return s.cause }

// frameLimit returns the largest number of bytes that the peer's next frame may have.
func (s *Session) frameLimit() int {
	if s.phase == resuming || s.watcher != nil {
		return frames.MaxLarge
	}
	return frames.Max
}

// NextTick returns the time of the next call of Tick if nothing else happens before.
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
		s.pingAt = now.Add(s.pingEvery())
	}
}

// pingEvery returns how long this end waits before it asks whether the other one is still there.
func (s *Session) pingEvery() time.Duration {
	if s.cfg.Self == match.Host {
		return hostPings
	}
	return guestPings
}

// late ends the session because the peer has not taken the next step in time.
func (s *Session) late() {
	switch s.phase {
	case offered:
		s.leave(wire.LeaveReason_LEAVE_REASON_TIMEOUT, errOfferTime.Error())
		s.end(goodbye{err: errOfferTime})
	case accepted:
		s.reject(admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NOT_NOW})
	case tossing:
		s.refuseToss(note("toss-withheld", s.peer), errTossTime)
	default:
		s.end(goodbye{note: noAnswer(s.cfg.PeerAddr), err: errHandshakeTime, pause: true})
	}
}

// enter begins the next phase, which ends after wait; zero means no limit.
func (s *Session) enter(p phase, now time.Time, wait time.Duration) {
	s.phase, s.deadline = p, time.Time{}
	if wait > 0 {
		s.deadline = now.Add(wait)
	}
}

// hear records that the peer is alive.
func (s *Session) hear(now time.Time) {
	s.heard, s.pingAt = now, now.Add(s.pingEvery())
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

// emit adds an event for the front end. The events of a series follow those from before it began.
func (s *Session) emit(e match.Event) {
	if s.series != nil {
		s.series.emit(e)
		return
	}
	s.out.Events = append(s.out.Events, e)
}

// pendingEvents returns the number of events that have not been drained.
func (s *Session) pendingEvents() int {
	if s.series == nil {
		return len(s.out.Events)
	}
	return len(s.out.Events) + len(s.series.events)
}

// random returns n random bytes, for a name or a secret.
func (s *Session) random(n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(s.cfg.Rand, b); err != nil {
		return nil, fmt.Errorf("no random bytes: %w", err)
	}
	return b, nil
}
