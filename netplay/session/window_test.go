package session

import (
	"strings"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/frames"
)

// talk says n lines for the host's person, as fast as allowed, and delivers them.
func (g *plug) talk(n int, line string) {
	g.w.t.Helper()
	for range n {
		g.w.now = g.w.now.Add(time.Second)
		g.must(g.host(table.KindSay, 0, line))
		g.settle()
		if _, ok := g.client.(*Player); ok {
			g.client.Drain()
		}
	}
}

// onDisk returns a record as a disk keeps it.
func onDisk(t *testing.T, r table.Record) table.Record {
	t.Helper()
	return need.Must(table.ParseRecord(r.Append(nil)))(t)
}

// TestCatchUpBehindAcks has a guest come back who lacks more events than may be on their way:
// further events wait for acknowledgements.
func TestCatchUpBehindAcks(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	old := g.player().Series().Record()
	old.Record = onDisk(t, old.Record)
	g.talk(200, strings.Repeat("ü", match.MaxTalk))
	g.cut()
	s, err := RestoreFollowed(old, g.w.now)
	g.must(err)
	again := g.w.guest(s)
	again.hear()
	size := 0
	for _, p := range again.down {
		size += len(p)
	}
	if size > maxFlight+frames.Max || size < maxFlight-frames.Max {
		t.Errorf("%d bytes come at once", size)
	}
	again.settle()
	if n := s.Follower().State().N; n != 201 || !g.w.server.Current().Connected() {
		t.Errorf("the guest has event %d", n)
	}
	if g.w.server.Current().conn().flying > frames.Max*16 {
		t.Errorf("%d bytes are not acknowledged", g.w.server.Current().conn().flying)
	}
}

// TestStale has either end lose more events than the other one keeps: the series is given up.
func TestStale(t *testing.T) {
	g := seated(t, 1, 1, match.FirstHost)
	old, hostOld := g.player().Series().Record(), g.w.server.Current().Record()
	old.Record, hostOld.Record = onDisk(t, old.Record), onDisk(t, hostOld.Record)
	for game := range uint32(4) {
		g.talk(150, "x")
		for g.player().Series().Follower().State().Series.Match().Running() {
			if g.host(table.KindPly, 1, "") != nil {
				g.must(g.wish(table.KindPly, 1, ""))
			}
			g.settle()
		}
		g.w.now = g.w.now.Add(10 * time.Second)
		g.must(g.host(table.KindWant, game+2, ""))
		g.must(g.wish(table.KindWant, game+2, ""))
		g.settle()
	}
	g.cut()
	s, err := RestoreFollowed(old, g.w.now)
	g.must(err)
	again := g.w.guest(s)
	again.settle()
	if e := again.ending(); e.Fate != GivenUp || e.Reject != wire.RejectCode_REJECT_CODE_STALE {
		t.Errorf("a guest with an old disk has %+v", e)
	}
	w, _ := restarted(t, hostOld)
	again = w.guest(g.player().Series())
	again.settle()
	if e := again.ending(); e.Fate != GivenUp || e.Reject != wire.RejectCode_REJECT_CODE_STALE {
		t.Errorf("the guest of a host with an old disk has %+v", e)
	}
}

// TestLongHandBack has a host lose more events than fit into one frame.
func TestLongHandBack(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	old := g.w.server.Current().Record()
	old.Record = onDisk(t, old.Record)
	g.talk(250, strings.Repeat("ü", match.MaxTalk))
	g.cut()
	w, o := restarted(t, old)
	again := w.guest(g.player().Series())
	again.hear()
	again.read()
	if len(again.up) < 2 {
		t.Errorf("%d frames hand everything back", len(again.up))
	}
	again.settle()
	if o.Owner().State().N != 251 || !o.Connected() {
		t.Errorf("the host has event %d: %+v", o.Owner().State().N, w.heard)
	}
}

// TestBytes compares the sizes of frames, without length prefixes, with the sizes in the design.
func TestBytes(t *testing.T) {
	g := seated(t, 6, 4, match.FirstHost)
	sizes := map[string]int{}
	note := func(ps [][]byte) {
		for _, p := range ps {
			word, _, _ := strings.Cut(name(p), " ")
			sizes[strings.TrimRight(word, "0123456789()")] = len(p)
		}
	}
	v := g.w.watcher()
	v.hear()
	note(v.down)
	v.settle()
	g.must(g.host(table.KindPly, 1, ""))
	v.flush()
	sizes["watched"] = len(v.down[0])
	sizes["host's"] = len(g.down[0])
	g.settle()
	g.must(g.wish(table.KindPly, 1, ""))
	note(g.up)
	g.hear()
	note(g.down)
	g.settle()
	g.pass(ackWait)
	note(g.up)
	g.cut()
	g = g.w.guest(g.player().Series())
	note(g.up)
	g.hear()
	note(g.down)
	for what, most := range map[string]int{
		"Wish": 51, "Event": 75, "host's": 57, "watched": 40, "Ack": 5, "Follow": 170, "Following": 60, "Snapshot": 230,
	} {
		if n := sizes[what]; n == 0 || n > most {
			t.Errorf("%s has %d bytes; the most is %d", what, n, most)
		}
	}
	t.Log(sizes)
}
