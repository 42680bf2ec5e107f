package netplay

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// FuzzHostStep and FuzzGuestStep feed any input to a session in its first game, and check the
// invariants after every frame. The input is a sequence of payloads, each after two bytes of
// length.
func FuzzHostStep(f *testing.F) { fuzzStep(f, match.Host) }

// FuzzGuestStep is the same for a guest.
func FuzzGuestStep(f *testing.F) { fuzzStep(f, match.Guest) }

func fuzzStep(f *testing.F, self match.Party) {
	for start := range uint8(7) {
		f.Add(start, seedFrames(f, self))
		for _, m := range everyMessage() {
			m.Seq = 1
			f.Add(start, appendPayload(nil, m))
		}
	}
	f.Fuzz(func(t *testing.T, start uint8, in []byte) {
		p := startedPair(t, start%7)
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
				s.played(p.now)
				_ = s.Rematch()
				_ = s.AskTakeback(s.series.Match().Plies() - 1)
				_ = s.AnswerTakeback(n%2 == 0)
				checkSession(t, s, snapshot(s), p.collect(self))
			}
		}
	})
}

// startedPair returns two ends in one of seven states of a session.
func startedPair(t testing.TB, start uint8) *pair {
	switch start {
	case 4: // the host waits for the rest of a coin toss
		p := newPair(t, kalah, match.FirstToss)
		p.deliver(match.Guest)
		p.deliver(match.Host)
		p.deliver(match.Guest)
		return p
	case 5: // the guest reads the rules
		bowls, _ := rules.Preset("bowls")
		p := newPair(t, bowls, match.FirstToss)
		p.deliverAll()
		return p
	}
	p := newPair(t, kalah, match.FirstHost)
	switch start {
	case 0:
		return p
	case 6: // the host's person is asked about the guest
		p.room.desk.Policy.Ask = match.AskAll
	}
	p.deliverAll()
	if start == 2 || start == 3 { // in the middle of a resume: either end waits for the other's state
		p.cut()
		p.connect()
	}
	if start == 3 {
		p.deliver(match.Guest)
	}
	return p
}

// seedFrames returns the frames that the peer of self sends in a short game.
func seedFrames(t testing.TB, self match.Party) []byte {
	p := newPair(t, kalah, match.First(1+self.Other()))
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

// state is the state that a frame from the peer can change.
type state struct {
	phase  phase
	got    uint64
	number int
	plies  int
	era    int
	ending match.Ending
}

func snapshot(s *Session) state {
	st := state{phase: s.phase, got: s.got}
	if s.series != nil {
		st.number, st.plies, st.era = s.series.Number(), s.series.Match().Plies(), s.series.era
		st.ending = s.series.Match().Result().Ending
	}
	return st
}

// checkSession checks the invariants that hold after any frame of the peer.
func checkSession(t *testing.T, s *Session, before state, out Output) {
	t.Helper()
	after := snapshot(s)
	if after.ending == match.TimedOut && before.ending != match.TimedOut && after.number == before.number {
		before.ending, before.plies = match.Running, min(before.plies, after.plies) // some plies came too late
	}
	switch {
	case after.phase < before.phase, after.got < before.got, after.number < before.number,
		after.number == before.number && after.plies < before.plies && after.era == before.era:
		t.Fatalf("the session went back from %+v to %+v", before, after)
	case before.phase == ended && (len(out.Events) > 0 || len(out.Write) > 0):
		t.Fatalf("an ended session still does something: %+v", out)
	case after.number == before.number && before.ending != match.Running && before.number > 0 && after.plies != before.plies:
		t.Fatal("a game that had ended went on")
	case out.Done != (after.phase == ended), (s.Cause() != nil) != (after.phase == ended):
		t.Fatalf("the session is in phase %d, done %v, because of %v", after.phase, out.Done, s.Cause())
	case s.series != nil && after.phase == ended && after.ending == match.Running && !s.series.paused && !s.series.kept:
		t.Fatal("the session has ended, and its game runs on and is not kept")
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

// hashOf computes the hash of the current game again.
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

// FuzzState reads any bytes as the state of a series, and merges it with this end's.
func FuzzState(f *testing.F) {
	sim := simulate(f, 3, nil)
	for _, series := range sim.series {
		for _, v := range []rules.Variant{series.Variant(), kalah} {
			b, err := proto.Marshal(stateToWire(v, series.account()))
			if err != nil {
				f.Fatal(err)
			}
			f.Add(b, []byte{}, []byte{3, 4, 1})
		}
	}
	for _, m := range everyMessage() {
		if state := m.GetResumed().GetState(); state != nil {
			b, _ := proto.Marshal(state)
			f.Add(b, b, []byte{1})
		}
	}
	f.Fuzz(func(t *testing.T, host, guest, plies []byte) {
		accounts := [2]account{playedAccount(t, plies), playedAccount(t, plies)}
		for i, in := range [][]byte{host, guest} {
			state := new(wire.SeriesState)
			if len(in) == 0 || proto.Unmarshal(in, state) != nil {
				continue
			}
			a, err := stateFromWire(kalah, state)
			if err != nil {
				continue
			}
			if again, err := stateFromWire(kalah, stateToWire(kalah, a)); err != nil || !reflect.DeepEqual(a, again) {
				t.Fatalf("%+v came back as %+v, %v", a, again, err)
			}
			accounts[i] = a
		}
		checkMerge(t, accounts)
	})
}

// playedAccount returns the account of a game with as many of these plies as are legal.
func playedAccount(t testing.TB, plies []byte) account {
	series, err := newSeries(match.Host, make([]byte, idSize), "Peer", kalah, match.Host)
	if err != nil {
		t.Fatal(err)
	}
	series.begin()
	for _, b := range plies {
		if ply, err := series.try(series.Match().Position().ToMove(), rules.House(b%7)); err == nil {
			_ = series.take(ply)
		}
	}
	return series.account()
}

// checkMerge checks the properties of every merge: it treats both parties alike, its settlement can
// be played, and settling twice changes nothing.
func checkMerge(t testing.TB, accounts [2]account) {
	t.Helper()
	got, err := merge(kalah, accounts)
	again, errAgain := merge(kalah, accounts)
	if (err == nil) != (errAgain == nil) || !reflect.DeepEqual(got, again) {
		t.Fatalf("merging twice gave %+v, %v and %+v, %v", got, err, again, errAgain)
	}
	if accounts[0].timedOut() || accounts[1].timedOut() {
		checkLate(t, accounts, got, err)
		return
	}
	mirror, errMirror := merge(kalah, [2]account{mirrored(accounts[1]), mirrored(accounts[0])})
	if (err == nil) != (errMirror == nil) {
		t.Fatalf("with host and guest exchanged the merge gives %v instead of %v", errMirror, err)
	}
	if err != nil {
		return
	}
	if mirror.number != got.number || mirror.starter != got.starter.Other() || !slices.Equal(mirror.game.plies, got.game.plies) {
		t.Fatalf("with host and guest exchanged the merge gives %+v instead of %+v", mirror, got)
	}
	if _, err := (rules.Game{Variant: kalah, Plies: got.game.plies}).Replay(); err != nil {
		t.Fatalf("the merged game cannot be played: %v", err)
	}
}

// timedOut reports whether a game of the account was lost on time.
func (a *account) timedOut() bool { return a.game.late.is || a.previous != nil && a.previous.late.is }

// checkLate checks a settlement of accounts of which one has lost a game on time: only the host
// says who has, and its game stands then.
func checkLate(t testing.TB, accounts [2]account, got settlement, err error) {
	t.Helper()
	host := accounts[match.Host]
	if err != nil || got.number != host.number || accounts[match.Guest].number != host.number {
		return
	}
	if got.game.late.is && got.game.late != host.game.late {
		t.Fatalf("the host, %+v, has lost on time in %+v", host, got)
	}
	if got.game.late.is && !slices.Equal(got.game.plies, host.game.plies) && !accounts[match.Guest].restored {
		t.Fatalf("the plies of the host, %+v, have become %+v", host, got)
	}
}

// mirrored returns an account with the parties exchanged.
func mirrored(a account) account {
	a.starter = a.starter.Other()
	a.game.resigned[0], a.game.resigned[1] = a.game.resigned[1], a.game.resigned[0]
	if a.previous != nil {
		p := *a.previous
		p.resigned[0], p.resigned[1] = p.resigned[1], p.resigned[0]
		a.previous = &p
	}
	return a
}

// FuzzBookmark reads any bytes as a bookmark from the disk.
func FuzzBookmark(f *testing.F) {
	sim := simulate(f, 3, nil)
	for p := range sim.disk {
		b := sim.disk[p][len(sim.disk[p])-1]
		f.Add(b.State, uint8(b.Self))
	}
	f.Fuzz(func(t *testing.T, state []byte, self uint8) {
		variant := sim.series[0].Variant()
		s, err := restoreSeries(match.Bookmark{State: state, Self: match.Party(self & 1), Game: rules.Game{Variant: variant}})
		if err != nil {
			return
		}
		if *s.hash() != hashOf(s) {
			t.Fatal("the hash is not that of the plies")
		}
		s.reopen("")
		again, err := restoreSeries(s.bookmark(""))
		if err != nil || !bytes.Equal(again.bookmark("").State, s.bookmark("").State) {
			t.Fatalf("what was restored cannot be restored again: %v", err)
		}
		_, _ = merge(variant, [2]account{s.account(), s.account()}) // it must not panic
		s.finish(goodbye{local: true})
	})
}
