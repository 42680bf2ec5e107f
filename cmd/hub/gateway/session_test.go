package gateway

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"testing"
	"time"

	"mancala/tools/need"

	"mancala/internal/match/lobby"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
)

var epoch = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func identity(t testing.TB) *keys.Identity {
	t.Helper()
	return need.Must(keys.NewIdentity(rand.Reader))(t)
}

func hello(id *keys.Identity) wirelobby.Message {
	h := wirelobby.Hello{MinVersion: 1, MaxVersion: wirelobby.Version, Name: "Ada"}
	if id != nil {
		h.Key = id.Public()
	}
	return wirelobby.Message{ID: 1, Body: h}
}

// named is the hello of a member with a name.
func named(name string) wirelobby.Message {
	return wirelobby.Message{ID: 1, Body: wirelobby.Hello{MinVersion: 1, MaxVersion: wirelobby.Version, Name: name}}
}

func proof(id *keys.Identity, nonce []byte, club keys.Fingerprint) wirelobby.Message {
	return wirelobby.Message{ID: 2, Body: wirelobby.Proof{Signature: id.Sign(wirelobby.Signed(nonce, club))}}
}

var ping = wirelobby.Message{ID: 3, Body: wirelobby.Ping{}}

// body returns the body of a message if it is of that type.
func body[T any](m wirelobby.Message) (v T) {
	v, _ = m.Body.(T)
	return v
}

// reason returns the reason if a message, on its way or come, is a refusal.
func reason(m wirelobby.Message) lobby.Reason {
	if no := body[*lobby.Refusal](m); no != nil {
		return no.Reason
	}
	return body[lobby.Refusal](m).Reason
}

func TestCertificate(t *testing.T) {
	key := keys.Fingerprint{1}
	s := newSession(keys.Fingerprint{2}, key, epoch)
	if got := s.take(hello(nil), rand.Reader, epoch); got.do.Body == nil || got.say.Body != nil || got.end || s.key != key {
		t.Errorf("%+v", got)
	}
	s.entered()
	if got := s.take(ping, rand.Reader, epoch); got.do != ping || got.end {
		t.Errorf("%+v", got)
	}
	if got := s.take(hello(nil), rand.Reader, epoch); !got.end {
		t.Errorf("a second hello: %+v", got)
	}
}

func TestChallenge(t *testing.T) {
	ada, eve := identity(t), identity(t)
	club := keys.Fingerprint{2}
	challenged := func() (*session, []byte) {
		s := newSession(club, keys.Fingerprint{}, epoch)
		got := s.take(hello(ada), rand.Reader, epoch)
		nonce := body[wirelobby.Challenge](got.say).Nonce
		if len(nonce) != wirelobby.NonceSize || got.do.Body != nil || got.end {
			t.Fatalf("%+v", got)
		}
		return s, nonce
	}
	s, nonce := challenged()
	if got := s.take(proof(ada, nonce, club), rand.Reader, epoch); body[wirelobby.Hello](got.do).Name != "Ada" || s.key != ada.Fingerprint() {
		t.Errorf("a good proof: %+v", got)
	}
	_, other := challenged()
	for what, bad := range map[string]wirelobby.Message{
		"another key":       proof(eve, nonce, club),
		"another club":      proof(ada, nonce, keys.Fingerprint{3}),
		"another challenge": proof(ada, other, club),
		"no proof":          ping,
		"hello again":       hello(ada),
	} {
		s, nonce2 := challenged()
		if what == "another key" {
			bad = proof(eve, nonce2, club)
		} else if what == "another club" {
			bad = proof(ada, nonce2, keys.Fingerprint{3})
		}
		got := s.take(bad, rand.Reader, epoch)
		if !got.end || got.do.Body != nil || reason(got.say) != lobby.ReasonKey {
			t.Errorf("%s: %+v", what, got)
		}
	}
	s = newSession(club, keys.Fingerprint{}, epoch)
	if got := s.take(hello(ada), bytes.NewReader(nil), epoch); !got.end {
		t.Errorf("without random bytes: %+v", got)
	}
}

func TestVersions(t *testing.T) {
	for what, versions := range map[string][2]int{"too old": {0, 1}, "too new": {3, 9}, "none": {3, 0}} {
		s := newSession(keys.Fingerprint{}, keys.Fingerprint{1}, epoch)
		h := wirelobby.Hello{MinVersion: versions[0], MaxVersion: versions[1]}
		got := s.take(wirelobby.Message{Body: h}, rand.Reader, epoch)
		if !got.end || reason(got.say) != lobby.ReasonVersion {
			t.Errorf("%s: %+v", what, got)
		}
	}
	s := newSession(keys.Fingerprint{}, keys.Fingerprint{1}, epoch)
	if got := s.take(ping, rand.Reader, epoch); !got.end || got.do.Body != nil {
		t.Errorf("a ping before the hello: %+v", got)
	}
}

func TestCallsAreLimited(t *testing.T) {
	inside := func() *session {
		s := newSession(keys.Fingerprint{}, keys.Fingerprint{1}, epoch)
		s.take(hello(nil), rand.Reader, epoch)
		s.entered()
		return s
	}
	s, now, done := inside(), epoch, 0
	for range 1000 { // five a second for long
		now = now.Add(time.Second / callRate)
		if got := s.take(ping, rand.Reader, now); got.do.Body == nil {
			t.Fatalf("%+v", got)
		}
	}
	now = now.Add(time.Minute)
	for range callBurst + maxDebt { // all at once
		got := s.take(ping, rand.Reader, now)
		switch {
		case got.do.Body != nil:
			done++
		case got.end || reason(got.say) != lobby.ReasonTooOften || body[*lobby.Refusal](got.say).Wait <= 0:
			t.Fatalf("%+v", got)
		}
	}
	if done != callBurst {
		t.Errorf("%d calls at once", done)
	}
	if got := s.take(ping, rand.Reader, now); !got.end {
		t.Errorf("one who does not heed refusals: %+v", got)
	}
}

// FuzzSession feeds calls to a session in each phase: only a hello with a proved key admits a
// member, and nothing happens after the end.
func FuzzSession(f *testing.F) {
	id := identity(f)
	add := func(calls ...wirelobby.Message) {
		var in []byte
		for _, c := range calls {
			in = need.Must(wirelobby.AppendCall(in, c))(f)
		}
		f.Add(true, in)
		f.Add(false, in)
	}
	add(hello(id), proof(id, make([]byte, wirelobby.NonceSize), keys.Fingerprint{}), ping)
	add(hello(nil), ping, ping)
	add(ping)
	f.Fuzz(func(t *testing.T, certified bool, in []byte) {
		var key keys.Fingerprint
		if certified {
			key = keys.Fingerprint{1}
		}
		s, ended, now := newSession(keys.Fingerprint{}, key, epoch), false, epoch
		for r := bufio.NewReader(bytes.NewReader(in)); ; {
			c, err := wirelobby.ReadCall(r)
			if err != nil {
				return
			}
			now = now.Add(time.Duration(c.ID%1000) * time.Millisecond)
			got := s.take(c, rand.Reader, now)
			_, hello := got.do.Body.(wirelobby.Hello)
			switch {
			case ended && got.do.Body != nil:
				t.Fatal("something is done after the end")
			case got.do.Body != nil && s.key.IsZero():
				t.Fatal("something is done for one without a key")
			case hello && s.phase != entering:
				t.Fatal("a member enters twice")
			case got.say.Body == nil && got.do.Body == nil && !got.end:
				t.Fatal("a call without an answer")
			}
			if ended = ended || got.end; s.phase == entering && !ended {
				s.entered()
			}
		}
	})
}
