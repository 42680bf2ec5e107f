package need

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// The ports of Addresses. No system chooses them for outgoing connections, so they stay free until
// the test listens.
const (
	firstPort = 10_240
	ports     = 32_768 - firstPort
)

// given holds the ports that Addresses has returned.
var given sync.Map

// Addresses returns some addresses of this machine, host:port, that are free now. No two tests of a
// process get the same one.
func Addresses(t testing.TB, count int) (list []string) {
	t.Helper()
	for tries := 0; len(list) < count; tries++ {
		addr := fmt.Sprintf("127.0.0.1:%d", firstPort+rand.IntN(ports))
		l, err := net.Listen("tcp", addr)
		if err != nil {
			if tries > 100*count {
				t.Fatalf("no free port: %v", err)
			}
			continue
		}
		_ = l.Close()
		if _, again := given.LoadOrStore(addr, true); !again {
			list = append(list, addr)
		}
	}
	return list
}
