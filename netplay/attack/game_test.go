package attack_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/netplay/attack"
	"mancala/netplay/link"
	"mancala/tools/need"
)

// TestStrangersDisturbNoGame has strangers try everything at a host who plays, until that host
// waits for another guest. The host gets no event of them, so a winner's prompt for a name stays.
func TestStrangersDisturbNoGame(t *testing.T) {
	host, addr := serve(t, link.HostConfig{})
	guest := need.Must(join(t, addr, 0))(t)
	tabletest.Must[table.GameStarted](host)
	var swarms []*attack.Swarm
	for name, life := range map[string]attack.Life{
		"close": attack.Close, "reset": attack.Reset, "drip": attack.Drip(50 * time.Millisecond), "look": attack.LookAround("Looker"),
		"barge": attack.Barge, "squat": attack.Squat("Squatter", time.Second), "late": attack.Late(100 * time.Millisecond),
	} {
		plan := attack.Plan{Addr: addr, Secure: name != "close" && name != "reset", Callers: 8, Rate: need.Short(60, 300), Sources: attack.Sources(8), Life: life}
		swarms = append(swarms, plan.Start(t.Context()))
		defer swarms[len(swarms)-1].Stop()
	}
	all := func() {
		for _, s := range swarms {
			dialled(t, s, 8)
		}
	}
	all()
	before := len(host.Heard)
	tabletest.PlayOut(kalah, host, guest, rand.New(rand.NewPCG(3, 4)))
	all()
	guest.Link.Leave(table.ReasonQuit)
	tabletest.Must[table.PeerLeft](host)
	_ = guest.Link.Close()
	all()
	host.Poll()
	for _, e := range host.Heard[before:] {
		switch e := e.(type) {
		case table.Played, table.GameOver, table.PeerLeft:
		default:
			t.Errorf("the host heard %s", fmt.Sprintf("%T %+v", e, e))
		}
	}
}
