package session

import (
	"bytes"
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
		{Body: &wire.Frame_Wish{Wish: wishToWire(&w)}},
		{Body: &wire.Frame_Event{Event: eventToWire(&e, &table.Tag{7})}},
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
			if again, err := wishFromWire(wishToWire(&w)); err != nil || again != w {
				t.Errorf("%+v, %+v, %v", w, again, err)
			}
		}
		if e, tag, err := eventFromWire(m.GetEvent()); err == nil {
			if again, tag2, err := eventFromWire(eventToWire(&e, &tag)); err != nil || again != e || tag != tag2 {
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
