package session

import (
	"errors"
	"strings"
	"testing"
	"time"

	"mancala/netplay/limit"
	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
)

// TestLyingGuest sends an owner frames that no honest guest sends.
func TestLyingGuest(t *testing.T) {
	for _, c := range []struct {
		name string
		lie  func(g *plug) []byte
		err  error
	}{
		{"an event that was never sent is acknowledged", func(g *plug) []byte {
			return frame(t, &wire.Frame{Body: &wire.Frame_Ack{Ack: &wire.Ack{N: 77}}})
		}, errGarbled},
		{"a wish that has seen the future", func(g *plug) []byte { return wishFrame(t, table.Wish{Kind: table.KindSay, ID: 1, Seen: 77, Text: "x"}) }, errGarbled},
		{"an ID that jumps", func(g *plug) []byte {
			return wishFrame(t, table.Wish{Kind: table.KindSay, ID: 1000, Seen: 1, Text: "x"})
		}, table.ErrProtocol},
		{"a decision of the owner's", func(g *plug) []byte { return wishFrame(t, table.Wish{Kind: table.KindTimeOut, ID: 1, Seen: 1, Arg: 1}) }, table.ErrProtocol},
		{"an event", func(g *plug) []byte {
			return eventFrame(t, table.Event{N: 2, Wish: table.Wish{Kind: table.KindSay}}, table.Tag{1})
		}, ErrUnexpected},
		{"events that nobody has lost", func(g *plug) []byte {
			return frame(t, &wire.Frame{Body: &wire.Frame_HandBack{HandBack: &wire.HandBack{Tag: make([]byte, 16)}}})
		}, ErrUnexpected},
		{"a second Hello", func(g *plug) []byte {
			return frame(t, &wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{}}})
		}, ErrUnexpected},
		{"a text of 3,000 bytes", func(g *plug) []byte {
			return wishFrame(t, table.Wish{Kind: table.KindSay, ID: 1, Seen: 1, Text: string(make([]byte, 3000))})
		}, errGarbled},
		{"bytes", func(g *plug) []byte { return []byte("\xff\xff\xff") }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := seated(t, 3, 2, match.FirstGuest)
			g.conn.Step(g.w.now, c.lie(g))
			g.flush()
			last, ok := g.w.heard[len(g.w.heard)-1].Notice.(Ended)
			if !ok || !g.conn.Ended() || c.err != nil && !errors.Is(last.Err, c.err) {
				t.Errorf("the host hears %+v", last)
			}
			if g.w.server.Current() == nil || last.Fate != Kept || len(g.w.server.Current().t.State().Series.Match().Game().Plies) > 0 {
				t.Errorf("the series is not kept as it was: %+v", last)
			}
		})
	}
}

// TestRefusedWishes sends an owner wishes that are no lies, but have no effect.
func TestRefusedWishes(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	for i, c := range []struct {
		w    table.Wish
		want string
	}{
		{table.Wish{Kind: table.KindPly, Game: 1, Ply: 1, Arg: 1, Seen: 1}, "Refused1 not legal after 1"},
		{table.Wish{Kind: table.KindPly, Game: 7, Ply: 1, Arg: 1, Seen: 1}, "Refused2 late after 1"},
		{table.Wish{Kind: table.KindSay, Text: "a\u200bb", Seen: 1}, "Refused3 not clean after 1"},
		{table.Wish{Kind: table.KindGrant, Game: 1, Arg: 1, Seen: 1}, "Refused4 nothing asked after 1"},
		{table.Wish{Kind: table.KindWant, Game: 1, Arg: 2, Seen: 1}, "Refused5 running after 1"},
	} {
		c.w.ID = uint32(i + 1)
		g.conn.Step(g.w.now, wishFrame(t, c.w))
		g.flush()
		if got := name(g.down[len(g.down)-1]); got != c.want {
			t.Errorf("%+v: %s, want %s", c.w, got, c.want)
		}
	}
}

// TestForgedHandBack has a guest change the events that they hand back: nothing is adopted, and the
// series is kept.
func TestForgedHandBack(t *testing.T) {
	for _, c := range []struct {
		name string
		lie  func(b *wire.HandBack)
	}{
		{"another ply", func(b *wire.HandBack) { b.Events[0].Wish.Arg = 2 }},
		{"a line of talk put in", func(b *wire.HandBack) { b.Events[1].Wish = &wire.Wish{Id: 1, Kind: 11, Seen: 2, Text: []byte("x")} }},
		{"another tag", func(b *wire.HandBack) { b.Tag[0]++ }},
		{"one too few", func(b *wire.HandBack) { b.Events = b.Events[:1] }},
		{"one too many", func(b *wire.HandBack) { b.Events = append(b.Events, b.Events[0]) }},
		{"a stump of a tag", func(b *wire.HandBack) { b.Tag = b.Tag[:3] }},
		{"nothing", func(b *wire.HandBack) { b.Events, b.Tag = nil, nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := seated(t, 3, 2, match.FirstHost)
			old := g.w.server.Current().Record()
			old.Record = onDisk(t, old.Record)
			g.must(g.host(table.KindPly, 1, ""))
			g.settle()
			g.must(g.wish(table.KindPly, 1, ""))
			g.settle()
			g.cut()
			w, o := restarted(t, old)
			again := w.guest(g.player().Series())
			again.hear()
			again.read()
			f := sent(t, again.up[0])
			c.lie(f.GetHandBack())
			again.up = [][]byte{frame(t, f)}
			again.hear()
			if !again.conn.Ended() || w.server.Current() != o || o.Owner().State().N != 1 || o.Connected() {
				t.Errorf("the owner has event %d; %+v", o.Owner().State().N, w.heard)
			}
		})
	}
}

// TestSeatProof has someone try to follow without the key of the seat, or with another one's
// signature.
func TestSeatProof(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	s := g.player().Series()
	g.cut()
	for _, c := range []struct {
		name string
		lie  func(f *wire.Follow)
	}{
		{"another series", func(f *wire.Follow) { f.Series[0]++ }},
		{"another event", func(f *wire.Follow) { f.N++ }},
		{"another chain", func(f *wire.Follow) { f.H[0]++ }},
		{"another signature", func(f *wire.Follow) { f.Signature[0]++ }},
		{"another key", func(f *wire.Follow) {
			key := seatKey([32]byte{1})
			h := table.Chain(f.H)
			f.Key, f.Signature = key.Public(), key.Sign(bound.Signed([16]byte(f.Series), f.N, h))
		}},
		{"another key shown", func(f *wire.Follow) { f.Key[0]++ }},
		{"no key", func(f *wire.Follow) { f.Key, f.Signature = nil, nil }},
	} {
		again := g.w.guest(s)
		f := sent(t, again.up[0])
		c.lie(f.GetFollow())
		again.up[0] = frame(t, f)
		again.settle()
		if e := again.ending(); e.Reject != wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES {
			t.Errorf("%s: %+v", c.name, e)
		}
	}
	relayed := g.w.guest(s)
	relayed.conn = g.w.server.Accept(Binding{Exported: [32]byte{9}, Host: bound.Host}, limit.Address{}, g.w.now)
	relayed.settle()
	if e := relayed.ending(); e.Reject != wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES {
		t.Errorf("through another connection: %+v", e)
	}
	again := g.w.guest(s)
	again.settle()
	if !g.w.server.Current().Connected() {
		t.Errorf("the owner of the seat is turned away: %+v", again.ending())
	}
}

// TestTwoHistories has a copy of the guest's folder come back with another history: only the copy
// is turned away.
func TestTwoHistories(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	g.must(g.host(table.KindPly, 1, ""))
	g.settle()
	g.cut()
	again := g.w.guest(g.player().Series())
	f := sent(t, again.up[0]).GetFollow()
	h := table.Chain(f.H)
	h[0]++
	key := g.player().Series().key
	f.H, f.Signature = h[:], key.Sign(bound.Signed([16]byte(f.Series), f.N, h))
	again.up[0] = frame(t, &wire.Frame{Body: &wire.Frame_Follow{Follow: f}})
	first := g.w.guest(g.player().Series())
	first.settle()
	again.settle()
	if e := again.ending(); e.Reject != wire.RejectCode_REJECT_CODE_HISTORY || e.Fate != GivenUp {
		t.Errorf("the copy has %+v", e)
	}
	if first.conn.Ended() || !g.w.server.Current().Connected() {
		t.Errorf("the copy has cut the other's connection: %+v", first.ending())
	}
}

// TestFlood sends each end frames without effect.
func TestFlood(t *testing.T) {
	ping := frame(t, &wire.Frame{Body: &wire.Frame_Ping{Ping: &wire.Ping{}}})
	old := table.Wish{Kind: table.KindSay, ID: 1, Seen: 1, Text: "x"}
	for _, payload := range [][]byte{ping, nil, wishFrame(t, old)} {
		g := seated(t, 3, 2, match.FirstGuest)
		for range floodBurst + 1 {
			g.conn.Step(g.w.now, payload)
			g.conn.Drain()
		}
		if g.conn.Ended() == (len(payload) > 10) { // the wish counted once
			t.Errorf("%d frames %q: ended %v", floodBurst+1, payload, g.conn.Ended())
		}
		g.conn.Step(g.w.now, payload)
		if !g.conn.Ended() {
			t.Errorf("the flood of %q goes on", payload)
		}
		if g.w.server.Current() == nil {
			t.Error("the flood has ended the series")
		}
	}
	g := seated(t, 3, 2, match.FirstGuest)
	absent := frame(t, &wire.Frame{Body: &wire.Frame_Presence{Presence: &wire.Presence{}}})
	for range newsBurst {
		g.client.Step(g.w.now, absent)
	}
	if rest := g.client.Drain().Rest; rest != 0 {
		t.Errorf("the guest rests for %v", rest)
	}
	g.client.Step(g.w.now, absent)
	if rest := g.client.Drain().Rest; rest <= 0 {
		t.Error("the guest hears everything")
	}
}

// TestTalkFlood has a host talk without end: the guest loses nothing, and reads more slowly.
func TestTalkFlood(t *testing.T) {
	g := seated(t, 3, 2, match.FirstGuest)
	rested, said := false, 0
	for range 400 {
		if g.host(table.KindSay, 0, "x") == nil {
			said++
		}
		g.w.now = g.w.now.Add(100 * 1e6)
		for len(g.down) > 0 {
			p := g.down[0]
			g.down = g.down[1:]
			g.client.Step(g.w.now, p)
			out := g.client.Drain()
			rested = rested || out.Rest > 0
			g.up = append(g.up, split(out.Write)...)
		}
		g.settle()
	}
	if rested || said < 50 { // an honest host's allowance is smaller
		t.Errorf("rested %v, said %d", rested, said)
	}
}

// TestGuestAcknowledgesNothing: a host limits unacknowledged bytes, and ends the connection of a
// guest for whom too much else waits, such as refusals.
func TestGuestAcknowledgesNothing(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	for g.conn.flying < maxFlight {
		g.w.now = g.w.now.Add(2 * time.Second)
		g.must(g.w.server.Wish(table.KindSay, 0, strings.Repeat("x", match.MaxTalk), g.w.now))
		g.conn.Step(g.w.now, frame(t, &wire.Frame{}))
		g.conn.Drain()
	}
	g.w.now = g.w.now.Add(2 * time.Second)
	g.must(g.w.server.Wish(table.KindSay, 0, "x", g.w.now)) // it waits
	refused := wishFrame(t, table.Wish{Kind: table.KindPly, Game: 7, Ply: 1, Arg: 1, Seen: 1, ID: 1})
	for n := 0; !g.conn.Ended() && n <= maxBehind+1; n++ {
		g.w.now = g.w.now.Add(time.Second / 20)
		g.conn.Step(g.w.now, refused)
		g.conn.Drain()
	}
	g.flush()
	last, ok := g.w.heard[len(g.w.heard)-1].Notice.(Ended)
	if !ok || !errors.Is(last.Err, errBehind) || last.Fate != Kept {
		t.Errorf("the host hears %+v", last)
	}
}

// TestGuestOfOtherRules sends an owner a ply that leads to another position there: the owner's
// program keeps the frame as evidence, the guest learns of it, and the series is over at both.
func TestGuestOfOtherRules(t *testing.T) {
	g := seated(t, 3, 2, match.FirstGuest)
	g.must(g.wish(table.KindPly, 1, ""))
	f := sent(t, g.up[0])
	f.GetWish().Hash[0]++
	lie := frame(t, f)
	g.up = [][]byte{lie}
	g.settle()
	last, ok := g.w.heard[len(g.w.heard)-1].Notice.(Ended)
	if !ok || last.Fate != Desynced || last.Lie.What != table.Desync || string(last.Frame) != string(lie) {
		t.Errorf("the host hears %+v", last)
	}
	if e := g.ending(); e.Fate != Desynced || e.Lie.What != table.Desync || e.Frame != nil || g.w.server.Current() != nil {
		t.Errorf("the guest has %+v", e)
	}
}
