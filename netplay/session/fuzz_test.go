package session

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/frames"
)

// FuzzWire reads messages from any bytes: an accepted one is written and read again unchanged.
func FuzzWire(f *testing.F) {
	w := table.Wish{Kind: table.KindSay, ID: 3, Game: 1, Seen: 4, Text: "hello", MAC: [16]byte{1}, Hash: [16]byte{2}}
	e := table.Event{N: 5, By: table.B, Wish: w, Left: [2]uint32{1, 2}}
	for _, m := range []*wire.Frame{
		{Body: &wire.Frame_Wish{Wish: wishOf(&w)}},
		{Body: &wire.Frame_Event{Event: eventOf(&e, &table.Tag{7})}},
		{Body: &wire.Frame_Offer{Offer: &wire.Offer{Variant: frames.VariantToWire(kalah(6, 4)), SessionId: make([]byte, 16)}}},
		{Body: &wire.Frame_Disagree{Disagree: &wire.Disagree{Code: 1, H: make([]byte, 32)}}},
	} {
		b := need.Must(appendFrame(nil, m))(f)
		f.Add(split(b)[0])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m := new(wire.Frame)
		if parseFrame(b, frames.MaxLarge, m) != nil {
			return
		}
		if w, err := wishFromWire(m.GetWish()); err == nil {
			if again, err := wishFromWire(wishOf(&w)); err != nil || again != w {
				t.Errorf("%+v, %+v, %v", w, again, err)
			}
		}
		if e, tag, err := eventFromWire(m.GetEvent()); err == nil {
			if again, tag2, err := eventFromWire(eventOf(&e, &tag)); err != nil || again != e || tag != tag2 {
				t.Errorf("%+v, %+v, %v", e, again, err)
			}
		}
		if terms, err := offerTerms(m.GetOffer()); err == nil && terms.Check() != nil {
			t.Errorf("%+v", terms)
		}
		if lie, err := lieFrom(m.GetDisagree()); err == nil && lie.Error() == "" {
			t.Error("a lie without a word")
		}
	})
}

// FuzzUsedFrame reads any bytes into a frame that was used before, and expects the same as in a new
// one.
func FuzzUsedFrame(f *testing.F) {
	w := table.Wish{Kind: table.KindSay, ID: 3, Game: 1, Ply: 2, Arg: 9, Seen: 4, Text: "hello", MAC: [16]byte{1}, Hash: [16]byte{2}}
	e := table.Event{N: 5, By: table.B, Wish: w, Left: [2]uint32{1, 2}}
	var old [][]byte
	for _, m := range []*wire.Frame{
		{Body: &wire.Frame_Wish{Wish: wishOf(&w)}},
		{Body: &wire.Frame_Event{Event: eventOf(&e, &table.Tag{7})}},
		{Body: &wire.Frame_Ack{Ack: &wire.Ack{N: 8}}},
		{Body: &wire.Frame_Wish{Wish: &wire.Wish{}}},
		{Body: &wire.Frame_Event{Event: &wire.Event{N: 2}}},
		{Body: &wire.Frame_Ack{Ack: &wire.Ack{}}},
		{Body: &wire.Frame_Leave{Leave: &wire.Leave{Detail: "bye"}}},
	} {
		b := split(need.Must(appendFrame(nil, m))(f))[0]
		old = append(old, b)
		f.Add(b)
		f.Add(append(slices.Clone(b), old[0]...))
		f.Add(b[:len(b)-1])
	}
	f.Add([]byte{eventByte, 0, ackByte, 2, 8, 1, wishByte, 2, 8, 3})
	old = append(old, []byte{ackByte, 2, 8, 1, 0xf8, 0x7f, 1}) // with a field of a later schema
	f.Fuzz(func(t *testing.T, b []byte) {
		var used plyFrame
		for _, was := range old {
			for _, text := range [][]byte{was, was[:len(was)-1]} {
				_ = parseFrame(text, frames.MaxLarge, used.like(text))
				fresh, again := new(wire.Frame), used.like(b)
				want, got := parseFrame(b, frames.MaxLarge, fresh), parseFrame(b, frames.MaxLarge, again)
				if (want == nil) != (got == nil) {
					t.Fatalf("%v, in a new frame %v", got, want)
				}
				if want == nil && said(fresh) != said(again) {
					t.Errorf("%s, in a new frame %s", said(again), said(fresh))
				}
			}
		}
	})
}

// said returns what an end takes from a frame.
func said(f *wire.Frame) string {
	w, err := wishFromWire(f.GetWish())
	e, tag, err2 := eventFromWire(f.GetEvent())
	return fmt.Sprintf("%T %v %+v %v %+v %v %v %d %q", f.GetBody(), wire.Strange(f), w, err, e, tag, err2, f.GetAck().GetN(), f.GetLeave().GetDetail())
}

// FuzzMachines gives any frames to each end of a connection, in each phase, between honest ones. No
// end panics, each says how it ended, and a series that is kept can be stored and restored.
func FuzzMachines(f *testing.F) {
	for at := range byte(40) {
		f.Add(at, []byte{0})
		f.Add(at, []byte("\x02\xa2\x01\x00\x03\x72\x01\x01"))
	}
	f.Fuzz(func(t *testing.T, at byte, b []byte) {
		first := match.First(at % 2)
		w := newWired(t, kalah(2, 1), first)
		g := w.guest(nil)
		if at >= 16 { // a host that has lost events, and a guest who follows
			w, g = resuming(t, first)
		}
		for i := byte(0); i < at/2%8 && len(g.up)+len(g.down) > 0; i++ {
			if len(g.up) > 0 {
				g.hear()
			} else {
				g.read()
			}
		}
		v := w.watcher()
		v.settle()
		for i, p := range split(b) {
			w.now = w.now.Add(10 * time.Millisecond)
			switch i % 3 {
			case 0:
				g.conn.Step(w.now, p)
			case 1:
				g.client.Step(w.now, p)
			default:
				v.client.Step(w.now, p)
			}
			g.flush()
			v.flush()
		}
		g.conn.Step(w.now, b)
		g.client.Step(w.now, b)
		v.client.Step(w.now, b)
		g.flush()
		if o := w.server.Current(); o != nil && o.begun {
			r := o.Record()
			again, err := RestoreOwned(Record{r.Terms, r.Self, r.Secret, r.Key, r.Peer, r.Computer, r.Tossed, onDisk(t, r.Record)}, w.now)
			if err != nil || !bytes.Equal(snapshot(again.t.State()), snapshot(o.t.State())) {
				t.Fatalf("the series cannot be restored: %v", err)
			}
		}
		w.now = w.now.Add(time.Hour)
		for range 2 {
			g.pass(time.Hour)
			v.pass(time.Hour)
		}
		if !g.client.Ended() || !g.conn.Ended() || !v.client.Ended() {
			t.Error("an end waits for ever")
		}
	})
}

// resuming returns a host that has lost events on disk, and the guest who has them.
func resuming(t *testing.T, first match.First) (*wired, *plug) {
	g := seated(t, 2, 1, first)
	old := g.w.server.Current().Record()
	old.Record = onDisk(t, old.Record)
	g.must(g.host(table.KindSay, 0, "x"))
	g.settle()
	g.cut()
	w, _ := restarted(t, old)
	return w, w.guest(g.player().Series())
}

func snapshot(s *table.State) []byte {
	snap := s.Snapshot()
	return snap.Append(nil)
}
