package play

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"mancala/hub/bus/natsbus"
	"mancala/match"
	"mancala/netplay"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	"mancala/netplay/transport"
	"mancala/tools/need"
)

var clusterGames = flag.Int("cluster.games", 40, "how many games are played while a node is killed")

// nodeVariable makes the test binary a node of a club, whose configuration it is.
const nodeVariable = "MANCALA_TEST_NODE"

func TestMain(m *testing.M) {
	if text := os.Getenv(nodeVariable); text != "" {
		if err := runNode(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// nodeConfig sets a node in a process of its own.
type nodeConfig struct {
	Server natsbus.ServerConfig
	Key    string
}

// nodeLine is a line between a node and the test: a table to start, or a node's news.
type nodeLine struct {
	Setup   *Setup        `json:",omitempty"`
	Tickets []keys.Secret `json:",omitempty"`
	Addr    string        `json:",omitempty"`
	Started string        `json:",omitempty"`
	Result  *Result       `json:",omitempty"`
	Tables  int
}

// runNode is a node: bus, hall and front. It reads tables to start from its input.
func runNode(text string) error {
	var cfg nodeConfig
	if err := json.Unmarshal([]byte(text), &cfg); err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	id, err := keys.ParseIdentity([]byte(cfg.Key))
	if err != nil {
		return err
	}
	server, err := natsbus.Start(cfg.Server)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), need.Patience)
	defer cancel()
	b, err := server.Join(ctx, natsbus.Config{Node: cfg.Server.Node})
	if err != nil {
		return err
	}
	var mu sync.Mutex
	say := func(l nodeLine) {
		mu.Lock()
		defer mu.Unlock()
		_ = json.NewEncoder(os.Stdout).Encode(l)
	}
	var hall *Hall
	ready := make(chan struct{})
	front, err := listen.Open(context.Background(), "127.0.0.1:0", listen.Config{
		Identity: func() (*keys.Identity, error) { return id, nil },
	}, func(nc net.Conn, k listen.Request) {
		<-ready
		hall.Receive(nc, k)
	})
	if err != nil {
		return err
	}
	hall, err = NewHall(Config{Bus: b, Key: front.Key(), Log: log, Ended: func(_ context.Context, r Result) error {
		say(nodeLine{Result: &r})
		return nil
	}})
	if err != nil {
		return err
	}
	close(ready)
	say(nodeLine{Addr: front.Addr()})
	for in := json.NewDecoder(os.Stdin); ; {
		var l nodeLine
		if err := in.Decode(&l); err != nil {
			return nil
		}
		s := *l.Setup
		s.Players[0].Ticket, s.Players[1].Ticket = l.Tickets[0], l.Tickets[1]
		if err := hall.Start(context.Background(), s); err != nil {
			return err
		}
		say(nodeLine{Started: s.ID})
	}
}

// process is a node in a process of its own.
type process struct {
	cmd  *exec.Cmd
	in   *json.Encoder
	addr string
	said chan nodeLine
}

// cluster is three nodes in processes of their own, on a cluster of NATS servers within them.
type cluster struct {
	t       testing.TB
	key     *keys.Identity
	nodes   []*process
	mu      sync.Mutex
	results map[string]Result
}

func newCluster(t testing.TB) *cluster {
	t.Helper()
	key, err := keys.NewIdentity(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{t: t, key: key, results: map[string]Result{}}
	peers := need.Addresses(t, 3)
	for i, addr := range peers {
		others := slices.Delete(slices.Clone(peers), i, i+1)
		c.nodes = append(c.nodes, c.launch(natsbus.ServerConfig{Node: fmt.Sprint("n", i), Dir: t.TempDir(), Cluster: addr, Peers: others, Secret: "a secret of the nodes of a test"}))
	}
	for _, p := range c.nodes {
		p.addr = (<-p.said).Addr
	}
	return c
}

// launch starts the process of a node.
func (c *cluster) launch(cfg natsbus.ServerConfig) *process {
	c.t.Helper()
	config, err := json.Marshal(nodeConfig{cfg, string(c.key.PEM())})
	if err != nil {
		c.t.Fatal(err)
	}
	p := &process{cmd: exec.Command(os.Args[0], "-test.run=^$"), said: make(chan nodeLine, 1000)}
	p.cmd.Env = append(os.Environ(), nodeVariable+"="+string(config))
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	p.in = json.NewEncoder(in)
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var l nodeLine
			if json.Unmarshal(lines.Bytes(), &l) != nil {
				continue
			}
			if l.Result != nil {
				c.mu.Lock()
				c.results[l.Result.ID] = *l.Result
				c.mu.Unlock()
				continue
			}
			p.said <- l
		}
		close(p.said)
	}()
	return p
}

// Dial connects a player to a node that is alive; the address names the one to try first.
func (c *cluster) dial(ctx context.Context, first int) (net.Conn, error) {
	var err error
	for i := range c.nodes {
		p := c.nodes[(first+i)%len(c.nodes)]
		var nc net.Conn
		if nc, err = (transport.TCP{}).Dial(ctx, p.addr); err == nil {
			return nc, nil
		}
	}
	return nil, err
}

// roads is the transport of a player of a cluster.
type roads struct {
	transport.TCP
	c     *cluster
	first int
}

func (r roads) Dial(ctx context.Context, _ string) (net.Conn, error) { return r.c.dial(ctx, r.first) }

// TestKillDashNine plays at three nodes in processes of their own, and kills one with SIGKILL:
// every game goes on, and no ply is lost.
func TestKillDashNine(t *testing.T) {
	c := newCluster(t)
	type game struct {
		setup   Setup
		players [2]*guest
		plies   int           // when the node was killed
		back    time.Duration // until both boards had the next ply
	}
	games := make([]*game, *clusterGames)
	for i := range games {
		s := setup(t, fmt.Sprint("cluster", i))
		node := c.nodes[i%3]
		if err := node.in.Encode(nodeLine{Setup: &s, Tickets: []keys.Secret{s.Players[0].Ticket, s.Players[1].Ticket}}); err != nil {
			t.Fatal(err)
		}
		if l := <-node.said; l.Started != s.ID {
			t.Fatalf("table %s did not start: %+v", s.ID, l)
		}
		games[i] = &game{setup: s}
		for p := range s.Players {
			invite := keys.Invite{Addr: "club:7000", Fingerprint: c.key.Fingerprint(), Secret: s.Players[p].Ticket}
			g := &guest{t: t, quick: newQuick(i*2 + p)}
			g.Link = netplay.Join(invite.String(), netplay.GuestConfig{Name: s.Players[p].Name, Ticket: s.Players[p].Ticket, Transport: roads{c: c, first: (i + p*i/3) % 3}})
			t.Cleanup(func() { _ = g.Close() })
			games[i].players[p] = g
		}
	}
	round := func(g *game, stop func() bool) bool {
		for _, p := range g.players {
			p.look()
		}
		if stop() {
			return true
		}
		for _, p := range g.players {
			if p.number == 1 {
				p.move(g.setup.Variant)
			}
		}
		return false
	}
	all := func(what string, stop func(g *game) bool) {
		for end := time.Now().Add(need.Patience); ; time.Sleep(2 * time.Millisecond) {
			done := true
			for _, g := range games {
				done = round(g, func() bool { return stop(g) }) && done
			}
			if done {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("not in time: %s", what)
			}
		}
	}
	least := func(g *game) int { return min(len(g.players[0].game), len(g.players[1].game)) }
	all("ten plies", func(g *game) bool { return least(g) >= 10 })
	for _, g := range games {
		g.plies = max(len(g.players[0].game), len(g.players[1].game))
	}
	died := time.Now()
	_ = c.nodes[1].cmd.Process.Kill()
	all("the games go on", func(g *game) bool {
		if g.back == 0 && least(g) > g.plies+1 {
			g.back = time.Since(died)
		}
		return g.back > 0
	})
	var backs []time.Duration
	for _, g := range games {
		backs = append(backs, g.back)
	}
	slices.Sort(backs)
	t.Logf("%d games; after the kill they went on within %v (half), %v (nine of ten), %v (all)",
		len(games), backs[len(backs)/2], backs[len(backs)*9/10], backs[len(backs)-1])
	all("all games end", func(g *game) bool {
		return g.players[0].result.Ending != match.Running && g.players[1].result.Ending != match.Running
	})
	for _, g := range games {
		id := g.setup.ID + "-1"
		need.Until(t, "the result of "+id, func() bool {
			c.mu.Lock()
			defer c.mu.Unlock()
			_, ok := c.results[id]
			return ok
		})
		c.mu.Lock()
		r := c.results[id]
		c.mu.Unlock()
		for _, p := range g.players {
			if !slices.Equal(p.game, r.Game.Plies) || p.rewound > 0 {
				t.Errorf("%s: the club has %v, a player %v (%d takebacks)", id, r.Game.Plies, p.game, p.rewound)
			}
		}
	}
}
