package gateway

import (
	"io"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	wirelobby "mancala/netplay/lobby"
)

// phase is how far a connection has come.
type phase uint8

const (
	greeting phase = iota // before the hello
	proving               // the challenge has been sent
	entering              // the key is known, and the club is asked
	inside                // after the welcome
	over                  // nothing more is read
)

// Rate of the calls of a connection. One whose debt is maxDebt does not heed the refusals.
const (
	callBurst = 20
	callRate  = 5
	maxDebt   = 40
)

// session is the club's end of a lobby connection, as a state machine: calls and times go in, and
// the next steps come out. It has no clock, no socket and no goroutine.
type session struct {
	phase  phase
	club   keys.Fingerprint // the key that the club has shown; zero without encryption
	key    keys.Fingerprint // the member's; zero until it is known
	hello  *wire.ClubHello
	nonce  []byte
	budget limit.Allowance
	began  time.Time
	heard  time.Time
	debt   int
}

// newSession begins a session. Key is the key of the client's certificate, zero without one.
func newSession(club, key keys.Fingerprint, now time.Time) *session {
	return &session{club: club, key: key, budget: limit.NewAllowance(callBurst, callRate, now), began: now, heard: now}
}

// step is the gateway's part after a call.
type step struct {
	// say is sent at once; nil for nothing.
	say *wire.ClubNews
	// do is a call to run, or nil. In the phase entering it is the hello.
	do *wire.ClubCall
	// end says that the connection ends once everything has been said.
	end bool
}

// take handles a call. Its random bytes are for a challenge.
func (s *session) take(c *wire.ClubCall, random io.Reader, now time.Time) step {
	s.heard = now
	if !s.budget.Spend(now) {
		return s.tooOften(c, now)
	}
	s.debt = 0
	switch s.phase {
	case greeting:
		if c.GetHello() == nil {
			return s.refuse(c, errCall)
		}
		return s.greet(c, random)
	case proving:
		return s.proved(c)
	case inside:
		if c.GetHello() != nil || c.GetProof() != nil {
			return s.refuse(c, errCall)
		}
		return step{do: c}
	}
	return step{end: true}
}

// tooOften refuses a call over the limit, and ends the session if they do not stop.
func (s *session) tooOften(c *wire.ClubCall, now time.Time) step {
	no := lobby.Refuse(lobby.ReasonTooOften)
	no.Wait = s.budget.Wait(now)
	s.debt++
	if s.phase != inside || s.debt > maxDebt {
		s.phase = over
	}
	return step{say: wirelobby.NewsToWire(c.GetId(), no), end: s.phase == over}
}

// errCall refuses an unknown call, or one that is not allowed now.
var errCall = &lobby.Refusal{Text: "The club does not know this call, or not at this moment."}

// refuse ends the session with a refusal.
func (s *session) refuse(c *wire.ClubCall, no *lobby.Refusal) step {
	s.phase = over
	return step{say: wirelobby.NewsToWire(c.GetId(), no), end: true}
}

// greet handles the hello.
func (s *session) greet(c *wire.ClubCall, random io.Reader) step {
	h := c.GetHello()
	if h.GetMinVersion() > wirelobby.Version || h.GetMaxVersion() < wirelobby.Version {
		return s.refuse(c, lobby.Refuse(lobby.ReasonVersion))
	}
	s.hello = h
	if !s.key.IsZero() {
		s.phase = entering
		return step{do: c}
	}
	s.nonce = make([]byte, wirelobby.NonceSize)
	if _, err := io.ReadFull(random, s.nonce); err != nil {
		return s.refuse(c, lobby.Refuse(lobby.ReasonTrouble))
	}
	s.phase = proving
	return step{say: &wire.ClubNews{
		Id: c.GetId(), Body: &wire.ClubNews_Challenge{Challenge: &wire.ClubChallenge{Nonce: s.nonce}},
	}}
}

// proved handles the answer to a challenge.
func (s *session) proved(c *wire.ClubCall) step {
	key, err := keys.Verify(s.hello.GetKey(), wirelobby.Signed(s.nonce, s.club), c.GetProof().GetSignature())
	if err != nil {
		return s.refuse(c, lobby.Refuse(lobby.ReasonKey))
	}
	s.key, s.phase, s.nonce = key, entering, nil
	return step{do: &wire.ClubCall{Id: c.GetId(), Body: &wire.ClubCall_Hello{Hello: s.hello}}}
}

// entered is called once the club has let the member in.
func (s *session) entered() { s.phase, s.hello = inside, nil }

// deadline returns when the connection ends unless a frame comes.
func (s *session) deadline() time.Time {
	if s.phase == inside {
		return s.heard.Add(wirelobby.LostAfter)
	}
	return s.began.Add(wirelobby.HelloWait)
}
