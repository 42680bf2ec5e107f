package netplay

import (
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
)

// A guest who left for now comes back to a host who is still waiting: the game continues at once.
func TestAGuestComesBackToAHostWhoWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host, guest, line := together(t, &hostDisk, &guestDisk)
		if err := host.Play(1); err != nil {
			t.Fatal(err)
		}
		wantEvents(t, host, "Played 1")
		wantEvents(t, guest, "Played 1")
		guest.Leave(match.ReasonLater)
		wantEvents(t, guest, "PeerLeft reason 4 local true kept")
		wantEvents(t, host, "Paused reason 4")
		_ = guest.Close()
		host.WaitAgain()
		wantEvents(t, host, "PeerLeft reason 4 local true kept", "match.Listening")
		again := Join("host", GuestConfig{Name: "Gus", Transport: line, Keep: guestDisk.keep, Resume: guestDisk.bookmark(t), Insecure: !overTLS})
		wantEvents(t, again, "match.Connecting", "Connected \"Hilda\"", "GameStarted", "Paused", "Resumed")
		wantEvents(t, host, "Connected \"Gus\"", "GameStarted", "Paused", "Resumed")
		if err := again.Play(4); err != nil {
			t.Fatal(err)
		}
		wantEvents(t, host, "Played 2")
		_ = again.Close()
		_ = host.Close()
	})
}

// A guest whose line dropped is told once that the game was set aside, and may come back after
// that.
func TestASetAsideGuestMayComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host, guest, line := together(t, &hostDisk, &guestDisk)
		line.refuses(true)
		line.cut()
		wantEvents(t, guest, "Paused")
		wantEvents(t, host, "Paused")
		host.WaitAgain()
		wantEvents(t, host, "PeerLeft reason 4 local true kept", "match.Listening")
		line.refuses(false)
		time.Sleep(time.Minute)
		wantEvents(t, guest, `PeerLeft reason 4 local false kept: netplay.host-set-aside "Hilda"`)
		wantEvents(t, host)
		_ = guest.Close()
		again := Join("host", GuestConfig{Name: "Gus", Transport: line, Keep: guestDisk.keep, Resume: guestDisk.bookmark(t), Insecure: !overTLS})
		wantEvents(t, again, "match.Connecting", "Connected \"Hilda\"", "GameStarted", "Paused", "Resumed")
		wantEvents(t, host, "Connected \"Gus\"", "GameStarted", "Paused", "Resumed")
		_ = again.Close()
		_ = host.Close()
	})
}
