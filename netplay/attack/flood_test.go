package attack_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"mancala/netplay"
	"mancala/netplay/attack"
	"mancala/tools/need"
)

// TestLateHelloInAFlood sends honest guests whose first byte is 50 ms late, while strangers connect
// and send nothing. One of twenty may fail, since the flood and the guests share a machine that may
// be busy.
func TestLateHelloInAFlood(t *testing.T) {
	rates, callers, visits := []int{5000}, 4000, 20
	if testing.Short() { // the race detector has enough to do
		rates, callers, visits = []int{200}, 500, 5
	}
	for _, rate := range rates {
		for _, sources := range []int{0, 200} {
			t.Run(fmt.Sprintf("rate=%d/sources=%d", rate, sources), func(t *testing.T) {
				if sources > 0 && runtime.GOOS != "linux" {
					need.Met(t, "more than one loopback address", fmt.Errorf("%s has one", runtime.GOOS))
				}
				need.Met(t, "files", attack.Files(8000))
				host, addr := serve(t, netplay.HostConfig{})
				swarm := attack.Plan{Addr: addr, Callers: callers, Rate: rate, Sources: sources, Life: attack.Idle}.Start(t.Context())
				time.Sleep(time.Second)
				in := 0
				for range visits {
					if err := visit(host, addr, 50*time.Millisecond); err != nil {
						t.Log(err)
						continue
					}
					in++
				}
				count := swarm.Stop()
				t.Logf("%d of %d guests were let in; %+v", in, visits, count)
				if in < visits-1 {
					t.Errorf("%d of %d guests were let in", in, visits)
				}
			})
		}
	}
}
