package attack_test

import (
	"fmt"
	"testing"
	"time"

	"mancala/netplay"
	"mancala/netplay/attack"
)

// TestSeatStaysObtainable has strangers read the rules without an end, take the seat and give it
// back, or take it and break off, again and again, while an honest guest tries to get in twice a
// second.
func TestSeatStaysObtainable(t *testing.T) {
	attacks := []struct {
		name    string
		callers int
		life    attack.Life
	}{
		{"readers", 100, attack.Read("Reader")},
		{"squatter", 1, attack.Squat("Squatter", 2*time.Second)},
		{"squatters", 16, attack.Squat("Squatter", 2*time.Second)},
		{"bargers", 16, attack.Barge},
		{"breakers", 16, attack.BreakOff},
		{"lookers", 16, attack.LookAround("Looker")},
	}
	for _, a := range attacks {
		for _, sources := range []int{0, attack.Sources(a.callers)} {
			t.Run(fmt.Sprintf("%s/sources=%d", a.name, sources), func(t *testing.T) {
				host, addr := serve(t, netplay.HostConfig{})
				swarm := attack.Plan{Addr: addr, Secure: true, Callers: a.callers, Rate: 500, Sources: sources, Life: a.life}.Start(t.Context())
				defer swarm.Stop()
				time.Sleep(time.Second)
				in, tries := 0, 20
				for range tries {
					guest, err := join(t, addr, 0)
					host.link.WaitAgain()
					if err == nil {
						in++
						_ = guest.link.Close()
					} else if in == 0 {
						t.Log(err)
					}
					time.Sleep(500 * time.Millisecond)
					host.link.WaitAgain()
				}
				t.Logf("%d of %d; %+v", in, tries, swarm.Count())
			})
		}
	}
}
