package link

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/frames"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"
)

// TestEveryLineOfAGuestIsReleased has a guest whose line dies unnoticed come back and end the
// series: both of their connections are held until the disk has the end.
func TestEveryLineOfAGuestIsReleased(t *testing.T) {
	for range 12 { // the host's connections are in a map
		synctest.Test(t, func(t *testing.T) {
			var hostDisk, guestDisk disk
			host, guest, line := together(t, &hostDisk, &guestDisk)
			need.NoError(t, host.Wish(match.Host, table.KindPly, 1, ""))
			wantEvents(t, host, "Played 1")
			wantEvents(t, guest, "Played 1")
			line.die()
			back := again(line, &guestDisk)
			synctest.Wait()
			back.Leave(table.ReasonQuit)
			time.Sleep(3 * time.Second)
			if !guestDisk.read().Over() {
				t.Error("after 3 s the guest has not heard that the series is over")
			}
			_ = guest.Close()
			_ = back.Close()
			_ = host.Close()
			time.Sleep(time.Minute)
		})
	}
}

// accuser is a guest who follows a series and then says that the host has lied.
type accuser struct {
	*session.Player
	told bool
}

func (a *accuser) Drain() session.Output {
	out := a.Player.Drain()
	if !a.told && a.Series() != nil && len(out.Notices) > 0 {
		a.told = true
		out.Write, _ = frames.Append(out.Write, &wire.Frame{Body: &wire.Frame_Disagree{Disagree: &wire.Disagree{Code: 1, N: 1, H: make([]byte, 32)}}}, frames.Max)
	}
	return out
}

// mute is a guest who follows a series, says that they have what they had, and then says nothing.
type mute struct {
	*session.Player
	silent bool
}

func (m *mute) Drain() session.Output {
	n, _ := m.Series().Follower().Position()
	out := m.Player.Drain()
	if len(out.Notices) > 0 {
		m.silent = true
		out.Write, _ = frames.Append(nil, &wire.Frame{Body: &wire.Frame_Ack{Ack: &wire.Ack{N: n}}}, frames.Max)
	}
	return out
}

func (m *mute) Step(now time.Time, payload []byte) {
	if !m.silent {
		m.Player.Step(now, payload)
	}
}

func (m *mute) Tick(time.Time) {}

func (m *mute) NextTick() time.Time { return time.Now().Add(time.Hour) }

// follows has the guest of a bookmark, or a liar in their place, follow their series.
func follows(t *testing.T, mark match.Bookmark, nc net.Conn, as func(p *session.Player) transport.Machine) *transport.Conn {
	t.Helper()
	follower, _, err := restoreFollowed(mark, time.Now())
	need.NoError(t, err)
	p := need.Must(session.NewPlayer(session.PlayerConfig{Name: "Gus", Series: follower, Attempt: 1 << 60}, time.Now()))(t)
	var mu sync.Mutex
	c := transport.NewConn(nc, transport.ConnConfig{Mu: &mu, Now: time.Now, Machine: as(p), Changed: func(c *transport.Conn) {
		if c.Flush().Sync {
			go c.Release()
		}
	}})
	mu.Lock()
	c.Start()
	mu.Unlock()
	return c
}

// TestAGuestOfBeforeTouchesNoOtherGame expects that the guest of a series that was left while they
// were away accuses only in that one, and that no one else hears that they are silent there.
func TestAGuestOfBeforeTouchesNoOtherGame(t *testing.T) {
	for _, liar := range []func(p *session.Player) transport.Machine{
		func(p *session.Player) transport.Machine { return &accuser{Player: p} },
		func(p *session.Player) transport.Machine { return &mute{Player: p} },
	} {
		synctest.Test(t, func(t *testing.T) { besideAGuestOfBefore(t, liar) })
	}
}

func besideAGuestOfBefore(t *testing.T, liar func(p *session.Player) transport.Machine) {
	var hostDisk, guestDisk disk
	host, guest, line := together(t, &hostDisk, &guestDisk)
	need.NoError(t, host.Wish(match.Host, table.KindPly, 1, ""))
	wantEvents(t, host, "Played 1")
	wantEvents(t, guest, "Played 1")
	need.NoError(t, guest.Wish(match.Guest, table.KindPly, 1, "")) // who leaves without a ply has to wait
	wantEvents(t, host, "Played 2")
	wantEvents(t, guest, "Played 2")
	mark := guestDisk.read()
	line.refuses(true)
	line.cut()
	wantEvents(t, host, "Paused")
	_ = guest.Close()
	host.Leave(table.ReasonQuit)
	host.WaitAgain()
	synctest.Wait()
	eventsOf(host)
	line.refuses(false)
	other := Join("host", GuestConfig{Common: Common{Name: "Eve", Keep: new(disk).keep, Insecure: true}, Transport: line})
	synctest.Wait()
	eventsOf(host)
	c := follows(t, mark, need.Must(line.Dial(t.Context(), ""))(t), liar)
	time.Sleep(quietAfter + time.Second)
	if got := eventsOf(host); len(got) > 0 {
		t.Errorf("the table with Eve hears %v", got)
	}
	need.NoError(t, host.Wish(match.Host, table.KindPly, 1, ""))
	wantEvents(t, host, "Played 1")
	c.Close()
	_ = other.Close()
	_ = host.Close()
	time.Sleep(time.Minute)
}

// TestMovedWithoutEnd has a guest come to a club that sends everyone on to nowhere.
func TestMovedWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host, guest, _ := together(t, &hostDisk, &guestDisk)
		need.NoError(t, host.Wish(match.Host, table.KindPly, 1, ""))
		wantEvents(t, guest, "Played 1")
		mark := guestDisk.read()
		_ = guest.Close()
		_ = host.Close()
		n := 0
		liar := dialer(func(context.Context) (net.Conn, error) {
			n++
			here, there := net.Pipe()
			go func() {
				_, _ = io.ReadFull(there, make([]byte, 4))
				b, _ := frames.Append([]byte(session.Preface), &wire.Frame{Body: &wire.Frame_Leave{Leave: &wire.Leave{Reason: wire.LeaveReason_LEAVE_REASON_MOVED}}}, frames.Max)
				go func() { _, _ = there.Write(b) }()
				_, _ = io.Copy(io.Discard, there)
				_ = there.Close()
			}()
			return here, nil
		})
		again := Join("host", GuestConfig{Common: Common{Name: "Gus", Keep: guestDisk.keep, Insecure: true}, Transport: liar, Resume: &mark})
		time.Sleep(10 * time.Second)
		if n < 10 || n > 50 {
			t.Errorf("%d attempts in 10 s", n)
		}
		_ = again.Close()
		time.Sleep(time.Minute)
	})
}

// TestPromisesWithoutEnd shows a paused series so many missed events that not all can wait for its
// return: they are shown in their order.
func TestPromisesWithoutEnd(t *testing.T) {
	st := need.Must(table.NewState(table.Terms{Variant: kalah64}))(t)
	f := &front{view: table.Perspective{Terms: st.Terms, Self: table.B}, state: st, peer: "Hilda", paused: true}
	b := base{front: f}
	said := func(n int) table.Event {
		return table.Event{N: uint32(n), By: table.A, Wish: table.Wish{Kind: table.KindSay, Text: fmt.Sprint(n)}}
	}
	const all = 3*maxMissed + 10
	for n := 1; n <= all; n++ {
		b.change(f, &table.Change{Event: said(n)})
		if len(f.missed) > maxMissed {
			t.Fatalf("%d events wait", len(f.missed))
		}
	}
	b.catchUp()
	n := 0
	for _, e := range b.Events() {
		if e, ok := e.(table.Said); ok {
			if n++; e.Text != fmt.Sprint(n) {
				t.Fatalf("event %d says %s", n, e.Text)
			}
		}
	}
	if n != all {
		t.Errorf("%d events are shown, of %d", n, all)
	}
}
