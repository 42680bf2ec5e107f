package natsbus

import (
	"testing"

	"mancala/hub/bus/bustest"
)

// BenchmarkAlone: one server, both nodes in its process.
func BenchmarkAlone(b *testing.B) {
	s := start(b, ServerConfig{Node: "alone"})
	bustest.Benchmark(b, join(b, s), join(b, s))
}

// BenchmarkCluster: three servers in one process, three replicas, the nodes on different ones.
func BenchmarkCluster(b *testing.B) {
	var servers []*Server
	for _, cfg := range members(b, 3) {
		servers = append(servers, start(b, cfg))
	}
	bustest.Benchmark(b, join(b, servers[0]), join(b, servers[1]))
}
