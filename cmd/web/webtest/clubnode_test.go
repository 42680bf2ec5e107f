package webtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mancala/cmd/hub/hubtest"
	"mancala/tools/need"
)

// clubName is the name of the clubs in these tests.
const clubName = "Test Club"

// clubNode is a hub in a separate process.
type clubNode struct {
	t                  *testing.T
	program, dir, addr string

	cmd *exec.Cmd
	log need.Output
}

// startClub runs a club of some nodes, each with the page. Members learn their addresses in the
// order of the list.
func startClub(t *testing.T, count int) (nodes []*clubNode) {
	t.Helper()
	program, page := hubProgram(t), pageFolder(t)
	fronts, database := need.Addresses(t, count), ""
	if count > 1 {
		database = hubtest.StartPostgres(t, "fsync=off").Database()
	}
	for i := range count {
		config := fmt.Sprintf("name = %q\npage = %q\naddresses = %s\nrated_rules = [\"all\"]\n[operators]\nmetrics = \"\"\n", clubName, page, quoted(fronts))
		if count > 1 {
			config += fmt.Sprintf("[database]\nurl = %q\n[node]\nname = \"n%d\"\naddress = %q\n", database, i, fronts[i])
		}
		n := &clubNode{t: t, program: program, dir: t.TempDir(), addr: fronts[i]}
		need.NoError(t, os.WriteFile(filepath.Join(n.dir, "hub.toml"), []byte(config), 0o600))
		n.start()
		nodes = append(nodes, n)
	}
	for _, n := range nodes {
		await(t, "a hub that runs", func() bool { return strings.Contains(n.log.String(), "The hub runs.") })
	}
	return nodes
}

// start starts the node, and kills it at the end of the test.
func (n *clubNode) start() {
	n.t.Helper()
	n.cmd = exec.Command(n.program, "--config", filepath.Join(n.dir, "hub.toml"), "--data", filepath.Join(n.dir, "data"), "--listen", n.addr)
	n.cmd.Stderr = &n.log
	need.NoError(n.t, n.cmd.Start())
	n.t.Cleanup(func() {
		n.kill()
		if n.t.Failed() {
			n.t.Logf("the hub at %s logged\n%s", n.addr, n.log.String())
		}
	})
}

// kill ends the node as a power cut does.
func (n *clubNode) kill() {
	if n.cmd.ProcessState == nil {
		_ = n.cmd.Process.Kill()
		_ = n.cmd.Wait()
	}
}

// export returns the record of the node.
func (n *clubNode) export() string {
	n.t.Helper()
	var errs bytes.Buffer
	cmd := exec.Command(n.program, "--config", filepath.Join(n.dir, "hub.toml"), "--data", filepath.Join(n.dir, "data"), "export", "json")
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		n.t.Fatalf("%v: %s", err, &errs)
	}
	return string(out)
}

// quoted returns a list as a configuration has it.
func quoted(words []string) string {
	text, _ := json.Marshal(words)
	return string(text)
}
