package gateway

import (
	"io"
	"time"

	"mancala/internal/match/lobby"
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
	hello  wirelobby.Hello
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
	// say is sent at once; without a body it is nothing.
	say wirelobby.Message
	// do is a call to run, if it has a body. In the phase entering it is the hello.
	do wirelobby.Message
	// end says that the connection ends once everything has been said.
	end bool
}

// take handles a call. Its random bytes are for a challenge.
func (s *session) take(c wirelobby.Message, random io.Reader, now time.Time) step {
	s.heard = now
	if !s.budget.Spend(now) {
		return s.tooOften(c, now)
	}
	s.debt = 0
	switch s.phase {
	case greeting:
		return s.greet(c, random)
	case proving:
		return s.proved(c)
	case inside:
		switch c.Body.(type) {
		case wirelobby.Hello, wirelobby.Proof:
			return s.refuse(c, errCall)
		case nil: // of a later version
			return step{say: wirelobby.Message{ID: c.ID, Body: errCall}}
		}
		return step{do: c}
	}
	return step{end: true}
}

// tooOften refuses a call over the limit, and ends the session if they do not stop.
func (s *session) tooOften(c wirelobby.Message, now time.Time) step {
	no := lobby.Refuse(lobby.ReasonTooOften)
	no.Wait = s.budget.Wait(now)
	s.debt++
	if s.phase != inside || s.debt > maxDebt {
		s.phase = over
	}
	return step{say: wirelobby.Message{ID: c.ID, Body: no}, end: s.phase == over}
}

// errCall refuses an unknown call, or one that is not allowed now.
var errCall = &lobby.Refusal{Text: "The club does not know this call, or not at this moment."}

// refuse ends the session with a refusal.
func (s *session) refuse(c wirelobby.Message, no *lobby.Refusal) step {
	s.phase = over
	return step{say: wirelobby.Message{ID: c.ID, Body: no}, end: true}
}

// greet handles the first call, which has to be the hello.
func (s *session) greet(c wirelobby.Message, random io.Reader) step {
	h, first := c.Body.(wirelobby.Hello)
	if !first {
		return s.refuse(c, errCall)
	}
	if h.MinVersion > wirelobby.Version || h.MaxVersion < wirelobby.Version {
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
	return step{say: wirelobby.Message{ID: c.ID, Body: wirelobby.Challenge{Nonce: s.nonce}}}
}

// proved handles the answer to a challenge.
func (s *session) proved(c wirelobby.Message) step {
	proof, _ := c.Body.(wirelobby.Proof)
	key, err := keys.Verify(s.hello.Key, wirelobby.Signed(s.nonce, s.club), proof.Signature)
	if err != nil {
		return s.refuse(c, lobby.Refuse(lobby.ReasonKey))
	}
	s.key, s.phase, s.nonce = key, entering, nil
	return step{do: wirelobby.Message{ID: c.ID, Body: s.hello}}
}

// entered is called once the club has let the member in.
func (s *session) entered() { s.phase, s.hello = inside, wirelobby.Hello{} }

// deadline returns when the connection ends unless a frame comes.
func (s *session) deadline() time.Time {
	if s.phase == inside {
		return s.heard.Add(wirelobby.LostAfter)
	}
	return s.began.Add(wirelobby.HelloWait)
}
