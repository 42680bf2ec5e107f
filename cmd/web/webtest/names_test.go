package webtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

// TestNames runs the tests of names in a browser, which compares them by its own tables.
func TestNames(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIP: nothing is built for browsers in short mode")
	}
	need.Programs(t, "go", "node")
	goroot := need.Must(exec.Command("go", "env", "GOROOT").Output())(t)
	runner := filepath.Join(strings.TrimSpace(string(goroot)), "lib/wasm/go_js_wasm_exec")
	cmd := exec.Command("go", "test", "-count=1", "-run=^TestTellApart$", "-exec="+runner, "./internal/match")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
