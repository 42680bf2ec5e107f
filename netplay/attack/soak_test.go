package attack_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/netplay/attack"
	"mancala/netplay/link"
	"mancala/tools/need"
)

var soak = flag.Duration("soak", 0, "how long TestSoak takes, with ten times as many strangers")

// TestSoak plays whole games with honest guests over TLS, while strangers are idle or send a byte
// now and then, and dial again when the host has closed their connection.
func TestSoak(t *testing.T) {
	idle, dripping, games := 1000, 200, 3
	switch {
	case testing.Short():
		idle, dripping, games = 100, 20, 1
	case *soak > 0:
		idle, dripping, games = 10_000, 2000, 20
	}
	need.Met(t, "files", attack.Files(uint64(idle+dripping)+3000))
	host, addr := serve(t, link.HostConfig{})
	swarms := []*attack.Swarm{
		attack.Plan{Addr: addr, Callers: idle, Rate: 2000, Sources: attack.Sources(200), Life: attack.Idle}.Start(t.Context()),
		attack.Plan{Addr: addr, Callers: dripping, Rate: 1000, Life: attack.Drip(500 * time.Millisecond)}.Start(t.Context()),
	}
	for stop := time.Now().Add(need.Patience); *soak == 0 && swarms[0].Count().Dialled < idle && time.Now().Before(stop); {
		time.Sleep(time.Millisecond)
	}
	random, began := rand.New(rand.NewPCG(1, 2)), time.Now()
	slowest := time.Duration(0)
	for i := range games {
		time.Sleep(time.Until(began.Add(*soak * time.Duration(i) / time.Duration(games))))
		asked := time.Now()
		guest, err := join(t, addr, 50*time.Millisecond)
		if err != nil {
			t.Fatalf("guest %d was not let in: %v", i+1, err)
		}
		slowest = max(slowest, time.Since(asked))
		tabletest.Must[table.GameStarted](host)
		tabletest.PlayOut(kalah, host, guest, random)
		guest.Link.Leave(table.ReasonQuit)
		tabletest.Must[table.PeerLeft](host)
		need.NoError(t, guest.Link.Close())
		host.Link.WaitAgain()
	}
	time.Sleep(time.Until(began.Add(*soak)))
	for i, s := range swarms {
		count := s.Stop()
		t.Logf("%+v", count)
		if count.Dialled < []int{idle, dripping}[i] {
			t.Error("these are fewer strangers than there should be")
		}
	}
	t.Logf("%d games in %v; the slowest guest was let in after %v", games, time.Since(began).Round(time.Second), slowest)
}
