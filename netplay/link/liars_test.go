package link

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/session"
	"mancala/netplay/stream"
	wire "mancala/proto/mancala/v1"
	"mancala/table"
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

// TestAGuestOfBeforeEndsNoOtherGame expects that the guest of a series that was left while they
// were away accuses only in that one.
func TestAGuestOfBeforeEndsNoOtherGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
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
		follower, _, err := restoreFollowed(mark, time.Now())
		need.NoError(t, err)
		p := need.Must(session.NewPlayer(session.PlayerConfig{Name: "Gus", Series: follower, Attempt: 1 << 60}, time.Now()))(t)
		var mu sync.Mutex
		c := stream.New(need.Must(line.Dial(t.Context(), ""))(t), stream.Config{Mu: &mu, Now: time.Now, Machine: &accuser{Player: p}, Changed: func(c *stream.Conn) {
			if c.Flush().Sync {
				go c.Release()
			}
		}})
		mu.Lock()
		c.Start()
		mu.Unlock()
		synctest.Wait()
		if got := eventsOf(host); len(got) > 0 {
			t.Errorf("the table with Eve hears %v", got)
		}
		need.NoError(t, host.Wish(match.Host, table.KindPly, 1, ""))
		wantEvents(t, host, "Played 1")
		c.Close()
		_ = other.Close()
		_ = host.Close()
		time.Sleep(time.Minute)
	})
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
