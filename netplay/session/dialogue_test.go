package session

import (
	"slices"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/tools/need"
)

// seated returns a guest with the seat, in the first game.
func seated(t *testing.T, houses, seeds int, first match.First) *plug {
	w := newWired(t, kalah(houses, seeds), first)
	g := w.guest(nil)
	g.settle()
	w.take()
	if w.server.Current() == nil || !w.server.Current().Connected() {
		t.Fatalf("no series has begun: %+v", g.heard)
	}
	return g
}

func TestJoin(t *testing.T) {
	w := newWired(t, kalah(3, 2), match.FirstHost)
	g := w.guest(nil)
	g.settle()
	g.must(g.host(table.KindPly, 1, ""))
	g.settle()
	g.must(g.wish(table.KindPly, 1, ""))
	g.settle()
	w.expect(`
		G Hello
		H Offer
		G Accept
		H Seated
		H Event1 Begin(0)
		G Ack1
		H Event2 Ply(1)
		G Wish1 Ply
		H Event3 Ply(2)
	`)
	g.pass(ackWait)
	g.settle()
	w.expect(`
		G Ack3
	`)
	g.sameGame("[1 1] running")
}

func TestToss(t *testing.T) {
	starters := map[table.Seat]int{}
	for seed := range uint64(20) {
		w := newWired(t, kalah(3, 2), match.FirstToss)
		w.server.cfg.Rand, w.random = newSeeded(seed), newSeeded(seed+100)
		g := w.guest(nil)
		g.settle()
		w.expect(`
			G Hello
			H Offer
			G Accept
			H Seated
			G Toss
			H Event1 Begin(0)
			G Ack1
		`)
		st := g.player().Series().Follower().State()
		if k := g.player().Series().kept; k.Peer != "Hilda" || !k.Tossed {
			t.Errorf("the guest plays with %s, tossed %v", k.Peer, k.Tossed)
		}
		starters[table.SeatOf(st.Series.Starter())]++
	}
	if starters[table.A] == 0 || starters[table.B] == 0 {
		t.Errorf("the coin has one side: %v", starters)
	}
}

// TestComputers has each end say whether a computer plays there. The other one keeps that with the
// series, also on disk.
func TestComputers(t *testing.T) {
	for _, first := range []match.First{match.FirstHost, match.FirstToss} {
		for _, computer := range [][2]bool{{}, {match.Host: true}, {match.Guest: true}, {true, true}} {
			w := newWired(t, kalah(3, 2), first)
			w.server.cfg.Computer = computer[match.Host]
			g := w.dial("G", need.Must(NewPlayer(PlayerConfig{Name: "Gus", Computer: computer[match.Guest], Rand: w.random, Binding: bound}, w.now))(t), bound)
			g.flush()
			g.settle()
			for at, s := range map[match.Party]*Series{match.Host: &w.server.Current().Series, match.Guest: &g.player().Series().Series} {
				r := s.Record()
				again, err := ParseRecord(r.Append(nil))
				if want := computer[at.Other()]; err != nil || s.Computer() != want || again.Computer != want || again.Tossed != (first == match.FirstToss) {
					t.Errorf("with the computers %v the %v's end keeps %v, and %+v on disk, %v", computer, at, s.Computer(), again, err)
				}
			}
		}
	}
}

func TestTakebackGranted(t *testing.T) {
	g := seated(t, 3, 2, match.FirstGuest)
	g.must(g.wish(table.KindPly, 1, ""))
	g.settle()
	g.w.take()
	g.must(g.wish(table.KindAsk, 0, ""))
	g.settle()
	g.must(g.host(table.KindGrant, 0, ""))
	g.settle()
	g.w.expect(`
		G Wish2 Ask
		H Event3 Ask(2)
		H Event4 Grant(1)
	`)
	g.sameGame("[] running")
}

func TestResignCrossesPly(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	g.must(g.host(table.KindPly, 1, ""))
	g.must(g.wish(table.KindResign, 0, ""))
	g.settle()
	g.w.expect(`
		G Wish1 Resign
		H Event2 Ply(1)
		H Event3 Resign(2)
		G Ack3
	`)
	g.sameGame("[1] resigned")

	g = seated(t, 2, 1, match.FirstHost)
	g.must(g.host(table.KindPly, 2, ""))
	g.must(g.host(table.KindPly, 1, ""))
	g.must(g.wish(table.KindResign, 0, ""))
	g.settle()
	g.w.expect(`
		G Wish1 Resign
		H Event2 Ply(1)
		H Event3 Ply(1)
		G Ack3
		H Refused1 ended after 3
	`)
	g.sameGame("[2 1] finished")
}

// TestRefusalBehindEvents refuses a wish before sending the events that caused the refusal.
func TestRefusalBehindEvents(t *testing.T) {
	g := seated(t, 2, 1, match.FirstHost)
	g.must(g.wish(table.KindResign, 0, ""))
	g.must(g.w.server.Wish(table.KindPly, 2, "", g.w.now))
	g.must(g.w.server.Wish(table.KindPly, 1, "", g.w.now))
	wish := g.up[0]
	g.up = nil
	g.conn.Step(g.w.now, wish) // nothing was drained in between
	g.settle()
	g.w.expect(`
		H Event2 Ply(1)
		H Event3 Ply(1)
		G Ack3
		H Refused1 ended after 3
	`)
}

func TestCutAndResume(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	g.must(g.host(table.KindPly, 1, ""))
	g.settle()
	g.must(g.wish(table.KindPly, 1, ""))
	g.cut()
	g.w.take()
	if e := g.ending(); e.Fate != Cut {
		t.Errorf("the guest has %+v", e)
	}
	g = g.w.guest(g.player().Series())
	g.settle()
	g.w.expect(`
		G Follow(2)
		H Following(2)
		G Wish1 Ply
		G Ack2
		H Event3 Ply(2)
	`)
	g.sameGame("[1 1] running")
}

// TestHostLostWrites has the host's disk lose events that the guest has.
func TestHostLostWrites(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	old := g.w.server.Current().Record()
	old.Record = onDisk(t, old.Record)
	g.must(g.host(table.KindPly, 1, ""))
	g.settle()
	g.must(g.wish(table.KindPly, 1, ""))
	g.settle()
	g.cut()
	g.w.take()
	w, _ := restarted(t, old)
	again := w.guest(g.player().Series())
	watcher := w.watcher()
	watcher.settle()
	w.take()
	again.settle()
	w.expect(`
		G Follow(3)
		H Following(1)
		G HandBack of 2
		H Following(3)
		G Ack3
	`)
	again.sameGame("[1 1] running")
	watcher.settle()
	w.expect(`
		H Snapshot PLAYING
	`)
	again.must(again.host(table.KindPly, 2, ""))
	again.settle()
	watcher.settle()
	if got := plies(watcher.client.(*Watcher).shown.Series); got != "[1 1 2] running" {
		t.Errorf("the watcher sees %s", got)
	}
	again.sameGame("[1 1 2] running")
}

// TestEarlyWatcher expects that a host, and a guest, hear of a watcher who came before the guest,
// and the guest not before the first event.
func TestEarlyWatcher(t *testing.T) {
	w := newWired(t, kalah(3, 2), match.FirstHost)
	v := w.watcher()
	v.settle()
	v.pass(2 * audienceEvery)
	v.settle()
	w.take()
	g := w.guest(nil)
	g.settle()
	w.expect(`
		G Hello
		H Offer
		G Accept
		H Seated
		H Event1 Begin(0)
		G Ack1
		H Audience
	`)
	g.sameGame("[] running")
	if !slices.ContainsFunc(w.heard, func(n ServerNotice) bool { return n.Notice == Audience{1} }) {
		t.Errorf("the host hears %+v", w.heard)
	}
}

func TestLateWatcher(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	g.must(g.host(table.KindPly, 1, ""))
	g.settle()
	g.w.take()
	v := g.w.watcher()
	v.settle()
	g.must(g.wish(table.KindPly, 1, ""))
	g.settle()
	g.must(g.wish(table.KindSay, 0, "hi"))
	g.settle()
	g.w.take()
	v.settle()
	g.w.expect(`
		H Event3 Ply(2)
	`)
	g.must(g.wish(table.KindResign, 0, ""))
	g.settle()
	g.w.take()
	v.settle()
	g.w.expect(`
		H Snapshot PLAYING
	`)
	if got := plies(v.client.(*Watcher).shown.Series); got != "[1 1] resigned" {
		t.Errorf("the watcher sees %s", got)
	}
	g.cut()
	g.w.take()
	v.settle()
	g.w.expect(`
		H Snapshot PAUSED
	`)
}

// TestEnd has each end finish the series: it is over at both, and both forget it.
func TestEnd(t *testing.T) {
	for _, host := range []bool{true, false} {
		g := seated(t, 3, 2, match.FirstHost)
		if host {
			g.w.server.Leave(wire.LeaveReason_LEAVE_REASON_QUIT, g.w.now)
		} else {
			g.player().Leave(wire.LeaveReason_LEAVE_REASON_QUIT)
		}
		g.settle()
		if e := g.ending(); e.Fate != Over || !g.done || g.synced != 1 {
			t.Errorf("host %v: the guest has %+v, synced %d", host, e, g.synced)
		}
		if len(g.w.stored) != 0 || len(g.w.server.owned) != 0 || g.w.server.Current() != nil || !g.conn.Ended() {
			t.Errorf("host %v: the host keeps %v", host, g.w.stored)
		}
	}
}

// TestFirstPlyIsStoredFirst: a guest's first ply waits for the disk, and the next one does not.
func TestFirstPlyIsStoredFirst(t *testing.T) {
	g := seated(t, 3, 2, match.FirstGuest)
	for _, house := range []uint32{2, 1} {
		g.must(g.wish(table.KindPly, house, ""))
		g.settle()
		if g.synced != 1 || g.stored == nil {
			t.Errorf("after house %d it has waited for the disk %d times", house, g.synced)
		}
	}
}

// TestLastWordsAreWatched has the guest's last plies come after the host's person has left.
// Watchers learn that the series has ended, and see how.
func TestLastWordsAreWatched(t *testing.T) {
	g := seated(t, 2, 1, match.FirstGuest)
	v := g.w.watcher()
	v.settle()
	g.must(g.wish(table.KindPly, 2, ""))
	g.cut()
	g.w.server.Leave(wire.LeaveReason_LEAVE_REASON_QUIT, g.w.now)
	v.settle()
	g.w.take()
	back := g.w.guest(g.player().Series())
	for len(back.up)+len(back.down) > 0 {
		if len(back.up) > 0 {
			back.hear()
		} else {
			back.read()
		}
		v.settle()
	}
	w := v.client.(*Watcher)
	if w.Ended() || w.shown.State != wire.WatchState_WATCH_STATE_ENDED || plies(w.shown.Series) != "[2] abandoned" {
		t.Errorf("the watcher sees %v, %s: %+v", w.shown.State, plies(w.shown.Series), v.ending())
	}
}

// TestLastWords has the host's person leave while the guest is away, and another guest play. The
// first guest learns of the end on their return, and their winning ply counts.
func TestLastWords(t *testing.T) {
	g := seated(t, 2, 1, match.FirstGuest)
	g.must(g.wish(table.KindPly, 2, ""))
	g.must(g.wish(table.KindPly, 1, ""))
	g.cut() // the winning plies are lost on the line
	g.w.server.Leave(wire.LeaveReason_LEAVE_REASON_QUIT, g.w.now)
	other := g.w.guest(nil)
	other.settle()
	if g.w.server.Current() == nil || len(g.w.server.owned) != 2 {
		t.Fatal("the seat was not given again")
	}
	g.w.take()
	back := g.w.guest(g.player().Series())
	back.settle()
	g.w.expect(`
		G Follow(1)
		H Following(1)
		G Wish1 Ply
		G Wish2 Ply
		G Ack1
		H Event2 Ply(2)
		H Event3 Ply(2)
		G Ack3
		H Event4 End(1)
		G Ack4
		G Leave QUIT
		H Leave QUIT
	`)
	if e := back.ending(); e.Fate != Over || len(g.w.server.owned) != 1 {
		t.Errorf("the series is not over: %+v", e)
	}
	if got := plies(back.player().Series().Follower().State()); got != "[2 1] finished" {
		t.Errorf("the guest has %s", got)
	}
}

// TestEndFreesTheSeat has the guest end the series and leave before they acknowledge it: another
// guest may come.
func TestEndFreesTheSeat(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	g.must(g.wish(table.KindEnd, 1, ""))
	g.hear()
	g.cut()
	if g.w.server.Current() != nil || len(g.w.stored) != 1 {
		t.Fatal("the series that has ended has the seat")
	}
	other := g.w.guest(nil)
	other.settle()
	back := g.w.guest(g.player().Series())
	back.settle()
	if e := back.ending(); e.Fate != Over || len(g.w.stored) != 1 || !g.w.server.Current().Connected() {
		t.Errorf("the guest who is back has %+v", e)
	}
}

// TestMustCatchUp has a returning guest only send signs of life: the connection ends, so the host's
// person does not wait for ever.
func TestMustCatchUp(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	g.must(g.host(table.KindSay, 0, "x"))
	g.settle()
	g.cut()
	g = g.w.guest(g.player().Series())
	g.hear()
	for range 6 {
		g.conn.Step(g.w.now, frame(t, &wire.Frame{Body: &wire.Frame_Ping{Ping: &wire.Ping{}}}))
		g.conn.Step(g.w.now, frame(t, &wire.Frame{Body: &wire.Frame_Ack{Ack: &wire.Ack{N: 1}}}))
		g.w.now = g.w.now.Add(followWait / 5)
		g.conn.Tick(g.w.now)
	}
	g.w.drain()
	if !g.conn.Ended() || g.w.server.Current() == nil {
		t.Error("the guest keeps the owner from deciding")
	}
}

// TestCutBeforeTheFirstAck loses the guest's first Ack: later plies are not lost. A series without
// a ply has not begun.
func TestCutBeforeTheFirstAck(t *testing.T) {
	for _, c := range []struct {
		plays, leaves bool
		want          wire.RejectCode
	}{
		{true, false, 0}, {true, true, 0}, {false, false, wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES},
	} {
		w := newWired(t, kalah(3, 2), match.FirstHost)
		g := w.guest(nil)
		for g.player().Series() == nil {
			if len(g.down) > 0 {
				g.read()
			} else {
				g.hear()
			}
		}
		if c.plays {
			g.must(g.host(table.KindPly, 1, ""))
		}
		for len(g.down) > 0 {
			g.read()
		}
		o := w.server.Current()
		if c.leaves {
			w.server.Leave(wire.LeaveReason_LEAVE_REASON_CLOSED, w.now)
		}
		g.cut()
		if c.leaves {
			w.server.Keep(o, true)
		}
		g = w.guest(g.player().Series())
		g.settle()
		if e := g.ending(); e.Reject != c.want {
			t.Errorf("%+v: the guest who comes back has %+v", c, e)
		}
		if c.want == 0 {
			g.sameGame("[1] running")
		}
	}
}

func TestLater(t *testing.T) {
	g := seated(t, 3, 2, match.FirstHost)
	g.player().Leave(wire.LeaveReason_LEAVE_REASON_LATER)
	g.settle()
	if e := g.ending(); e.Fate != Kept || g.w.server.Current() == nil || g.w.server.Current().Connected() {
		t.Errorf("the guest has %+v", e)
	}
	g = g.w.guest(g.player().Series())
	g.settle()
	g.w.server.Leave(wire.LeaveReason_LEAVE_REASON_LATER, g.w.now)
	g.settle()
	if e := g.ending(); e.Fate != Cut || g.w.server.Current() != nil { // they dial until the host is back
		t.Errorf("the guest has %+v", e)
	}
	other := g.w.guest(nil)
	other.settle()
	back := g.w.guest(g.player().Series())
	back.settle()
	if e := back.ending(); e.Reject != wire.RejectCode_REJECT_CODE_SET_ASIDE || e.Fate != Kept {
		t.Errorf("the guest who was set aside has %+v", e)
	}
}

func TestReplaced(t *testing.T) {
	g := seated(t, 3, 2, match.FirstGuest)
	g.must(g.wish(table.KindPly, 1, ""))
	again := g.w.guest(g.player().Series()) // the wish on the old line is never read
	again.settle()
	if !g.conn.Ended() || !again.w.server.Current().Connected() {
		t.Fatal("the old line is not replaced")
	}
	again.sameGame("[1] running")
}

// TestDeadlines has one end wait in each phase of the greeting.
func TestDeadlines(t *testing.T) {
	for _, c := range []struct {
		name  string
		reads int // frames that arrive
		wait  time.Duration
	}{
		{"no Hello", 0, handshakeWait},
		{"no Accept", 1, acceptWait},
		{"no Toss", 2, tossWait},
		{"no Ack", 3, tossWait},
	} {
		w := newWired(t, kalah(3, 2), match.FirstToss)
		g := w.guest(nil)
		for range c.reads {
			g.hear()
			for len(g.down) > 0 {
				g.read()
			}
		}
		w.now = w.now.Add(c.wait - 1)
		g.conn.Tick(w.now)
		if g.conn.Ended() {
			t.Errorf("%s: ended too early", c.name)
		}
		if next := g.conn.NextTick(); !next.Equal(w.now.Add(1)) {
			t.Errorf("%s: the next tick is in %v", c.name, next.Sub(w.now))
		}
		w.now = w.now.Add(1)
		g.conn.Tick(w.now)
		w.drain()
		if !g.conn.Ended() || w.server.Current() != nil || len(w.stored) > 0 {
			t.Errorf("%s: the connection goes on", c.name)
		}
	}
}

func TestKeepAlive(t *testing.T) {
	g := seated(t, 3, 2, match.FirstGuest)
	g.pass(clientPings)
	g.settle()
	g.w.expect(`
		G Ping
		H Pong
	`)
	g.pass(serverPings - 1)
	g.settle()
	g.w.expect(`
		G Ping
		H Pong
	`)
	g.pass(quietAfter)
	if n := g.heard[len(g.heard)-1]; n != (Quiet{true}) {
		t.Errorf("the guest hears %+v", n)
	}
	g.settle()
	if n := g.heard[len(g.heard)-1]; n != (Quiet{false}) {
		t.Errorf("the guest hears %+v", n)
	}
	g.pass(giveUpAfter)
	if e := g.ending(); e.Fate != Cut || !g.conn.Ended() || g.w.server.Current() == nil {
		t.Errorf("after a long silence the guest has %+v", e)
	}
}

// TestAttemptsOutOfOrder has the attempts of one program reach the owner in another order: the last
// one made keeps the seat. A program without numbers, and one whose clock was wrong, get in as
// well.
func TestAttemptsOutOfOrder(t *testing.T) {
	w := newWired(t, kalah(2, 2), match.FirstGuest)
	first := w.guest(nil)
	first.settle()
	first.cut()
	series := first.player().Series()
	attempt := func(n uint64) *plug {
		p := need.Must(NewPlayer(PlayerConfig{Name: "Gus", Rand: w.random, Series: series, Binding: bound, Attempt: n}, w.now))(t)
		g := w.dial("G", p, bound)
		g.flush()
		return g
	}
	seated := func(g *plug, what string) {
		t.Helper()
		if o := w.server.Current(); o.conn() != g.conn || g.conn.Ended() {
			t.Errorf("%s: has no seat; %+v", what, g.ending())
		}
	}
	early, late := attempt(7), attempt(8)
	late.settle()
	seated(late, "the last one")
	early.hear()
	early.flush()
	seated(late, "the last one, after the one before it")
	if e := late.ending(); e.Err != nil {
		t.Errorf("the last one is told %+v", e)
	}
	if !early.conn.Ended() {
		t.Error("the earlier one goes on")
	}
	same := attempt(8)
	same.settle()
	seated(same, "another one with the same number")
	plain := attempt(0)
	plain.settle()
	seated(plain, "an older program")
	absurd := attempt(1<<64 - 1)
	absurd.settle()
	seated(absurd, "an absurd number")
	soon := attempt(9)
	soon.settle()
	if e := soon.ending(); e.Reject != wire.RejectCode_REJECT_CODE_TRY_LATER || e.After != 30*time.Second {
		t.Errorf("the program with an absurd number comes again, and hears %+v", e)
	}
	w.now = w.now.Add(30 * time.Second)
	again := attempt(10)
	again.settle()
	seated(again, "after a while")
	again.cut()
	last := attempt(1)
	last.settle()
	seated(last, "a lower number, and no one has the seat")
}
