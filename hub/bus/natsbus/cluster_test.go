package natsbus

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"mancala/tools/need"
)

const secret = "of all nodes of this test alone"

// members returns the configurations of the servers of a cluster.
func members(t testing.TB, count int) []ServerConfig {
	t.Helper()
	all := need.Addresses(t, count)
	list := make([]ServerConfig, count)
	for i := range list {
		list[i] = ServerConfig{Node: fmt.Sprint("server", i), Dir: t.TempDir(), Cluster: all[i], Secret: secret}
		for j, peer := range all {
			if j != i {
				list[i].Peers = append(list[i].Peers, peer)
			}
		}
	}
	return list
}

// cluster starts three servers that are one, each with a node.
func cluster(t *testing.T) (servers []*Server, nodes []*node) {
	t.Helper()
	for _, cfg := range members(t, 3) {
		servers = append(servers, start(t, cfg))
	}
	for _, s := range servers {
		nodes = append(nodes, join(t, s).(*node))
	}
	return servers, nodes
}

// TestYield: a server that is about to stop leads no stream, and no stored data is lost.
func TestYield(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers under the race detector take a minute")
	}
	servers, buses := cluster(t)
	for i := range 6 {
		b, err := buses[0].Bucket(need.Soon(t), fmt.Sprint("b", i), 0)
		if err == nil {
			_, err = b.Create(need.Soon(t), "k", []byte("v"))
		}
		need.NoError(t, err)
	}
	for _, s := range servers[:2] {
		s.Yield()
		need.Until(t, "others lead all streams", func() bool {
			leaders := s.leaders()
			for _, leader := range leaders {
				if leader == "" || leader == s.cfg.Node {
					return false
				}
			}
			return len(leaders) == 6
		})
		b := need.Must(buses[2].Bucket(need.Soon(t), "b0", 0))(t)
		if e, err := b.Get(need.Soon(t), "k"); err != nil || string(e.Data) != "v" {
			t.Errorf("%q, %v", e.Data, err)
		}
	}
}

// TestSecret: a server without the secret of a cluster is not let in.
func TestSecret(t *testing.T) {
	list := members(t, 4)
	var log need.Output
	list[0].Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	first, second := start(t, list[0]), start(t, list[1])
	list[2].Secret = "of another cluster, quite another one"
	other := start(t, list[2])

	options := need.Must(list[3].options(""))(t)
	options.Cluster.TLSConfig = nil
	plain := need.Must(server.NewServer(options))(t)
	plain.Start()
	t.Cleanup(func() { plain.Shutdown(); plain.WaitForShutdown() })

	need.Until(t, "those who know the secret find each other", func() bool { return first.s.NumRoutes() > 0 && second.s.NumRoutes() > 0 })
	for who, mark := range map[string]string{"another secret": "bad certificate", "no encryption": "does not look like a TLS handshake"} {
		need.Until(t, "the one with "+who+" has tried more than once", func() bool { return strings.Count(log.String(), mark) >= 4 })
	}
	if a, b := other.s.NumRoutes(), plain.NumRoutes(); a > 0 || b > 0 {
		t.Errorf("one with another secret has %d routes, one without encryption %d", a, b)
	}
}

// TestBadServers: configurations that cannot be a cluster are refused.
func TestBadServers(t *testing.T) {
	for what, change := range map[string]func(*ServerConfig){
		"a short secret":  func(c *ServerConfig) { c.Secret = "short" },
		"no port":         func(c *ServerConfig) { c.Cluster = "127.0.0.1" },
		"a bad port":      func(c *ServerConfig) { c.Cluster = "127.0.0.1:x" },
		"port 0":          func(c *ServerConfig) { c.Cluster = "127.0.0.1:0" },
		"a bad node name": func(c *ServerConfig) { c.Node = "a.b" },
	} {
		cfg := members(t, 3)[0]
		change(&cfg)
		if s, err := Start(cfg); err == nil {
			s.Shutdown()
			t.Errorf("%s is taken", what)
		}
	}
}
