package netplay

import (
	"encoding/binary"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/rules"
)

// watchedFrame returns a host's first frame to a watcher: a game after some plies.
func watchedFrame(seq uint64, plies ...rules.House) *wire.Frame {
	seen := shown{
		names: [2]string{"Hilda", "Gus"}, variant: kalah, state: wire.WatchState_WATCH_STATE_PLAYING,
		series: [idSize]byte{1, 2, 3}, number: 2, before: match.Tally{Wins: [2]int{1, 0}},
	}
	w := seen.toWire(plies)
	w.Protocol, w.Count = maxProtocol, 1
	return &wire.Frame{Seq: seq, Ack: 1, Body: &wire.Frame_Watched{Watched: w}}
}

// watchedMove returns the n-th ply of that game.
func watchedMove(t testing.TB, seq uint64, plies ...rules.House) *wire.Frame {
	games, err := match.ResumeSeries(rules.Game{Variant: kalah, Plies: plies}, match.Host, 2, match.Tally{})
	if err != nil {
		t.Fatal(err)
	}
	id := [idSize]byte{1, 2, 3}
	s := &Series{Series: games, id: id[:]}
	s.rehash()
	return &wire.Frame{Seq: seq, Body: &wire.Frame_Move{Move: &wire.Move{
		Game: 2, Ply: uint32(len(plies)), House: uint32(plies[len(plies)-1]), Hash: s.hash()[:hashSize],
	}}}
}

// FuzzWatcherStep feeds any input to a watcher, and checks the invariants after every frame. The
// input is as for FuzzGuestStep.
func FuzzWatcherStep(f *testing.F) {
	row := appendPayload(nil, watchedFrame(1, 3))
	row = appendPayload(row, watchedMove(f, 2, 3, 6))
	row = appendPayload(row, watchedFrame(3, 3))
	row = appendPayload(row, &wire.Frame{Seq: 4, Body: &wire.Frame_Watchers{Watchers: &wire.Watchers{Count: 7}}})
	f.Add(row)
	for _, state := range []wire.WatchState{0, 1, 3, 4, 5, 6} {
		next := watchedFrame(5, 3, 6)
		next.GetWatched().State = state
		f.Add(appendPayload(row, next))
	}
	for _, m := range everyMessage() {
		m.Seq = 2
		f.Add(appendPayload(appendPayload(nil, watchedFrame(1)), m))
		m.Seq = 1
		f.Add(appendPayload(nil, m))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		s, err := NewSession(SessionConfig{Self: match.Guest, Rand: new(counter), watcher: &watcher{}}, epoch)
		if err != nil {
			t.Fatal(err)
		}
		s.Drain()
		link := &matchtest.Link{}
		table := match.NewWatchTable(link)
		now := epoch
		for len(in) >= 2 {
			n := min(int(binary.BigEndian.Uint16(in)), len(in)-2)
			payload := in[2 : 2+n]
			in = in[2+n:]
			before := snapshot(s)
			now = now.Add(time.Duration(n) * time.Millisecond)
			s.Step(now, payload)
			out := s.Drain()
			checkSession(t, s, before, out)
			link.Push(out.Events...)
			table.Poll()
			checkWatcher(t, s, table)
		}
	})
}

// checkWatcher checks the invariants of a watcher that hold after any frame of the host.
func checkWatcher(t *testing.T, s *Session, table *match.Table) {
	t.Helper()
	series := s.watcher.series
	switch {
	case table.Stage() == match.StageFailed && s.watcher.known:
		t.Fatalf("the table cannot follow: %v", table.Note())
	case series == nil || s.phase == ended:
		return
	case *series.hash() != hashOf(series):
		t.Fatal("the hash is not that of the plies")
	case table.Match() == nil || table.Match().Position() != series.Match().Position() || table.Match().Result() != series.Match().Result():
		t.Fatalf("the table shows another game than the session has: %+v, %+v", table.Match(), series.Match())
	}
	for _, p := range [...]match.Party{match.Host, match.Guest} {
		if name := table.Name(p); match.CleanName(name) != name || name == "" {
			t.Fatalf("a player is called %q", name)
		}
	}
}

// FuzzShowingStep feeds any input to a host's end of a watcher's connection. The host's front end
// gets no event, and the only possible effect is the end of the connection.
func FuzzShowingStep(f *testing.F) {
	for _, m := range everyMessage() {
		m.Seq = 2
		f.Add(appendPayload(nil, m))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		s := showingSession(t)
		now := epoch
		for len(in) >= 2 {
			n := min(int(binary.BigEndian.Uint16(in)), len(in)-2)
			payload := in[2 : 2+n]
			in = in[2+n:]
			before := snapshot(s)
			now = now.Add(time.Duration(n) * time.Millisecond)
			s.Step(now, payload)
			out := s.Drain()
			checkSession(t, s, before, out)
			if len(out.Events) > 0 || s.phase != showing && s.phase != ended || s.series != nil {
				t.Fatalf("one who watches did something: phase %d, %v", s.phase, out.Events)
			}
		}
	})
}

// showingSession returns a host's end of a watcher's connection, before anything is shown.
func showingSession(t testing.TB) *Session {
	room := newRoom(match.Admission{Ask: match.AskNone})
	room.gallery = newGallery(time.Now, maxWatchers, func(int) {})
	s, err := NewSession(SessionConfig{Self: match.Host, Variant: kalah, Rand: new(counter), room: room}, epoch)
	if err != nil {
		t.Fatal(err)
	}
	b, err := proto.Marshal(helloToWatchFrame())
	if err != nil {
		t.Fatal(err)
	}
	if s.Step(epoch, b); s.phase != showing {
		t.Fatalf("after the Hello the session is in phase %d, %v", s.phase, s.Cause())
	}
	s.Drain()
	return s
}

func helloToWatchFrame() *wire.Frame {
	return &wire.Frame{Seq: 1, Body: &wire.Frame_Hello{Hello: &wire.Hello{
		MinProtocol: minProtocol, MaxProtocol: maxProtocol, Name: "Wim", Role: wire.Role_ROLE_WATCHER,
	}}}
}
