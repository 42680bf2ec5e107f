package link

import (
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/session"
	"mancala/tools/need"
)

// A guest who left for now comes back to a host who is still waiting: the game continues at once.
func TestAGuestComesBackToAHostWhoWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host, guest, line := together(t, &hostDisk, &guestDisk)
		need.NoError(t, host.Wish(match.Host, table.KindPly, 1, ""))
		wantEvents(t, host, "Played 1")
		wantEvents(t, guest, "Played 1")
		guest.Leave(table.ReasonLater)
		wantEvents(t, guest, "PeerLeft reason 4 local true kept")
		wantEvents(t, host, "Paused reason 4")
		_ = guest.Close()
		host.WaitAgain()
		wantEvents(t, host, "PeerLeft reason 4 local true kept", "table.Listening")
		back := again(line, &guestDisk)
		wantEvents(t, back, "table.Connecting", "Connected \"Hilda\"", "GameStarted", "Paused", "Resumed")
		wantEvents(t, host, "Connected \"Gus\"", "GameStarted", "Paused", "Resumed")
		need.NoError(t, back.Wish(match.Guest, table.KindPly, 4, ""))
		wantEvents(t, host, "Played 2")
		_ = back.Close()
		_ = host.Close()
	})
}

// A guest whose line dropped hears once that the game was set aside, and may then come back.
func TestASetAsideGuestMayComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host, guest, line := together(t, &hostDisk, &guestDisk)
		line.refuses(true)
		line.cut()
		wantEvents(t, guest, "Paused")
		wantEvents(t, host, "Paused")
		host.WaitAgain()
		wantEvents(t, host, "PeerLeft reason 4 local true kept", "table.Listening")
		line.refuses(false)
		time.Sleep(time.Minute)
		wantEvents(t, guest, `PeerLeft reason 4 local false kept: netplay.host-set-aside "Hilda"`)
		wantEvents(t, host)
		_ = guest.Close()
		back := again(line, &guestDisk)
		wantEvents(t, back, "table.Connecting", "Connected \"Hilda\"", "GameStarted", "Paused", "Resumed")
		wantEvents(t, host, "Connected \"Gus\"", "GameStarted", "Paused", "Resumed")
		_ = back.Close()
		_ = host.Close()
	})
}

// Two programs with one data folder do not take the seat from each other for ever: the first one
// gets a notice, and stops.
func TestASecondProgramTakesTheSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host, first, line := together(t, &hostDisk, &guestDisk)
		second := again(line, &guestDisk)
		wantEvents(t, second, "table.Connecting", "Connected \"Hilda\"", "GameStarted", "Paused", "Resumed")
		wantEvents(t, first, "PeerLeft reason 0 local false kept: netplay.replaced")
		wantEvents(t, host, `Paused reason 0, wait 60: netplay.dropped "Gus"`, "Resumed")
		time.Sleep(10 * time.Minute)
		need.NoError(t, host.Wish(match.Host, table.KindPly, 1, ""))
		wantEvents(t, first)
		wantEvents(t, second, "Played 1")
		wantEvents(t, host, "Played 1")
		_ = first.Close()
		_ = second.Close()
		_ = host.Close()
	})
}

// TestGoodbyeBeforeClose: a guest who leaves and whose program ends at once has said goodbye.
func TestGoodbyeBeforeClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		line.delays()
		guest.Leave(table.ReasonLater)
		_ = guest.Close()
		line.cut() // as the end of the process does
		wantEvents(t, host, `Paused reason 4, wait 60: netplay.left-for-now "Gus"`)
		_ = host.Close()
	})
}

// TestEndBeforeClose: the host knows that a series is over, even if the guest's program ends at
// once after its person has ended it.
func TestEndBeforeClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		need.NoError(t, guest.Wish(match.Guest, table.KindResign, 0, ""))
		wantEvents(t, host, "GameOver resigned")
		line.delays()
		guest.Leave(table.ReasonQuit)
		_ = guest.Close()
		line.cut() // as the end of the process does
		wantEvents(t, host, "PeerLeft reason 1 ")
		_ = host.Close()
		time.Sleep(time.Minute) // for the late writes
	})
}

// TestAsides sets series aside and has their guests come back: the first time at once only if they
// were away, and never while the seat is taken. At most 64 are remembered.
func TestAsides(t *testing.T) {
	a := asides{}
	here, away := new(session.Owned), new(session.Owned)
	a.put(here, false)
	a.put(away, true)
	for i, c := range []struct {
		o    *session.Owned
		free bool
		want bool
	}{
		{away, false, false},
		{away, true, true},
		{away, true, false},
		{away, true, true},
		{here, true, false},
		{here, false, false},
		{here, true, true},
	} {
		if got := a.comes(c.o, c.free); got != c.want {
			t.Errorf("%d: comes %v", i, got)
		}
	}
	for range 3 * maxAside {
		a.put(new(session.Owned), true)
	}
	if len(a) != maxAside {
		t.Errorf("%d series are remembered", len(a))
	}
}
