package attack_test

import (
	"fmt"
	"testing"
	"time"

	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/netplay/attack"
	"mancala/netplay/link"
	"mancala/tools/need"
)

// TestSeatStaysObtainable lets strangers read the rules endlessly, take the seat and leave it, or
// take it and break off, again and again, from one address and from many. An honest guest who tries
// four times a second, without waiting in the queue, always gets in within seconds.
func TestSeatStaysObtainable(t *testing.T) {
	attacks := []struct {
		name          string
		callers, same int // from many addresses, and from one
		life          attack.Life
	}{
		{"readers", 100, 100, attack.Read("Reader")},
		{"lookers", 16, 16, attack.LookAround("Looker")},
		{"bargers", 16, 16, attack.Barge},
		{"squatters", 4, 1, attack.Squat("Squatter", 300*time.Millisecond)},
		{"breakers", 4, 1, attack.BreakOff},
	}
	if testing.Short() {
		attacks = attacks[:3]
	}
	for _, a := range attacks {
		for _, many := range []bool{true, false} {
			callers, sources := a.same, 0
			if many {
				callers, sources = a.callers, attack.Sources(a.callers)
			}
			t.Run(fmt.Sprintf("%s/callers=%d/sources=%d", a.name, callers, sources), func(t *testing.T) {
				host, addr := serve(t, link.HostConfig{})
				swarm := attack.Plan{Addr: addr, Secure: true, Callers: callers, Rate: 500, Sources: sources, Life: a.life}.Start(t.Context())
				defer func() { t.Logf("%+v", swarm.Stop()) }()
				dialled(t, swarm, callers)
				for range 2 {
					getsIn(t, host, addr)
				}
			})
		}
	}
}

// getsIn has an honest guest try until they are let in, play, and leave. The host waits for the
// next guest whenever one has left.
func getsIn(t *testing.T, host *tabletest.End, addr string) {
	t.Helper()
	began, tries := time.Now(), 0
	for ; time.Since(began) < need.Patience; tries++ {
		guest, err := joinWhile(t, addr, 0, host.Link.WaitAgain)
		if err != nil {
			for wait := time.Now().Add(250 * time.Millisecond); time.Now().Before(wait); time.Sleep(10 * time.Millisecond) {
				host.Link.WaitAgain()
			}
			continue
		}
		for tabletest.Must[table.Connected](host).Peer != "Gus" {
		}
		playOne(host, guest)
		guest.Link.Leave(table.ReasonQuit)
		tabletest.Must[table.PeerLeft](host)
		_ = guest.Link.Close()
		host.Link.WaitAgain()
		t.Logf("in after %v and %d tries", time.Since(began).Round(10*time.Millisecond), tries+1)
		return
	}
	t.Fatalf("an honest guest was not let in in %d tries", tries)
}

// TestNagging has a seated stranger wish for another game and withdraw that, 40 times a second. The
// host hears of ten at once, and then of one a second, so it can still send the stranger away.
func TestNagging(t *testing.T) {
	host, addr := serve(t, link.HostConfig{})
	began := time.Now()
	swarm := attack.Plan{Addr: addr, Secure: true, Callers: 1, Rate: 10, Once: true, Life: attack.Nag(kalah.AppendBytes(nil))}.Start(t.Context())
	for range 7 { // 13 wishes
		tabletest.Must[table.RematchWanted](host)
	}
	host.Poll()
	if most := 20 + int(time.Since(began).Seconds()); len(host.Heard) > most { // the seat and the game tell five times
		t.Errorf("the host has heard %d times, and %d would be the most", len(host.Heard), most)
	}
	host.Link.Guests().Remove(true)
	tabletest.Must[table.PeerLeft](host)
	swarm.Stop()
}

// TestRefusalsAreSlowed has strangers dial a host with a taken seat as fast as it refuses them.
func TestRefusalsAreSlowed(t *testing.T) {
	host, addr := serve(t, link.HostConfig{})
	guest := need.Must(join(t, addr, 0))(t)
	tabletest.Must[table.GameStarted](host)
	const callers = 16
	began := time.Now()
	swarm := attack.Plan{Addr: addr, Secure: true, Callers: callers, Rate: 10_000, Life: attack.Squat("Squatter", time.Hour)}.Start(t.Context())
	dialled(t, swarm, 10*callers)
	count, took := swarm.Stop(), time.Since(began)
	if most := int((took.Seconds()+1)*(40+4*callers)) + callers; count.Over > most {
		t.Errorf("in %v: %+v, more than %d", took, count, most)
	}
	playOne(host, guest)
	_ = guest.Link.Close()
}
