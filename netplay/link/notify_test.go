package link

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/tools/need"
)

// TestNotify has both ends look at their events only when they are notified of them.
func TestNotify(t *testing.T) {
	news := make(chan struct{}, 1)
	notify := func() {
		select {
		case news <- struct{}{}:
		default:
		}
	}
	host := Host("127.0.0.1:0", HostConfig{Common: Common{Notify: notify, Insecure: true}, Variant: kalah64, First: match.FirstHost, Admission: letAllIn})
	defer host.Close()
	var guest table.Link
	played := 0
	for end := time.After(need.Patience); played < 2; {
		select {
		case <-news:
		case <-end:
			t.Fatalf("no notice of an event; %d ends have the ply", played)
		}
		for _, e := range host.Events() {
			switch e := e.(type) {
			case table.Listening:
				guest = Join(e.Addr, GuestConfig{Common: Common{Notify: notify, Insecure: true}})
				defer guest.Close()
			case table.GameStarted:
				need.NoError(t, host.Wish(match.Host, table.KindPly, 1, ""))
			case table.Played:
				played++
			}
		}
		if guest == nil {
			continue
		}
		for _, e := range guest.Events() {
			switch e.(type) {
			case table.Offered:
				need.NoError(t, guest.Accept())
			case table.Played:
				played++
			}
		}
	}
}
