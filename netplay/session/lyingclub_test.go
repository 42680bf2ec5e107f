package session

import (
	"errors"
	"fmt"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"

	"mancala/internal/table"
	"mancala/netplay/limit"
)

// TestLyingClub changes a club's frames to a player on their way. The program names the lie, and
// keeps the frame as evidence; the club learns of it. A club may decide times, so the row NO_COURT
// has a decision attributed to a player.
func TestLyingClub(t *testing.T) {
	for _, l := range []struct {
		name string
		want table.Accusation
		lie  func(e *table.Event)
	}{
		{"another house", table.Illegal, func(e *table.Event) { e.Arg = 9 }},
		{"another position", table.Desync, func(e *table.Event) { e.Hash[0]++ }},
		{"a ply of the player's", table.Forged, func(e *table.Event) { e.By = table.B }},
		{"a resignation of the player's", table.Forged, func(e *table.Event) { e.By, e.Kind, e.Arg, e.ID = table.B, table.KindResign, 0, 1 }},
		{"a wish counted twice", table.Replay, func(e *table.Event) { e.ID = 0 }},
		{"a beginning in the middle", table.Toss, func(e *table.Event) {
			*e = table.Event{N: e.N, Wish: table.Wish{Kind: table.KindBegin, Arg: uint32(table.B)}, Left: e.Left}
		}},
		{"a clock by a player", table.NotClub, func(e *table.Event) { e.Kind, e.Arg = table.KindClock, 1 }},
		{"time that grows", table.WrongTime, func(e *table.Event) { e.Left[0] += 60_000 }},
		{"another time of the one who waits", table.WrongTime, func(e *table.Event) { e.Left[1]-- }},
		{"a time-out of the one who waits", table.WrongTime, func(e *table.Event) {
			*e = table.Event{N: e.N, Wish: table.Wish{Kind: table.KindTimeOut, Game: 1, Arg: uint32(table.B)}, Left: e.Left}
		}},
		{"a number left out", table.Missing, func(e *table.Event) { e.N++ }},
		{"a number twice", table.Missing, func(e *table.Event) { e.N-- }},
	} {
		t.Run(l.name, func(t *testing.T) {
			c := sat(t, table.A)
			e := c.bo(1)
			l.lie(&e)
			lie := eventFrame(t, e, table.Tag{1})
			c.down = [][]byte{lie}
			c.settle()
			end, told := endOf(c.heard), endOf(c.ends)
			if end.Fate != Desynced || end.Lie == nil || end.Lie.What != l.want || string(end.Frame) != string(lie) {
				t.Errorf("the player has %+v, want %v", end, l.want)
			}
			if told.Lie == nil || told.Lie.What != l.want || c.cuts != 1 {
				t.Errorf("the club hears %+v, %d cuts", told, c.cuts)
			}
		})
	}
}

// TestLyingClubAnswers has a club lie in messages other than events.
func TestLyingClubAnswers(t *testing.T) {
	refuse := sat(t, table.B)
	need.NoError(t, refuse.player.Wish(table.KindPly, 1, ""))
	refuse.player.Drain()
	refuse.down = [][]byte{frame(t, &wire.Frame{Body: &wire.Frame_Refused{Refused: &wire.Refused{Id: 1, Code: wire.RefusalCode(table.NotLegal), N: 2}}})}
	refuse.settle()
	if e := endOf(refuse.heard); e.Fate != Desynced || e.Lie.What != table.Unfair {
		t.Errorf("a legal ply is refused: %+v", e)
	}
	for _, n := range []uint32{1, 2, 3} {
		back := sat(t, table.B)
		h := make([]byte, 32)
		if n == 3 { // the club has lost an event
			at := back.owner.State().H
			n, h = 2, at[:]
			back.take(back.owner.Local(table.A, table.KindSay, 0, "x", back.now))
			back.settle()
		}
		back.cut()
		back.connect(back.player.Series())
		back.up = nil
		back.down = [][]byte{frame(t, &wire.Frame{Body: &wire.Frame_Following{Following: &wire.Following{Protocol: Version, N: n, H: h}}})}
		back.settle()
		e := endOf(back.heard)
		if n == 2 && (e.Fate != Desynced || e.Lie.What != table.History) {
			t.Errorf("another or a shorter history: %+v", e)
		}
		if n == 1 && e.Fate != GivenUp { // the club has fewer events than the snapshot
			t.Errorf("less than the snapshot: %+v", e)
		}
	}
	for name, change := range map[string]func(s *wire.Snapshot){
		"other terms": func(s *wire.Snapshot) { s.Series[20]++ }, "another version": func(s *wire.Snapshot) { s.Protocol++ },
		"a stump": func(s *wire.Snapshot) { s.Series = s.Series[:40] }, "bytes behind it": func(s *wire.Snapshot) { s.Series = append(s.Series, 0) },
	} {
		c := newClub(t, table.B).connect(nil)
		c.member.Step(c.now, c.up[0])
		c.up = nil
		c.flush()
		f := sent(t, c.down[0])
		change(f.GetSnapshot())
		c.down = [][]byte{frame(t, f)}
		c.settle()
		if e := endOf(c.heard); e.Err == nil || e.Fate != None || c.player.Series() != nil || c.cuts != 1 {
			t.Errorf("a snapshot with %s: %+v, %d cuts", name, e, c.cuts)
		}
	}
}

// TestLyingDevice sends a club frames that no honest player's program sends. The connection ends,
// and the table hears only that, once.
func TestLyingDevice(t *testing.T) {
	hand := &wire.Frame{Body: &wire.Frame_HandBack{HandBack: &wire.HandBack{Events: []*wire.Event{{N: 3, Wish: &wire.Wish{Kind: 2}}}, Tag: make([]byte, 16)}}}
	for _, l := range []struct {
		name string
		lie  []byte
		err  error
	}{
		{"an event that was never sent is acknowledged", frame(t, &wire.Frame{Body: &wire.Frame_Ack{Ack: &wire.Ack{N: 77}}}), errGarbled},
		{"a wish that has seen the future", wishFrame(t, table.Wish{Kind: table.KindSay, ID: 1, Seen: 77, Text: "x"}), errGarbled},
		{"a text of 3,000 bytes", wishFrame(t, table.Wish{Kind: table.KindSay, ID: 1, Seen: 2, Text: string(make([]byte, 3000))}), errGarbled},
		{"an event", eventFrame(t, table.Event{N: 3, Wish: table.Wish{Kind: table.KindSay}}, table.Tag{1}), ErrUnexpected},
		{"a snapshot", frame(t, &wire.Frame{Body: &wire.Frame_Snapshot{Snapshot: &wire.Snapshot{}}}), ErrUnexpected},
		{"a second Hello", frame(t, &wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{MinProtocol: 3, MaxProtocol: 3}}}), ErrUnexpected},
		{"a Follow in the middle", frame(t, &wire.Frame{Body: &wire.Frame_Follow{Follow: &wire.Follow{H: make([]byte, 32)}}}), ErrUnexpected},
		{"events that nobody has lost", frame(t, hand), ErrUnexpected},
		{"an accusation without a chain", frame(t, &wire.Frame{Body: &wire.Frame_Disagree{Disagree: &wire.Disagree{Code: 1}}}), errGarbled},
		{"bytes", []byte("\xff\xff\xff"), nil},
	} {
		t.Run(l.name, func(t *testing.T) {
			c := sat(t, table.B)
			was := c.owner.State().N
			c.member.Step(c.now, l.lie)
			tells := len(c.todo)
			c.flush()
			if e := endOf(c.ends); !c.member.Ended() || e.Err == nil || l.err != nil && !errors.Is(e.Err, l.err) {
				t.Errorf("the club has %+v", e)
			}
			if c.cuts != 1 || tells != 1 || c.owner.State().N != was {
				t.Errorf("%d cuts, the table is told %d times, and has event %d", c.cuts, tells, c.owner.State().N)
			}
			c.member.Step(c.now, l.lie) // nothing follows
			c.settle()
			if c.cuts != 1 {
				t.Errorf("%d cuts", c.cuts)
			}
		})
	}
}

// TestAheadOfItsClub has a club that has lost events of its player: the device is turned away and
// gives its copy up, so that it can take the seat again with a ticket.
func TestAheadOfItsClub(t *testing.T) {
	c := losing(t, sat(t, table.A))
	c.settle()
	if e := endOf(c.heard); e.Reject != wire.RejectCode_REJECT_CODE_HISTORY || e.Fate != GivenUp || c.cuts != 1 {
		t.Errorf("the player hears %+v; %d cuts", e, c.cuts)
	}
	c.connect(nil).settle()
	if c.player.Series() == nil || c.player.Series().Follower().State().N != c.owner.State().N {
		t.Errorf("the device is not seated again: %+v", c.heard)
	}
}

// viewing returns a club's end of a watcher's connection, and the gallery of it.
func viewing() (*Gallery, *Viewer) {
	g := NewGallery(GalleryConfig{Places: 1, All: func() *wire.Snapshot { return &wire.Snapshot{} }, Counted: func(int) {}})
	return g, NewViewer(g, limit.Address{}, func() {}, noon)
}

// TestLyingViewer sends a club, as a watcher, frames that no honest program sends.
func TestLyingViewer(t *testing.T) {
	hello := frame(t, &wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{MinProtocol: 3, MaxProtocol: 3}}})
	for name, lie := range map[string][]byte{
		"a second Hello": hello, "a wish": wishFrame(t, table.Wish{Kind: table.KindPly, ID: 1}), "bytes": []byte("\xff\xff"),
		"an Ack":        frame(t, &wire.Frame{Body: &wire.Frame_Ack{Ack: &wire.Ack{N: 1}}}),
		"a Follow":      frame(t, &wire.Frame{Body: &wire.Frame_Follow{Follow: &wire.Follow{}}}),
		"an event":      eventFrame(t, table.Event{N: 1, Wish: table.Wish{Kind: table.KindSay}}, table.Tag{1}),
		"an accusation": frame(t, &wire.Frame{Body: &wire.Frame_Disagree{Disagree: &wire.Disagree{Code: 1, H: make([]byte, 32)}}}),
	} {
		g, v := viewing()
		show := func(now time.Time) {
			g.Changed()
			g.Tick(now)
			g.Tick(now.Add(showAfter))
		}
		show(noon)
		v.Step(noon, hello)
		v.Step(noon, lie)
		show(noon.Add(time.Minute))
		out := v.Drain()
		left := split(out.Write)
		if e := endOf(out.Notices); !out.Done || e.Err == nil || g.Count() != 0 || fmt.Sprint(namesOf(left)) != "[Snapshot UNSPECIFIED Leave PROTOCOL_ERROR]" {
			t.Errorf("%s: %+v, %q", name, e, namesOf(left))
		}
	}
	_, v := viewing()
	v.Step(noon, hello)
	ping := frame(t, &wire.Frame{Body: &wire.Frame_Ping{Ping: &wire.Ping{}}})
	for range floodBurst + 1 {
		v.Step(noon, ping)
	}
	if out := v.Drain(); !out.Done || !errors.Is(endOf(out.Notices).Err, ErrFlood) {
		t.Errorf("a flood of pings goes on: %+v", out.Notices)
	}
}

func namesOf(payloads [][]byte) (list []string) {
	for _, p := range payloads {
		list = append(list, name(p))
	}
	return list
}
