package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mancala/tools/need"
)

// process is a hub in another process.
type process struct {
	cmd    *exec.Cmd
	dir    string
	log    io.Reader
	addr   string // where members connect, once it runs
	killed bool   // so that it does not end as it should
}

// startProcess starts a hub with a configuration, and asks it to stop at the end of the test.
func startProcess(t *testing.T, program, config, listen string) *process {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "hub.toml")
	need.NoError(t, os.WriteFile(file, []byte(config), 0o600))
	n := &process{dir: filepath.Join(dir, "data")}
	n.cmd = exec.Command(program, "--config", file, "--data", n.dir, "--listen", listen, "--metrics", "127.0.0.1:0", "--drain", "1s")
	log, err := n.cmd.StderrPipe()
	if err == nil {
		err = n.cmd.Start()
	}
	need.NoError(t, err)
	n.log = log
	t.Cleanup(func() {
		_ = n.cmd.Process.Signal(os.Interrupt)
		if err := n.cmd.Wait(); err != nil && !n.killed {
			t.Errorf("the hub ended with %v", err)
		}
	})
	return n
}

// await waits until the hub runs.
func (n *process) await(t *testing.T) {
	t.Helper()
	runs := regexp.MustCompile(`"The hub runs\.".* address=(\S+)`)
	var said strings.Builder
	for lines := bufio.NewScanner(n.log); lines.Scan(); {
		fmt.Fprintln(&said, lines.Text())
		if m := runs.FindStringSubmatch(lines.Text()); m != nil {
			n.addr = m[1]
			go func() { // so that the hub can write more
				for lines.Scan() {
				}
			}()
			return
		}
	}
	t.Fatalf("the hub does not run:\n%s", &said)
}
