package bus_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"mancala/hub/bus"
	"mancala/hub/bus/local"
	"mancala/hub/bus/natsbus"
	"mancala/tools/need"
)

// TestFile and the others run all tests of this package with one bus each.
func TestFile(t *testing.T) { run(t, open(t)) }

// TestAlone: one server of NATS in this process.
func TestAlone(t *testing.T) { run(t, servers(t, 1)) }

// TestCluster: nodes of different servers of one cluster.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers under the race detector take a minute, and what is ours runs in TestAlone")
	}
	run(t, servers(t, 3))
}

// TestOutside: an external server, as an operator may run one.
func TestOutside(t *testing.T) {
	s := need.Must(server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: t.TempDir(), Username: "club", Password: "secret",
	}))(t)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(need.Patience) {
		t.Fatal("the server does not start")
	}
	address := fmt.Sprintf("nats://club:secret@%v", s.Addr())
	run(t, func(name string) (bus.Bus, error) {
		return natsbus.Dial(need.Soon(t), address, natsbus.Config{Node: name})
	})
}

// join returns a new node of a bus.
type join func(name string) (bus.Bus, error)

// open returns the nodes of a bus in a file.
func open(t testing.TB) join {
	b := need.Must(local.Open(t.Context(), t.TempDir()))(t)
	t.Cleanup(func() { _ = b.Close() })
	return b.Join
}

// servers returns the nodes of so many servers of NATS, one or a cluster, in turn.
func servers(t testing.TB, count int) join {
	all := need.Addresses(t, count)
	var list []*natsbus.Server
	for i := range all {
		cfg := natsbus.ServerConfig{Node: fmt.Sprint("server", i), Dir: t.TempDir()}
		if count > 1 {
			cfg.Cluster, cfg.Peers, cfg.Secret = all[i], slices.Delete(slices.Clone(all), i, i+1), "of all nodes of this test alone"
		}
		s := need.Must(natsbus.Start(cfg))(t)
		t.Cleanup(s.Shutdown)
		list = append(list, s)
	}
	next := 0
	return func(name string) (bus.Bus, error) {
		next++
		return list[next%count].Join(need.Soon(t), natsbus.Config{Node: name})
	}
}

// nodes returns two new nodes of a bus, which are closed at the end of the test.
func nodes(t testing.TB, join join) pair {
	one := func() bus.Bus {
		n := need.Must(join(name()))(t)
		t.Cleanup(func() { n.Close() })
		return n
	}
	return pair{one(), one()}
}

// run runs all tests with a bus, which may have been used before.
func run(t *testing.T, join join) {
	for name, f := range map[string]func(*testing.T, pair){
		"Publish":     testPublish,
		"Wildcards":   testWildcards,
		"Unsubscribe": testUnsubscribe,
		"Request":     testRequest,
		"Silence":     testSilence,
		"BadMessages": testBadMessages,
		"Bucket":      testBucket,
		"Delete":      testDelete,
		"Counter":     testCounter,
		"TTL":         testTTL,
		"BadKeys":     testBadKeys,
		"Watch":       testWatch,
		"Present":     testPresent,
		"SlowWatcher": testSlowWatcher,
		"Log":         testLog,
		"ReadError":   testReadError,
		"Journal":     testJournal,
		"Trim":        testTrim,
		"JournalRace": testJournalRace,
		"LongJournal": testLongJournal,
		"BadJournals": testBadJournals,
		"Close":       testClose,
		"CloseEnds":   testCloseEnds,
	} {
		t.Run(name, func(t *testing.T) {
			p := nodes(t, join)
			t.Parallel() // some wait for the disk, and some for time to pass
			f(t, p)
		})
	}
}

// pair is two nodes of one bus.
type pair struct{ a, b bus.Bus }

// name returns a word that no other test has.
func name() string { return strings.ToLower(rand.Text()) }

// workers is how many compete.
const workers = 4

// compete has some workers do something at once, so many times each.
func compete(t *testing.T, rounds int, do func(worker, round int) error) {
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			for round := range rounds {
				if err := do(worker, round); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, not %v", what, err, want)
	}
}

// fails returns a function that checks that the call with these results has failed. See
// [need.Must].
func fails[V any](_ V, err error) func(t *testing.T, what string, want error) {
	return func(t *testing.T, what string, want error) { t.Helper(); wantError(t, what, err, want) }
}

// listen subscribes at one node, and returns once the other one's messages arrive there too.
func listen(t *testing.T, from, at bus.Bus, pattern string, f func(bus.Message)) (end func()) {
	t.Helper()
	end = need.Must(at.Subscribe(pattern, f))(t)
	probe := name()
	echo := need.Must(at.Subscribe(probe, func(m bus.Message) { m.Respond(nil) }))(t)
	defer echo()
	for ctx := need.Soon(t); ; {
		_, err := from.Request(ctx, probe, nil)
		if err == nil {
			return end
		}
		if !errors.Is(err, bus.ErrNoResponders) {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
}

// receive returns the next value of a channel.
func receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(need.Patience):
		t.Fatal("nothing came")
		panic("not reached")
	}
}

// nothing fails if a channel gives anything within a short time.
func nothing[T any](t *testing.T, c <-chan T) {
	t.Helper()
	select {
	case v := <-c:
		t.Fatalf("%v came", v)
	case <-time.After(50 * time.Millisecond):
	}
}
