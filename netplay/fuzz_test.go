package netplay

import (
	"encoding/binary"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"mancala/match"
	"mancala/rules"
)

// FuzzHostStep and FuzzGuestStep feed whatever there is to a session in its first game, and look at what must hold after
// every frame. The input is a row of payloads, each after two bytes of length.
func FuzzHostStep(f *testing.F) { fuzzStep(f, match.Host) }

// FuzzGuestStep is the same for a guest.
func FuzzGuestStep(f *testing.F) { fuzzStep(f, match.Guest) }

func fuzzStep(f *testing.F, self match.Party) {
	for _, started := range []bool{false, true} {
		f.Add(started, seedFrames(f, self))
		for _, m := range everyMessage() {
			m.Seq = 1
			f.Add(started, appendPayload(nil, m))
		}
	}
	f.Fuzz(func(t *testing.T, started bool, in []byte) {
		p := newPair(t, kalah, match.Host)
		if started {
			p.deliverAll()
		}
		s := p.session[self]
		for len(in) >= 2 {
			n := min(int(binary.BigEndian.Uint16(in)), len(in)-2)
			payload := in[2 : 2+n]
			in = in[2+n:]
			before := snapshot(s)
			p.now = p.now.Add(time.Duration(n) * time.Millisecond)
			s.Step(p.now, payload)
			out := p.collect(self)
			checkSession(t, s, before, out)
			if s.phase == playing {
				_ = s.Play(rules.House(n % 7))
				_ = s.Rematch()
				checkSession(t, s, snapshot(s), p.collect(self))
			}
		}
	})
}

// seedFrames returns what the peer of self sends in a short game.
func seedFrames(t testing.TB, self match.Party) []byte {
	p := newPair(t, kalah, self.Other())
	var in []byte
	for range 3 {
		for len(p.sent[0])+len(p.sent[1]) > 0 {
			for _, from := range [...]match.Party{match.Host, match.Guest} {
				for len(p.sent[from]) > 0 {
					if from != self {
						in = binary.BigEndian.AppendUint16(in, uint16(len(p.sent[from][0])))
						in = append(in, p.sent[from][0]...)
					}
					p.deliver(from)
				}
			}
		}
		_ = p.do(self.Other(), func(s *Session) error { return s.Play(3) })
		_ = p.do(self.Other(), func(s *Session) error { return s.Resign() })
	}
	return in
}

func appendPayload(in []byte, m proto.Message) []byte {
	b, _ := proto.Marshal(m)
	in = binary.BigEndian.AppendUint16(in, uint16(len(b)))
	return append(in, b...)
}

// state is what a frame from the peer can change.
type state struct {
	phase  phase
	got    uint64
	number int
	plies  int
	ending match.Ending
}

func snapshot(s *Session) state {
	st := state{phase: s.phase, got: s.got}
	if s.series != nil {
		st.number, st.plies = s.series.Number(), s.series.Match().Plies()
		st.ending = s.series.Match().Result().Ending
	}
	return st
}

// checkSession looks at what must hold whatever the peer sends.
func checkSession(t *testing.T, s *Session, before state, out Output) {
	t.Helper()
	after := snapshot(s)
	switch {
	case after.phase < before.phase, after.got < before.got, after.number < before.number:
		t.Fatalf("the session went back from %+v to %+v", before, after)
	case before.phase == ended && (len(out.Events) > 0 || len(out.Write) > 0):
		t.Fatalf("an ended session still does something: %+v", out)
	case after.number == before.number && before.ending != match.Running && before.number > 0 && after.plies != before.plies:
		t.Fatal("a game that had ended went on")
	case out.Done != (after.phase == ended), (s.Cause() != nil) != (after.phase == ended):
		t.Fatalf("the session is in phase %d, done %v, because of %v", after.phase, out.Done, s.Cause())
	case s.series != nil && after.phase == ended && after.ending == match.Running:
		t.Fatal("the session has ended, and its game runs on")
	}
	if s.series == nil {
		return
	}
	game := s.series.Match()
	replayed, err := rules.Replay(s.series.Variant(), game.Game().Plies...)
	if err != nil || replayed != game.Position() {
		t.Fatalf("the game is not the one that its plies make: %v", err)
	}
	if *s.series.hash() != hashOf(s.series) {
		t.Fatal("the hash is not that of the plies")
	}
}

// hashOf computes the hash of the current game anew.
func hashOf(s *Series) chainHash {
	h := startHash(s.Variant(), s.gameID())
	game := s.Match()
	for n := 1; n <= game.Plies(); n++ {
		before, sowing := game.Ply(n)
		after, _, _ := before.Sow(sowing.From)
		h = h.next(n, sowing.Mover, sowing.From, after)
	}
	return h
}
