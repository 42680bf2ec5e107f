package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"mancala/hub/record"
	"mancala/tools/need"
)

// TestLongNodeIsLost runs a club of three hub processes, and kills one during the games. All games
// continue at the other two with all plies. Both of these record the finished games correctly, at
// least one for each pair.
func TestLongNodeIsLost(t *testing.T) {
	program := buildHub(t)
	nodes := startNodes(t, program)
	o := lossOptions(nodes)
	o.kill, nodes[2].killed = nodes[2].cmd.Process.Pid, true
	loseAndRecord(t, o, program, nodes[:2])
}

// TestLongNodeIsStopped stops one of them cleanly. All games continue at the other two.
func TestLongNodeIsStopped(t *testing.T) {
	program := buildHub(t)
	nodes := startNodes(t, program)
	o := lossOptions(nodes)
	o.drain = nodes[2].cmd.Process.Pid
	loseAndRecord(t, o, program, nodes[:2])
}

// TestLongNodeStandsStill stops one of them, and then two, for so long that they count as dead.
// They may not keep a table that another one has taken over.
func TestLongNodeStandsStill(t *testing.T) {
	program := buildHub(t)
	nodes := startNodes(t, program)
	for stopped := 1; stopped <= 2; stopped++ {
		o := lossOptions(nodes)
		o.crew, o.pause = fmt.Sprint("still ", stopped), 5*time.Second
		for _, n := range nodes[:stopped] {
			o.stop = append(o.stop, n.cmd.Process.Pid)
		}
		loseAndRecord(t, o, program, nodes)
	}
}

// lossOptions returns the options of some games at those nodes.
func lossOptions(nodes []*process) options {
	o := options{games: 30, every: 200 * time.Millisecond, length: 20 * time.Second, crew: "sim", dialing: 4, after: 5 * time.Second}
	for _, n := range nodes {
		o.hubs = append(o.hubs, n.addr)
	}
	return o
}

// loseAndRecord plays games while nodes are lost, then until each pair has played on and has ended
// a game, and looks for these in the records of the nodes that live.
func loseAndRecord(t *testing.T, o options, program string, nodes []*process) {
	t.Helper()
	pairs, err := bringIn(t.Context(), o)
	for _, p := range pairs {
		t.Cleanup(p.close)
	}
	need.NoError(t, err)
	lost, err := playAll(t.Context(), o, pairs)
	need.NoError(t, err, report(pairs, row{games: o.games, took: o.length}))
	var all sync.WaitGroup
	for _, p := range pairs {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), need.Patience)
			defer cancel()
			for (p.after == 0 || len(p.record) == 0) && p.err == nil {
				p.err = p.playAfter(ctx, lost)
			}
		})
	}
	all.Wait()
	var games []string
	for i, p := range pairs { // first, since they are why the report below fails
		if games = append(games, p.record...); p.err != nil {
			t.Errorf("pair %d: %v", i, p.err)
		}
	}
	need.NoError(t, lost.report(pairs))
	for _, n := range nodes {
		missing := games
		for end := time.Now().Add(need.Patience); len(missing) > 0 && time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
			missing = without(missing, recorded(t, program, n))
		}
		if len(missing) > 0 {
			t.Errorf("%d of %d games are not in the record of %s as they were played, such as %s", len(missing), len(games), n.addr, missing[0])
		}
	}
}

// startNodes runs three hubs that are one club.
func startNodes(t *testing.T, program string) (nodes []*process) {
	t.Helper()
	clusters, fronts := need.Addresses(t, 3), need.Addresses(t, 3)
	for i := range clusters {
		text := fmt.Sprintf("addresses = %s\n[bus]\nnode = \"n%d\"\ncluster = %q\npeers = %s\nsecret = \"of these three nodes alone\"\n",
			list(fronts), i, clusters[i], list(append(append([]string{}, clusters[:i]...), clusters[i+1:]...)))
		nodes = append(nodes, startProcess(t, program, text, fronts[i]))
	}
	for _, n := range nodes {
		n.await(t)
	}
	return nodes
}

// list returns a list as a configuration has it.
func list(words []string) string {
	text, _ := json.Marshal(words)
	return string(text)
}

// recorded returns the games in the record of a hub, as pairs note them.
func recorded(t *testing.T, program string, n *process) map[string]bool {
	t.Helper()
	var errs bytes.Buffer
	export := exec.Command(program, "--data", n.dir, "export", "json")
	export.Stderr = &errs
	out, err := export.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &errs)
	}
	games := map[string]bool{}
	for lines := json.NewDecoder(bytes.NewReader(out)); lines.More(); {
		var g record.Exported
		need.NoError(t, lines.Decode(&g))
		games[g.South.Name+": "+g.Game] = true
	}
	return games
}

// without returns the games that are not in the record.
func without(games []string, recorded map[string]bool) (missing []string) {
	for _, g := range games {
		if !recorded[g] {
			missing = append(missing, g)
		}
	}
	return missing
}

// buildHub builds the hub and returns its file.
func buildHub(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "hub")
	if out, err := exec.Command("go", "build", "-o", program, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}
