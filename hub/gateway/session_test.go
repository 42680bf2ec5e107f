package gateway

import (
	"bytes"
	"crypto/rand"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"

	"mancala/match/lobby"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
)

var epoch = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func identity(t testing.TB) *keys.Identity {
	t.Helper()
	return need.Must(keys.NewIdentity(rand.Reader))(t)
}

func hello(id *keys.Identity) *wire.ClubCall {
	h := &wire.ClubHello{MinVersion: 1, MaxVersion: 1, Name: "Ada"}
	if id != nil {
		h.Key = id.Public()
	}
	return &wire.ClubCall{Id: 1, Body: &wire.ClubCall_Hello{Hello: h}}
}

func proof(id *keys.Identity, nonce []byte, club keys.Fingerprint) *wire.ClubCall {
	signature := id.Sign(wirelobby.Signed(nonce, club))
	return &wire.ClubCall{Id: 2, Body: &wire.ClubCall_Proof{Proof: &wire.ClubProof{Signature: signature}}}
}

var ping = &wire.ClubCall{Id: 3, Body: &wire.ClubCall_Ping{Ping: &wire.ClubPing{}}}

func TestCertificate(t *testing.T) {
	key := keys.Fingerprint{1}
	s := newSession(keys.Fingerprint{2}, key, epoch)
	if got := s.take(hello(nil), rand.Reader, epoch); got.do.GetHello() == nil || got.say != nil || got.end || s.key != key {
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
		nonce := got.say.GetChallenge().GetNonce()
		if len(nonce) != wirelobby.NonceSize || got.do != nil || got.end {
			t.Fatalf("%+v", got)
		}
		return s, nonce
	}
	s, nonce := challenged()
	if got := s.take(proof(ada, nonce, club), rand.Reader, epoch); got.do.GetHello().GetName() != "Ada" || s.key != ada.Fingerprint() {
		t.Errorf("a good proof: %+v", got)
	}
	_, other := challenged()
	for what, bad := range map[string]*wire.ClubCall{
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
		if !got.end || got.do != nil || lobby.Reason(got.say.GetRefusal().GetCode()) != lobby.ReasonKey {
			t.Errorf("%s: %+v", what, got)
		}
	}
	s = newSession(club, keys.Fingerprint{}, epoch)
	if got := s.take(hello(ada), bytes.NewReader(nil), epoch); !got.end {
		t.Errorf("without random bytes: %+v", got)
	}
}

func TestVersions(t *testing.T) {
	for what, versions := range map[string][2]uint32{"too old": {0, 0}, "too new": {2, 9}, "none": {1, 0}} {
		s := newSession(keys.Fingerprint{}, keys.Fingerprint{1}, epoch)
		h := &wire.ClubHello{MinVersion: versions[0], MaxVersion: versions[1]}
		got := s.take(&wire.ClubCall{Body: &wire.ClubCall_Hello{Hello: h}}, rand.Reader, epoch)
		if !got.end || lobby.Reason(got.say.GetRefusal().GetCode()) != lobby.ReasonVersion {
			t.Errorf("%s: %+v", what, got)
		}
	}
	s := newSession(keys.Fingerprint{}, keys.Fingerprint{1}, epoch)
	if got := s.take(ping, rand.Reader, epoch); !got.end || got.do != nil {
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
		if got := s.take(ping, rand.Reader, now); got.do == nil {
			t.Fatalf("%+v", got)
		}
	}
	now = now.Add(time.Minute)
	for range callBurst + maxDebt { // all at once
		got := s.take(ping, rand.Reader, now)
		switch {
		case got.do != nil:
			done++
		case got.end || lobby.Reason(got.say.GetRefusal().GetCode()) != lobby.ReasonTooOften || got.say.GetRefusal().GetSeconds() == 0:
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
	add := func(calls ...*wire.ClubCall) {
		var in []byte
		for _, c := range calls {
			b := need.Must(wire.Marshal(c))(f)
			in = append(append(in, byte(len(b))), b...)
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
		for len(in) > 0 {
			n := min(int(in[0]), len(in)-1)
			c := new(wire.ClubCall)
			if err := wire.Unmarshal(in[1:1+n], c); err == nil {
				now = now.Add(time.Duration(n) * time.Millisecond)
				got := s.take(c, rand.Reader, now)
				switch {
				case ended && got.do != nil:
					t.Fatal("something is done after the end")
				case got.do != nil && s.key.IsZero():
					t.Fatal("something is done for one without a key")
				case got.do.GetHello() != nil && s.phase != entering:
					t.Fatal("a member enters twice")
				case got.say == nil && got.do == nil && !got.end:
					t.Fatal("a call without an answer")
				}
				if ended = ended || got.end; s.phase == entering && !ended {
					s.entered()
				}
			}
			in = in[1+n:]
		}
	})
}
