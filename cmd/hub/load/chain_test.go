//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	mrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mancala/cmd/hub/hubtest"
	"mancala/cmd/hub/store"
	"mancala/internal/glicko"
	"mancala/netplay/faults"
	"mancala/tools/need"
)

// The chain of faults. "make chain" has many more of them and games than the tests.
var (
	chainFaults = flag.Int("chain.faults", 6, "how many faults")
	chainGames  = flag.Int("chain.games", 12, "how many games at once")
	chainSeed   = flag.Uint64("chain.seed", 0, "the seed of the faults; 0: another one each time")
	chainEvery  = flag.Duration("chain.every", 300*time.Millisecond, "the time between two plies of a game")
	chainAhead  = flag.Bool("chain.ahead", false, "the clock of one of three nodes is ten minutes ahead")
)

// site is a club with all that can fail.
type site struct {
	t      *testing.T
	nodes  []*hubtest.Hub
	server *hubtest.Postgres // nil with SQLite
	line   *faults.Proxy     // to the server
	disk   string            // that can be full; "" for none
	chance *mrand.Rand
}

// TestLongChainOfFaults has members play at three nodes over PostgreSQL while one fault follows the
// other. Nothing acknowledged is lost, nothing is doubled, both ends are equal, and the ratings are
// those that the games give.
func TestLongChainOfFaults(t *testing.T) {
	s := newSite(t)
	s.disk = smallDisk(t, 400)
	if s.disk != "" {
		t.Setenv("TMPDIR", s.disk)
	}
	port := need.Addresses(t, 1)[0]
	_, number, _ := strings.Cut(port, ":")
	s.server = hubtest.StartPostgres(t, "listen_addresses=127.0.0.1", "port="+number, "max_wal_size=64MB", "min_wal_size=32MB")
	url := s.server.Database()
	s.line = need.Must(faults.Start(port, faults.Config{}))(t)
	t.Cleanup(func() { _ = s.line.Close() })
	name, _, _ := strings.Cut(strings.TrimPrefix(url, "postgres://mancala@/"), "?")
	far := fmt.Sprintf("postgres://mancala@%s/%s?sslmode=disable", s.line.Addr(), name)
	programs := []string{buildHub(t, false)}
	if *chainAhead {
		programs = append(programs, buildHub(t, true))
	}
	fronts := need.Addresses(t, 3)
	for i, front := range fronts {
		text := fmt.Sprintf("addresses = %s\n[database]\nurl = %q\n[node]\nname = \"n%d\"\naddress = %q\n", list(fronts), far, i, front)
		s.nodes = append(s.nodes, newHub(t, programs[i/2*(len(programs)-1)], text, t.TempDir(), front))
	}
	s.trial(store.Config{URL: url}, s.nodeKilled, s.oneStands, s.someStand, s.allStand, s.cleanStop, s.powerCut, s.serverKilled, s.serverAway, s.diskFull)
}

// TestLongChainOfOne does the same at one node with SQLite.
func TestLongChainOfOne(t *testing.T) {
	s := newSite(t)
	s.disk = smallDisk(t, 100)
	data := filepath.Join(t.TempDir(), "data")
	if s.disk != "" {
		data = filepath.Join(s.disk, "data")
	}
	front := need.Addresses(t, 1)[0]
	s.nodes = append(s.nodes, newHub(t, buildHub(t, false), "name = \"One\"\n", data, front))
	s.trial(store.Config{Dir: data}, s.nodeKilled, s.oneStands, s.cleanStop, s.diskFull)
}

func newSite(t *testing.T) *site {
	seed := *chainSeed
	if seed == 0 {
		seed = mrand.Uint64()
	}
	t.Logf("-chain.seed %d", seed)
	return &site{t: t, chance: mrand.New(mrand.NewPCG(seed, 1))}
}

// list returns a list as a configuration has it.
func list(words []string) string {
	text, _ := json.Marshal(words)
	return string(text)
}

// smallDisk mounts a disk of some MiB, or returns "" where that is not allowed.
func smallDisk(t *testing.T, size int) string {
	dir := need.Must(os.MkdirTemp("", "mancala-disk"))(t) // PostgreSQL's user cannot enter a t.TempDir
	t.Cleanup(func() { _ = os.Remove(dir) })
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm,mode=1777", size), "tmpfs", dir).CombinedOutput(); err != nil {
		t.Logf("no disk can be full: %v: %s", err, out)
		return ""
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	return dir
}

// The faults. Each heals what it has broken.

func (s *site) any() *hubtest.Hub { return s.nodes[s.chance.IntN(len(s.nodes))] }

func (s *site) pause(most time.Duration) {
	time.Sleep(time.Duration(s.chance.Int64N(int64(most))))
}

func (s *site) nodeKilled() string {
	n := s.any()
	n.End(os.Kill)
	s.pause(6 * time.Second)
	n.Run()
	return "kill -9"
}

func (s *site) stand(count int) string {
	var stopped []*hubtest.Hub
	for _, i := range s.chance.Perm(len(s.nodes))[:count] {
		stopped = append(stopped, s.nodes[i])
		s.nodes[i].Signal(syscall.SIGSTOP)
	}
	s.pause(10 * time.Second)
	for _, n := range stopped {
		n.Signal(syscall.SIGCONT)
	}
	return fmt.Sprintf("SIGSTOP of %d", count)
}

func (s *site) oneStands() string { return s.stand(1) }
func (s *site) someStand() string { return s.stand(2) }
func (s *site) allStand() string  { return s.stand(len(s.nodes)) }

func (s *site) cleanStop() string {
	n := s.any()
	n.End(syscall.SIGTERM)
	s.pause(2 * time.Second)
	n.Run()
	return "clean stop"
}

func (s *site) powerCut() string {
	for _, n := range s.nodes {
		n.End(os.Kill)
	}
	s.server.Kill()
	s.pause(3 * time.Second)
	s.server.Run()
	for _, n := range s.nodes {
		n.Run()
	}
	return "power cut"
}

func (s *site) serverKilled() string {
	s.server.Kill()
	s.pause(5 * time.Second)
	s.server.Run()
	return "database killed"
}

func (s *site) serverAway() string {
	s.line.SetFrozen(true)
	time.Sleep(20 * time.Second)
	s.line.SetFrozen(false)
	return "database unreachable for 20 s"
}

// diskFull fills the disk for a while. A server that has ended for it is started again.
func (s *site) diskFull() string {
	if s.disk == "" {
		return "no full disk"
	}
	name := filepath.Join(s.disk, "full")
	f := need.Must(os.Create(name))(s.t)
	_, _ = io.Copy(f, zeros{})
	time.Sleep(14 * time.Second)
	if s.server == nil {
		if text := s.nodes[0].Health(); !strings.HasPrefix(text, "in trouble\n") || !strings.Contains(text, "room") {
			s.t.Errorf("with a full disk for 14 s the hub says\n%s", text)
		}
	}
	need.NoError(s.t, f.Close(), os.Remove(name))
	if s.server != nil && !s.server.Alive() {
		s.server.Kill()
		s.server.Run()
		return "full disk, which ended the database"
	}
	return "full disk"
}

// zeros are bytes without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// trial has members play through faults, in turn and by chance, and checks what is left.
func (s *site) trial(at store.Config, kinds ...func() string) {
	t := s.t
	for _, n := range s.nodes {
		n.Run()
	}
	o := options{games: *chainGames, every: *chainEvery, crew: "sim", dialing: 4, rated: true}
	for _, n := range s.nodes {
		o.hubs = append(o.hubs, n.Addr)
	}
	pairs, err := bringIn(t.Context(), o)
	for _, p := range pairs {
		t.Cleanup(p.close)
	}
	need.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	lost := &loss{happened: make(chan struct{})}
	var all sync.WaitGroup
	for i, p := range pairs {
		all.Go(func() { p.play(ctx, lost, o.every, o.every*time.Duration(i)/time.Duration(len(pairs))) })
	}
	order := s.chance.Perm(len(kinds))
	for i := range *chainFaults {
		kind := kinds[order[i%len(kinds)]]()
		if i+1 == *chainFaults {
			s.settle(pairs, kind, 30*time.Second)
			break
		}
		if s.chance.IntN(3) == 0 { // the next one comes while the games heal
			t.Logf("%s, and at once", kind)
			s.pause(2 * time.Second)
			continue
		}
		s.settle(pairs, kind, 0)
	}
	lost.at = time.Now()
	close(lost.happened)
	need.Until(t, "each pair has ended a game", func() bool {
		return !slices.ContainsFunc(pairs, func(p *pair) bool { return p.games.Load() == 0 && !p.failed.Load() })
	})
	cancel()
	all.Wait()
	for i, p := range pairs {
		if p.err != nil {
			t.Errorf("pair %d: %v", i, p.err)
		}
	}
	for _, n := range s.nodes { // so that nothing changes while it is read
		n.End(syscall.SIGTERM)
	}
	s.check(at, pairs)
}

// settle waits until each game has gone on, and tells how long that took. A limit of more than 0 is
// the most that it may take.
func (s *site) settle(pairs []*pair, kind string, limit time.Duration) {
	s.t.Helper()
	began := time.Now()
	before := make([]int64, len(pairs))
	for i, p := range pairs {
		before[i] = p.plies.Load()
	}
	waits := func(i int) bool { return pairs[i].plies.Load() == before[i] && !pairs[i].failed.Load() }
	need.Until(s.t, "all games go on after "+kind, func() bool {
		for i := range pairs {
			if waits(i) {
				return false
			}
		}
		return true
	})
	took := time.Since(began)
	s.t.Logf("%s: all games went on %v later", kind, took.Round(10*time.Millisecond))
	if limit > 0 && took > limit {
		s.t.Errorf("after the last fault it took %v until all games went on, and %v are promised", took, limit)
	}
}

// check compares what was played with what the club has kept.
func (s *site) check(at store.Config, pairs []*pair) {
	t := s.t
	t.Helper()
	view := need.Must(store.View(t.Context(), at))(t)
	defer view.Close()
	var out bytes.Buffer
	need.Must(store.ArchiveOf(view).Export(t.Context(), &out, store.JSON, ""))(t)
	kept, ids, of := map[string]int{}, map[string]bool{}, map[string]int{}
	var games []store.Exported
	for lines := json.NewDecoder(&out); lines.More(); {
		var g store.Exported
		need.NoError(t, lines.Decode(&g))
		if ids[g.ID] {
			t.Errorf("game %s is there twice", g.ID)
		}
		ids[g.ID] = true
		kept[g.South.Name+": "+g.Game]++
		of[min(g.South.Name, g.North.Name)]++
		games = append(games, g)
	}
	total := 0
	for _, p := range pairs {
		total += len(p.record)
		for _, game := range p.record {
			if kept[game] != 1 {
				t.Errorf("this game is kept %d times: %s", kept[game], game)
			}
		}
		// One that has just ended may not have been noted by the players.
		if n := of[min(p.players[0].name, p.players[1].name)]; n < len(p.record) || n > len(p.record)+1 {
			t.Errorf("%s has played %d games, and %d are kept", p.players[0].name, len(p.record), n)
		}
	}
	t.Logf("%d games were played to their ends, and %d are kept", total, len(games))
	checkRatings(t, view, games)
}

// checkRatings computes all ratings once more, from the games in their order.
func checkRatings(t *testing.T, view *store.Store, games []store.Exported) {
	t.Helper()
	type rated struct {
		rating glicko.Rating
		at     time.Time
		games  int
	}
	all := map[string]rated{}
	strength := func(id string, now time.Time) glicko.Rating {
		r, known := all[id]
		if !known {
			return glicko.Default.Start
		}
		return glicko.Default.Away(r.rating, now.Sub(r.at))
	}
	for _, g := range games {
		if !g.Rated {
			t.Errorf("game %s is not rated", g.ID)
			continue
		}
		players := [2]string{g.South.ID, g.North.ID}
		before := [2]glicko.Rating{strength(players[0], g.Ended), strength(players[1], g.Ended)}
		if r := int(math.Round(before[0].Value)); r != g.South.Rating {
			t.Errorf("game %s: South had a rating of %d, and the game says %d", g.ID, r, g.South.Rating)
		}
		scores := map[string][2]glicko.Score{"": {glicko.Draw, glicko.Draw}, "south": {glicko.Win, glicko.Loss}, "north": {glicko.Loss, glicko.Win}}[g.Winner]
		for i, id := range players {
			old, known := all[id]
			away := time.Duration(0)
			if known {
				away = g.Ended.Sub(old.at)
			} else {
				old.rating = glicko.Default.Start
			}
			old.rating, _ = glicko.Default.Game(old.rating, before[1-i], scores[i], away, 0)
			all[id] = rated{old.rating, g.Ended, old.games + 1}
		}
	}
	var ids []string
	for id := range all {
		ids = append(ids, id)
	}
	people := need.Must(view.People(t.Context(), ids...))(t)
	for id, want := range all {
		p := people[id]
		if p == nil {
			t.Errorf("member %s is not there", id)
			continue
		}
		got := p.Standings[kalah.Discipline()]
		if math.Abs(got.Rating.Value-want.rating.Value) > 1e-6 || math.Abs(got.Rating.Deviation-want.rating.Deviation) > 1e-6 || got.RatedGames != want.games ||
			got.Won+got.Drawn+got.Lost != want.games {
			t.Errorf("%s has %+v; the games give %+v", p.Name, got, want)
		}
	}
}
