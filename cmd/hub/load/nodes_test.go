//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mancala/cmd/hub/hubtest"
	"mancala/tools/need"
)

// newHub returns a hub that is not started yet, with a configuration and a folder.
func newHub(t *testing.T, program, config, data, listen string) *hubtest.Hub {
	t.Helper()
	file := filepath.Join(t.TempDir(), "hub.toml")
	need.NoError(t, os.WriteFile(file, []byte(config), 0o600))
	return hubtest.New(t, program, "--config", file, "--data", data, "--listen", listen, "--drain", "5s", "--limits-trusted", "127.0.0.0/8")
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
