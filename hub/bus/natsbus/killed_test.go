package natsbus

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// member is a node of a cluster in its own process.
type member struct {
	cfg   ServerConfig
	cmd   *exec.Cmd
	stdin io.WriteCloser

	mu      sync.Mutex
	last    map[string]int // the last number that was stored under each key
	slowest time.Duration  // of all changes since the last reset
	count   int
	seen    map[string]int // the others' keys, as a watcher at this node saw them
	seenAt  time.Time
	gap     time.Duration // the longest time in which it saw nothing, since the last reset
	leaders chan string
}

const memberEnv = "MANCALA_TEST_MEMBER"

// TestMain is also the main function of members.
func TestMain(m *testing.M) {
	if text := os.Getenv(memberEnv); text != "" {
		if err := runMember(text); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// keys is how many keys each member changes, ten times a second.
const keys = 10

// runMember is a member: it counts under its own keys, and prints each stored change and how long
// that took. Input lines ask who leads the bucket, or tell it to leave.
func runMember(text string) error {
	var cfg ServerConfig
	if err := json.Unmarshal([]byte(text), &cfg); err != nil {
		return err
	}
	s, err := Start(cfg)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), need.Patience)
	defer cancel()
	n, err := s.Join(ctx, Config{Node: cfg.Node})
	if err != nil {
		return err
	}
	k, err := n.Bucket(ctx, "tables", 0)
	if err != nil {
		return err
	}
	for i := range keys {
		go count(k, fmt.Sprintf("%s.%d", cfg.Node, i))
	}
	go func() {
		err := k.Watch(context.Background(), func(e bus.Entry) {
			if e.Key != "" && !strings.HasPrefix(e.Key, cfg.Node) && len(e.Data) > 0 {
				fmt.Println("seen", e.Key, string(e.Data))
			}
		})
		if !leaving.Load() {
			fmt.Println("failed", err)
		}
	}()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		if in.Text() == "leave" {
			leaving.Store(true)
			time.Sleep(200 * time.Millisecond) // for messages under way
			n.Close()
			s.Shutdown()
			os.Exit(0)
		}
		info, err := k.(bucket).js.Info(context.Background())
		if err != nil {
			return err
		}
		fmt.Println("leader", info.Cluster.Leader)
	}
	return nil
}

// leaving is set when a member has been asked to leave.
var leaving atomic.Bool

// count counts under a key until the member leaves.
func count(k bus.Bucket, key string) {
	ctx := context.Background()
	e, err := k.Get(ctx, key)
	if err != nil {
		e.Revision, err = k.Create(ctx, key, nil)
	}
	for n, _ := strconv.Atoi(string(e.Data)); err == nil && !leaving.Load(); time.Sleep(100 * time.Millisecond) {
		n++
		begin := time.Now()
		if e.Revision, err = k.Update(ctx, key, []byte(strconv.Itoa(n)), e.Revision); err == nil {
			fmt.Println("stored", key, n, time.Since(begin).Milliseconds())
		}
	}
	if !leaving.Load() {
		fmt.Println("failed", key, err)
	}
}

// run starts a member's process.
func (m *member) run(t *testing.T) {
	t.Helper()
	text, _ := json.Marshal(m.cfg)
	m.cmd = exec.Command(os.Args[0])
	m.cmd.Env = append(os.Environ(), memberEnv+"="+string(text))
	m.cmd.Stderr = os.Stderr
	out := need.Must(m.cmd.StdoutPipe())(t)
	m.stdin = need.Must(m.cmd.StdinPipe())(t)
	need.NoError(t, m.cmd.Start())
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			m.line(t, strings.Fields(lines.Text()))
		}
	}()
}

func (m *member) line(t *testing.T, words []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch words[0] {
	case "leader":
		m.leaders <- words[1]
	case "stored":
		n, _ := strconv.Atoi(words[2])
		if n <= m.last[words[1]] {
			t.Errorf("%s: %d was stored after %d", words[1], n, m.last[words[1]])
		}
		m.last[words[1]] = n
		ms, _ := strconv.Atoi(words[3])
		m.slowest = max(m.slowest, time.Duration(ms)*time.Millisecond)
		m.count++
	case "seen":
		n, _ := strconv.Atoi(words[2])
		if n < m.seen[words[1]] {
			t.Errorf("%s: a watcher saw %d after %d", words[1], n, m.seen[words[1]])
		}
		m.seen[words[1]] = n
		if !m.seenAt.IsZero() {
			m.gap = max(m.gap, time.Since(m.seenAt))
		}
		m.seenAt = time.Now()
	default:
		t.Errorf("%s: %v", m.cfg.Node, words)
	}
}

// watch waits until every key of the members was changed some times, and the others saw it. It
// returns how long the slowest change took, and for how long watchers saw nothing.
func watch(t *testing.T, list []*member, changes int) (slowest, unseen time.Duration) {
	t.Helper()
	for _, m := range list {
		m.mu.Lock()
		m.slowest, m.count, m.gap = 0, 0, 0
		m.mu.Unlock()
	}
	for _, m := range list {
		need.Until(t, m.cfg.Node+" stores something", func() bool {
			m.mu.Lock()
			defer m.mu.Unlock()
			slowest = max(slowest, m.slowest)
			return m.count >= changes*keys
		})
	}
	for _, m := range list {
		for _, other := range list {
			if m != other {
				m.waitToSee(t, other)
			}
		}
		m.mu.Lock()
		unseen = max(unseen, m.gap)
		m.mu.Unlock()
	}
	return slowest, unseen
}

// waitToSee waits until a member's watcher has seen another member's stored values.
func (m *member) waitToSee(t *testing.T, other *member) {
	t.Helper()
	other.mu.Lock()
	stored := maps.Clone(other.last)
	other.mu.Unlock()
	for key, n := range stored {
		need.Until(t, "the watcher of "+m.cfg.Node+" sees "+key, func() bool {
			m.mu.Lock()
			defer m.mu.Unlock()
			return m.seen[key] >= n
		})
	}
}

// TestLongKilledLeader kills and restarts the leader of a cluster of three processes repeatedly. No
// acknowledged change is lost, none is done twice, and pending ones are done soon: the servers wait
// 4 to 9 seconds before they elect another leader.
func TestLongKilledLeader(t *testing.T) {
	replaceLeaders(t, 10, 12*time.Second, func(m *member) {
		m.cmd.Process.Kill()
		m.cmd.Wait()
	})
}

// TestLongLeaderLeaves: before it stops, as for an upgrade, a leader hands over.
func TestLongLeaderLeaves(t *testing.T) {
	replaceLeaders(t, 5, 3*time.Second, func(m *member) {
		io.WriteString(m.stdin, "leave\n")
		m.cmd.Wait()
	})
}

// replaceLeaders starts a cluster, and removes and restarts its leader some times. In half of the
// cases the slowest change must stay within the limit. The limit grows with the slowest change
// before any removal, for slow or busy machines. A change that takes half a minute fails at its
// node.
func replaceLeaders(t *testing.T, rounds int, limit time.Duration, remove func(*member)) {
	var all []*member
	for _, cfg := range members(t, 3) {
		m := &member{cfg: cfg, last: map[string]int{}, seen: map[string]int{}, leaders: make(chan string, 1)}
		m.run(t)
		t.Cleanup(func() { m.cmd.Process.Kill(); m.cmd.Wait() })
		all = append(all, m)
	}
	slowest, unseen := watch(t, all, 20)
	limit += 10 * slowest
	t.Logf("at the start: slowest change %v, nothing seen for %v", slowest, unseen)
	var changes, views []time.Duration
	for range rounds {
		io.WriteString(all[0].stdin, "?\n")
		leader := <-all[0].leaders
		gone := slices.IndexFunc(all, func(m *member) bool { return m.cfg.Node == leader })
		others := slices.Delete(slices.Clone(all), gone, gone+1)
		removed := make(chan bool)
		go func() {
			remove(all[gone])
			close(removed)
		}()
		slowest, unseen := watch(t, others, 40)
		<-removed
		changes, views = append(changes, slowest), append(views, unseen)
		begin := time.Now()
		all[gone].run(t)
		again, _ := watch(t, all, 20)
		t.Logf("%s is gone: slowest change %v, nothing seen for %v; was back after %v: slowest change %v",
			leader, slowest, unseen, time.Since(begin), again)
	}
	slices.Sort(changes)
	slices.Sort(views)
	t.Logf("the slowest changes took %v; nothing was seen for %v", changes, views)
	if median := changes[len(changes)/2]; median > limit {
		t.Errorf("half of the times a change took %v or more", median)
	}
}
