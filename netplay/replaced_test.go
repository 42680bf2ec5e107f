package netplay

import (
	"testing"
	"testing/synctest"
	"time"
)

// Two programs with one data folder do not take the seat from each other for ever: the first one is
// told, and stops.
func TestASecondProgramTakesTheSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host, first, line := together(t, &hostDisk, &guestDisk)
		second := Join("host", GuestConfig{Name: "Gus", Transport: line, Keep: guestDisk.keep, Resume: guestDisk.bookmark(t), Insecure: !overTLS})
		wantEvents(t, second, "match.Connecting", "Connected \"Hilda\"", "GameStarted", "Paused", "Resumed")
		wantEvents(t, first, "PeerLeft reason 0 local false kept: netplay.replaced")
		wantEvents(t, host, `Paused reason 0, wait 60: netplay.dropped "Gus"`, "Resumed")
		time.Sleep(10 * time.Minute)
		if err := host.Play(1); err != nil {
			t.Fatal(err)
		}
		wantEvents(t, first)
		wantEvents(t, second, "Played 1")
		wantEvents(t, host, "Played 1")
		_ = first.Close()
		_ = second.Close()
		_ = host.Close()
	})
}
