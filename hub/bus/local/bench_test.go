package local

import (
	"testing"

	"mancala/hub/bus"
	"mancala/hub/bus/bustest"
	"mancala/tools/need"
)

func BenchmarkMemory(b *testing.B) { benchmark(b, New()) }
func BenchmarkFile(b *testing.B)   { benchmark(b, open(b, b.TempDir())) }

func benchmark(b *testing.B, broker *Broker) {
	var nodes []bus.Bus
	for _, name := range []string{"one", "two"} {
		n := need.Must(broker.Join(name))(b)
		b.Cleanup(func() { n.Close() })
		nodes = append(nodes, n)
	}
	bustest.Benchmark(b, nodes[0], nodes[1])
}
