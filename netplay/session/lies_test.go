package session

import (
	"errors"
	"slices"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"

	"mancala/internal/match"
	"mancala/internal/table"
)

// frame returns the payload of a frame.
func frame(t *testing.T, f *wire.Frame) []byte {
	t.Helper()
	b := need.Must(appendFrame(nil, f))(t)
	return split(b)[0]
}

// wishOf and eventOf return the messages of a wish and of an event.
func wishOf(w *table.Wish) *wire.Wish {
	m := &wire.Wish{}
	fillWish(m, w)
	return m
}

func eventOf(e *table.Event, tag *table.Tag) *wire.Event {
	m := &wire.Event{Wish: &wire.Wish{}}
	fillEvent(m, e, tag)
	return m
}

func eventFrame(t *testing.T, e table.Event, tag table.Tag) []byte {
	return frame(t, &wire.Frame{Body: &wire.Frame_Event{Event: eventOf(&e, &tag)}})
}

func wishFrame(t *testing.T, w table.Wish) []byte {
	return frame(t, &wire.Frame{Body: &wire.Frame_Wish{Wish: wishOf(&w)}})
}

// sent parses a frame that is on its way.
func sent(t *testing.T, p []byte) *wire.Frame {
	t.Helper()
	f := new(wire.Frame)
	need.NoError(t, parseFrame(p, 64<<10, f))
	return f
}

// hostPly plays for the host's person, and returns the event on its way to the guest.
func (g *plug) hostPly(house uint32) table.Event {
	g.w.t.Helper()
	g.must(g.host(table.KindPly, house, ""))
	e, _, err := eventFromWire(sent(g.w.t, g.down[0]).GetEvent())
	g.must(err)
	g.down = nil
	return e
}

// TestLyingOwner changes an owner's frames on their way. The guest names the lie, ends the game,
// and keeps the frame as evidence; the owner learns of it, and drops the series.
func TestLyingOwner(t *testing.T) {
	for _, c := range []struct {
		name string
		want table.Accusation
		lie  func(e *table.Event)
	}{
		{"another house", table.Illegal, func(e *table.Event) { e.Arg = 9 }},
		{"another position", table.Desync, func(e *table.Event) { e.Hash[0]++ }},
		{"a ply of the guest's", table.Forged, func(e *table.Event) { e.By = table.B }},
		{"a resignation of the guest's", table.Forged, func(e *table.Event) {
			e.By, e.Kind, e.Arg, e.ID = table.B, table.KindResign, 0, 1
		}},
		{"a number left out", table.Missing, func(e *table.Event) { e.N++ }},
		{"a number twice", table.Missing, func(e *table.Event) { e.N-- }},
		{"a beginning in the middle", table.Toss, func(e *table.Event) {
			*e = table.Event{N: e.N, Wish: table.Wish{Kind: table.KindBegin, Arg: uint32(table.B)}}
		}},
		{"an end by a host who plays", table.NotClub, func(e *table.Event) { *e = table.Event{N: e.N, Wish: table.Wish{Kind: table.KindEnd}} }},
		{"a time-out by a host who plays", table.NotClub, func(e *table.Event) {
			*e = table.Event{N: e.N, Wish: table.Wish{Kind: table.KindTimeOut, Arg: 2}}
		}},
		{"a wish counted twice", table.Replay, func(e *table.Event) { e.ID = 0 }},
		{"times without clocks", table.WrongTime, func(e *table.Event) { e.Left[0] = 1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := seated(t, 3, 2, match.FirstHost)
			e := g.hostPly(1)
			c.lie(&e)
			lie := eventFrame(t, e, table.Tag{1})
			g.down = [][]byte{lie}
			g.settle()
			end := g.ending()
			if end.Fate != Desynced || end.Lie == nil || end.Lie.What != c.want || string(end.Frame) != string(lie) {
				t.Errorf("the guest has %+v, want %v", end, c.want)
			}
			if g.w.server.Current() != nil || len(g.w.stored) > 0 {
				t.Error("the owner goes on")
			}
			if last := g.w.heard[len(g.w.heard)-1].Notice.(Ended); last.Fate != Desynced || last.Lie.What != c.want {
				t.Errorf("the owner's program hears %+v", last)
			}
		})
	}
}

// TestLyingOwnerAfterCut has an owner lie to a returning guest.
func TestLyingOwnerAfterCut(t *testing.T) {
	following := func(n uint32, h table.Chain) *wire.Frame {
		return &wire.Frame{Body: &wire.Frame_Following{Following: &wire.Following{Protocol: Version, N: n, H: h[:]}}}
	}
	for _, c := range []struct {
		name string
		lie  func(f *Followed) *wire.Frame
		fate Fate
		what table.Accusation
		err  error
	}{
		{"another history", func(f *Followed) *wire.Frame { return following(3, table.Chain{1}) }, Desynced, table.History, nil},
		{"another history of the past", func(f *Followed) *wire.Frame { return following(1, table.Chain{1}) }, Desynced, table.History, nil},
		{"more than a log has", func(f *Followed) *wire.Frame {
			_, h := f.f.Position()
			return following(9999, h)
		}, Kept, 0, table.ErrProtocol},
		{"a snapshot", func(f *Followed) *wire.Frame {
			snap := f.f.State().Snapshot()
			return &wire.Frame{Body: &wire.Frame_Snapshot{Snapshot: &wire.Snapshot{Protocol: Version, Series: snap.Append(nil)}}}
		}, Kept, 0, ErrUnexpected},
		{"an event before the answer", func(f *Followed) *wire.Frame {
			return &wire.Frame{Body: &wire.Frame_Event{Event: &wire.Event{N: 3}}}
		}, Kept, 0, ErrUnexpected},
		{"no such series", func(f *Followed) *wire.Frame {
			return &wire.Frame{Body: &wire.Frame_Reject{Reject: &wire.Reject{Code: wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES}}}
		}, GivenUp, 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := seated(t, 3, 2, match.FirstHost)
			g.must(g.host(table.KindPly, 1, ""))
			g.settle()
			g.cut()
			g = g.w.guest(g.player().Series())
			g.down = [][]byte{frame(t, c.lie(g.player().Series()))}
			g.read()
			end := g.ending()
			if end.Fate != c.fate || c.what != 0 && (end.Lie == nil || end.Lie.What != c.what) || c.err != nil && !errors.Is(end.Err, c.err) {
				t.Errorf("the guest has %+v", end)
			}
		})
	}
}

// TestPromisedEvents has an owner promise a returning guest two events, and send them late or not
// at all: the guest waits ten seconds for each, and takes the connection for lost.
func TestPromisedEvents(t *testing.T) {
	for kept := range 3 {
		g := seated(t, 3, 2, match.FirstHost)
		g.settle()
		for _, house := range []uint32{2, 1} {
			g.must(g.host(table.KindPly, house, ""))
		}
		g.cut()
		g = g.w.guest(g.player().Series())
		g.hear()
		promised := slices.Clone(g.down[1:])
		g.down = g.down[:1]
		g.read()
		for i := range kept {
			g.pass(9 * time.Second)
			g.client.Step(g.w.now, promised[i])
		}
		for range 6 {
			g.pass(2 * time.Second)
			g.client.Step(g.w.now, frame(t, &wire.Frame{Body: &wire.Frame_Ping{Ping: &wire.Ping{}}}))
		}
		end := g.ending()
		if waits := kept == len(promised); waits == g.client.Ended() || !waits && (end.Fate != Cut || !errors.Is(end.Err, ErrTime)) {
			t.Errorf("%d of %d promised events came: the guest has %+v", kept, len(promised), end)
		}
	}
}

// TestUnfair has an owner refuse a legal ply.
func TestUnfair(t *testing.T) {
	g := seated(t, 3, 2, match.FirstGuest)
	g.must(g.wish(table.KindPly, 1, ""))
	g.down = [][]byte{frame(t, &wire.Frame{Body: &wire.Frame_Refused{Refused: &wire.Refused{Id: 1, Code: 2, N: 1}}})}
	g.read()
	if end := g.ending(); end.Fate != Desynced || end.Lie.What != table.Unfair {
		t.Errorf("the guest has %+v", end)
	}
}

// TestFalseToss has either end change its part of the toss.
func TestFalseToss(t *testing.T) {
	lie := (*table.Lie)(nil)
	w := newWired(t, kalah(3, 2), match.FirstToss)
	g := w.guest(nil)
	g.hear()
	g.read()
	g.hear()
	f := sent(t, g.down[0])
	f.GetSeated().Nonce[0]++
	g.down[0] = frame(t, f)
	g.settle()
	if end := g.ending(); !errors.Is(end.Err, ErrToss) || w.server.Current() != nil {
		t.Errorf("the guest has %+v", end)
	}

	w = newWired(t, kalah(3, 2), match.FirstToss)
	g = w.guest(nil)
	g.hear()
	g.read()
	g.hear()
	g.read()
	f = sent(t, g.up[0])
	f.GetToss().Nonce[0]++
	g.up[0] = frame(t, f)
	g.settle()
	if last := w.heard[len(w.heard)-1].Notice.(Ended); !errors.Is(last.Err, ErrToss) || last.Fate != None || w.server.Current() != nil {
		t.Errorf("the host hears %+v", last)
	}

	w = newWired(t, kalah(3, 2), match.FirstToss)
	g = w.guest(nil)
	g.hear()
	bound := sent(t, g.down[0]).GetOffer().GetCommitment()
	g.read()
	f = sent(t, g.up[0])
	f.GetAccept().Commitment = bound
	g.up[0] = frame(t, f)
	g.hear()
	if last := w.heard[len(w.heard)-1].Notice.(Ended); !errors.Is(last.Err, ErrToss) || w.server.Current() != nil {
		t.Errorf("a copied commitment: the host hears %+v", last)
	}

	w = newWired(t, kalah(3, 2), match.FirstToss)
	g = w.guest(nil)
	for range 2 {
		g.hear()
		g.read()
	}
	g.hear()
	f = sent(t, g.down[0])
	f.GetEvent().Wish.Arg ^= 3 // the other seat begins
	g.down[0] = frame(t, f)
	g.read()
	if end := g.ending(); !errors.As(end.Err, &lie) || lie.What != table.Toss {
		t.Errorf("another starter: the guest has %+v", end)
	}
}
