package netplay

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/rules"
)

// fiveMinutes returns the clocks of five minutes and three seconds a ply on which a side's runs
// from now on.
func fiveMinutes(side rules.Side) match.Clocks {
	c := match.NewClocks(match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second})
	c.Start(side, time.Now())
	return c
}

func TestClocksOfALink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := togetherBy(t, keys.Secret{1}, new(disk), new(disk))
		keeper := host.Timekeeper()
		if keeper == nil || guest.Timekeeper() != nil {
			t.Fatal("only hosts keep time")
		}
		mustDo(t, keeper.Tell(fiveMinutes(rules.South)))
		wantEvents(t, guest, "Clocked 5+3, south 5m0s, north 5m0s, south runs")
		time.Sleep(20 * time.Second)
		watcher, _ := watcherAt(t, line.listener)
		wantSoon(t, watcher, "match.Connecting", "Watched", "GameStarted", "Watchers 1", "Clocked 5+3, south 4m40s, north 5m0s, south runs")

		mustDo(t, host.Play(1))
		mustDo(t, keeper.Tell(fiveMinutes(rules.North)))
		wantSoon(t, watcher, "Played 1", "Clocked 5+3, south 5m0s, north 4m59.98s, north runs")
		wantEvents(t, guest, "Watchers 1", "Played 1", "Clocked 5+3, south 5m0s, north 5m0s, north runs")
		time.Sleep(10*time.Second - soon)
		mustDo(t, guest.Play(1))
		wantEvents(t, guest, "Played 2", "Clocked 5+3, south 5m0s, north 4m53s, south runs")
		mustDo(t, keeper.TimeOut(match.Host))
		wantSoon(t, watcher, "Played 2", "Clocked 5+3, south 0s, north 4m59.98s", "GameOver timed-out north wins 0-0 by host")
		wantEvents(t, guest, "Clocked 5+3, south 0s, north 4m53s", "GameOver timed-out north wins 0-0 by host")
		if err := keeper.TimeOut(match.Host); !errors.Is(err, match.ErrEnded) {
			t.Errorf("a second end: %v", err)
		}
		closeAll(watcher, guest, host)
		if err := keeper.Tell(match.Clocks{}); !errors.Is(err, ErrNoGame) {
			t.Errorf("after the end of the link: %v", err)
		}
	})
}

func TestTimeWhileTheLineIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := togetherBy(t, keys.Secret{1}, new(disk), new(disk))
		keeper := host.Timekeeper()
		mustDo(t, keeper.Absent(true))
		wantEvents(t, guest, "PeerAbsent true")
		line.refuses(true)
		line.cut()
		wantEvents(t, guest, "Paused")
		mustDo(t, keeper.Tell(fiveMinutes(rules.South)))
		time.Sleep(20 * time.Second)
		line.refuses(false)
		time.Sleep(20 * time.Second)
		synctest.Wait()
		events := eventsOf(guest)
		if len(events) != 3 || events[0] != "Resumed" || events[2] != "PeerAbsent true" {
			t.Fatalf("the guest is told %q", events)
		}
		line.refuses(true)
		line.cut()
		synctest.Wait()
		mustDo(t, keeper.TimeOut(match.Guest))
		mustDo(t, keeper.Absent(false))
		line.refuses(false)
		time.Sleep(20 * time.Second)
		wantEvents(t, guest, "Paused", "Resumed", "Clocked", "GameOver timed-out south wins 0-0 by guest", "Clocked 5+3")
		closeAll(guest, host)
	})
}

func TestNoTimeBeforeAGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, _ := bubbleHost(t)
		keeper := host.Timekeeper()
		for _, err := range []error{keeper.Tell(match.Clocks{}), keeper.TimeOut(match.Guest), keeper.Absent(true)} {
			if !errors.Is(err, ErrNoGame) {
				t.Errorf("before there is a guest: %v", err)
			}
		}
		_ = host.Close()
	})
}

// A host that tells of time more often than a game can need it is a flood.
func TestFloodOfClocks(t *testing.T) {
	p := newClubPair(false)(t, kalah, match.FirstHost)
	p.deliverAll()
	c := match.NewClocks(match.TimeControl{Base: time.Minute})
	for range floodBurst + 2 {
		mustDo(t, p.session[match.Host].Tell(p.now, c))
		p.collect(match.Host)
	}
	p.deliverAll()
	if s := p.session[match.Guest]; !errors.Is(s.Cause(), errFlood) {
		t.Errorf("the guest's session: %v", s.Cause())
	}
}
