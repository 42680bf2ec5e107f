//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"mancala/tools/need"
)

// process is a hub in another process, which can be started again.
type process struct {
	t       *testing.T
	program string
	args    []string
	log     string // the file of its log
	addr    string // where members connect, once it runs
	cmd     *exec.Cmd
	lost    bool // it does not end as it should
}

// newProcess returns a hub that is not started yet, with a configuration and a folder. It is asked
// to stop at the end of the test.
func newProcess(t *testing.T, program, config, data, listen string) *process {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "hub.toml")
	need.NoError(t, os.WriteFile(file, []byte(config), 0o600))
	n := &process{t: t, program: program, log: filepath.Join(dir, "log"), args: []string{
		"--config", file, "--data", data, "--listen", listen, "--metrics", "127.0.0.1:0", "--drain", "5s", "--limits-trusted", "127.0.0.0/8",
	}}
	t.Cleanup(func() {
		if n.cmd == nil {
			return
		}
		n.signal(syscall.SIGCONT)
		n.end(os.Interrupt)
		if t.Failed() {
			text, _ := os.ReadFile(n.log)
			t.Logf("the last of the log of %s:\n%s", n.addr, text[max(0, len(text)-4000):])
		}
	})
	return n
}

// start starts the hub.
func (n *process) start() {
	n.t.Helper()
	log := need.Must(os.OpenFile(n.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600))(n.t)
	defer log.Close()
	n.cmd = exec.Command(n.program, n.args...)
	n.cmd.Stderr = log
	need.NoError(n.t, n.cmd.Start())
}

// runs matches the line of the log that says where a hub listens.
var runs = regexp.MustCompile(`"The hub runs\.".* address=(\S+)`)

// metrics matches the line of the log that says where a hub tells how it is.
var metrics = regexp.MustCompile(`"Metrics are served\." address=(\S+)`)

// health returns what the hub says of its health.
func (n *process) health() string {
	n.t.Helper()
	all := metrics.FindAllStringSubmatch(n.text(), -1)
	answer := need.Must(http.Get("http://" + all[len(all)-1][1] + "/healthz"))(n.t)
	defer answer.Body.Close()
	return string(need.Must(io.ReadAll(answer.Body))(n.t))
}

func (n *process) text() string {
	text, _ := os.ReadFile(n.log)
	return string(text)
}

// run starts the hub and waits until it runs.
func (n *process) run() {
	n.t.Helper()
	before := len(runs.FindAllString(n.text(), -1))
	n.start()
	need.Until(n.t, "the hub runs", func() bool {
		all := runs.FindAllStringSubmatch(n.text(), -1)
		if len(all) > before {
			n.addr = all[len(all)-1][1]
		}
		return len(all) > before
	})
}

func (n *process) signal(s os.Signal) { _ = n.cmd.Process.Signal(s) }

// end ends the hub with a signal, and waits for that.
func (n *process) end(s os.Signal) {
	n.t.Helper()
	n.signal(s)
	if err := n.cmd.Wait(); err != nil && s != os.Kill && !n.lost {
		n.t.Errorf("the hub ended with %v", err)
	}
	n.cmd = nil
}

// buildHub builds the hub and returns its file. One that is ahead thinks that it is ten minutes
// later.
func buildHub(t *testing.T, ahead bool) string {
	t.Helper()
	dir := t.TempDir()
	program, args := filepath.Join(dir, "hub"), []string{"build", "-o"}
	args = append(args, program)
	if ahead {
		args = append(args, "-overlay", laterClock(t, dir))
	}
	build := exec.Command("go", append(args, "..")...)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// laterClock returns an overlay of the standard library in which time.Now is ten minutes later.
func laterClock(t *testing.T, dir string) string {
	t.Helper()
	root := need.Must(exec.Command("go", "env", "GOROOT").Output())(t)
	file := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	const now = "sec, nsec, mono := runtimeNow()\n"
	text := need.Must(os.ReadFile(file))(t)
	if bytes.Count(text, []byte(now)) == 0 {
		t.Fatalf("%s asks for the time in another way with %s", file, runtime.Version())
	}
	later, overlay := filepath.Join(dir, "time.go"), filepath.Join(dir, "overlay.json")
	need.NoError(t, os.WriteFile(later, bytes.Replace(text, []byte(now), []byte(now+"\tsec += 600\n"), 1), 0o600))
	need.NoError(t, os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace": {%q: %q}}`, file, later), 0o600))
	return overlay
}
