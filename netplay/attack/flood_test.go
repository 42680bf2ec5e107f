package attack_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"mancala/netplay/attack"
	"mancala/netplay/link"
	"mancala/tools/need"
)

// TestLateHelloInAFlood sends honest guests whose first byte is 50 ms late, while strangers connect
// and send nothing.
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
				host, addr := serve(t, link.HostConfig{})
				swarm := attack.Plan{Addr: addr, Callers: callers, Rate: rate, Sources: sources, Life: attack.Idle}.Start(t.Context())
				dialled(t, swarm, callers)
				letIn(t, visits, func() error { return visit(host, addr, 50*time.Millisecond) })
				t.Logf("%+v", swarm.Stop())
			})
		}
	}
}
