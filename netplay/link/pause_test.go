package link

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/faults"
	"mancala/tools/need"
)

// TestRedial checks when a guest dials again: after 0.5, 1, 2, 4, 8 seconds and then every 15, ±20
// %, as long as the series is paused.
func TestRedial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		line.refuses(true)
		line.dials()
		last := time.Now()
		line.cut()
		wantEvents(t, host, `Paused reason 0, wait 60: netplay.dropped "Gus"`)
		wantEvents(t, guest, `Paused reason 0, wait 60: netplay.dropped "Hilda"`)
		time.Sleep(10 * time.Minute)
		dialled := line.dials()
		for i, at := range dialled {
			want := 15 * time.Second
			if i < 5 {
				want = 500 * time.Millisecond << i
			}
			if wait := at.Sub(last); wait < want*4/5 || wait > want*6/5 {
				t.Errorf("attempt %d came after %v", i, wait)
			}
			last = at
		}
		if n := len(dialled); n < 30 {
			t.Errorf("%d attempts in ten minutes", n)
		}
		line.refuses(false)
		time.Sleep(18 * time.Second)
		wantEvents(t, host, "Resumed")
		wantEvents(t, guest, "Resumed")
		line.cut() // and the backoff begins again with half a second
		time.Sleep(601 * time.Millisecond)
		wantEvents(t, host, "Paused", "Resumed")
		wantEvents(t, guest, "Paused", "Resumed")
		line.cut()
		wantEvents(t, guest, "Paused")
		line.dials()
		_ = guest.Close()
		time.Sleep(time.Minute)
		if len(line.dials()) > 0 {
			t.Error("a closed guest dials")
		}
		_ = host.Close()
	})
}

// TestDeadLine silently kills a line: both ends notice after half a minute, and the guest comes
// back.
func TestDeadLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		line.die()
		need.NoError(t, host.Wish(match.Host, table.KindPly, 1, ""))
		time.Sleep(giveUpAfter - time.Millisecond)
		wantEvents(t, host, "Played 1", "PeerQuiet true")
		wantEvents(t, guest, "PeerQuiet true")
		time.Sleep(time.Millisecond)
		// One end notices first and closes the pipe, so the other's message varies.
		wantEvents(t, host, "Paused reason 0, wait 60:")
		wantEvents(t, guest, "Paused reason 0, wait 60:")
		if err := host.Wish(match.Host, table.KindPly, 2, ""); !errors.Is(err, table.Away) {
			t.Errorf("a ply while the line is down: %v", err)
		}
		for what, err := range map[string]error{
			"Resign": guest.Wish(match.Guest, table.KindResign, 0, ""), "Rematch": guest.Wish(match.Guest, table.KindWant, 0, ""), "Say": guest.Wish(match.Guest, table.KindSay, 0, "hello"),
			"AskTakeback": host.Wish(match.Host, table.KindAsk, 0, ""), "AnswerTakeback": guest.Wish(match.Guest, table.KindGrant, 0, ""),
			"WithdrawTakeback": host.Wish(match.Host, table.KindUnask, 0, ""), "WithdrawRematch": host.Wish(match.Host, table.KindUnwant, 0, ""),
		} {
			if err != table.Away {
				t.Errorf("%s while the line is down: %v", what, err)
			}
		}
		time.Sleep(time.Second)
		wantEvents(t, host, "Resumed")
		wantEvents(t, guest, "Resumed", "Played 1 south house 1")
		need.NoError(t, guest.Wish(match.Guest, table.KindPly, 4, ""))
		wantEvents(t, guest, "Played 2")
		wantEvents(t, host, "Played 2")
		_ = guest.Close()
		_ = host.Close()
	})
}

// TestEndedWhilePaused ends a paused series; the returning guest learns of it.
func TestEndedWhilePaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host, guest, line := together(t, &hostDisk, &guestDisk)
		line.cut()
		wantEvents(t, guest, "Paused")
		wantEvents(t, host, "Paused")
		host.Leave(table.ReasonQuit)
		wantEvents(t, host, "GameOver abandoned", "PeerLeft reason 1 local true")
		time.Sleep(time.Second)
		wantEvents(t, guest, "Resumed", "GameOver abandoned", `PeerLeft reason 1 local false: netplay.host-ended "Hilda"`)
		if !hostDisk.read().Over() || !guestDisk.read().Over() {
			t.Error("a series that has ended is still kept")
		}
		host.WaitAgain()
		wantEvents(t, host, "table.Listening")
		_ = guest.Close()
		_ = host.Close()
	})
}

// TestResumeWithoutEnd dials a host that answers nothing: the guest tries again.
func TestResumeWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var guestDisk disk
		host, guest, line := together(t, new(disk), &guestDisk)
		_ = host.Close()
		wantEvents(t, guest, "Paused reason 2")
		line.dials()
		silent := faults.NewPipes()
		line.mu.Lock()
		line.listener = silent
		line.mu.Unlock()
		go func() {
			for {
				nc, err := silent.Accept()
				if err != nil {
					return
				}
				go func() { _, _ = io.Copy(io.Discard, nc) }()
			}
		}()
		time.Sleep(time.Minute)
		if tried := len(line.dials()); tried < 3 || tried > 6 {
			t.Errorf("%d attempts in a minute", tried)
		}
		wantEvents(t, guest)
		_ = guest.Close()
		_ = silent.Close()
	})
}

// TestDisplacedByItself takes the seat of a guest away who has just lost a connection: they dial
// again, since the other end may have taken up an attempt that they had given up. They do so once
// for each loss, so two programs with one folder do not take it from each other forever.
func TestDisplacedByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := new(disk)
		host, guest, line := together(t, new(disk), kept)
		line.cut()
		time.Sleep(time.Second)
		wantEvents(t, host, "Paused", "Resumed")
		wantEvents(t, guest, "Paused", "Resumed")
		other := again(line, kept)
		time.Sleep(time.Second)
		wantEvents(t, guest, "Paused", "Resumed")
		synctest.Wait()
		if told := strings.Join(eventsOf(other), "\n"); !strings.Contains(told, "netplay.replaced") {
			t.Errorf("the other program: %s", told)
		}
		third := again(line, kept)
		time.Sleep(time.Second)
		wantEvents(t, guest, `PeerLeft`)
		for _, l := range []table.Link{guest, other, third, host} {
			_ = l.Close()
		}
	})
}
