package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"mancala/tools/need"
)

// selfName is the name under which these tests' binary runs as the program; see TestMain.
const selfName = "mancala"

// buildProgram returns the file of the program, built with args, once for all tests. In short mode
// the program is the binary of the tests, which need not be linked again; the race detector would
// make that too slow.
func buildProgram(t *testing.T, args ...string) string {
	t.Helper()
	need.Programs(t, "go")
	if self := filepath.Join(builds.dir, selfName); testing.Short() && len(args) == 0 && !need.RaceDetector {
		file := need.Must(os.Executable())(t)
		if err := os.Symlink(file, self); err == nil || errors.Is(err, fs.ErrExist) {
			return self
		}
	}
	return need.Must(builds.build(args))(t)
}

// builds are the tests' built programs, by their arguments. They are in a folder that TestMain
// removes.
var builds buildCache

type buildCache struct {
	dir string

	mu   sync.Mutex
	done map[string]func() (string, error)
}

// build builds the program with args, or returns the file of an earlier call.
func (b *buildCache) build(args []string) (string, error) {
	key := strings.Join(args, " ")
	b.mu.Lock()
	once, ok := b.done[key]
	if !ok {
		file := filepath.Join(b.dir, fmt.Sprintf("mancala%d", len(b.done)))
		once = sync.OnceValues(func() (string, error) { return file, goBuild(file, args) })
		if b.done == nil {
			b.done = map[string]func() (string, error){}
		}
		b.done[key] = once
	}
	b.mu.Unlock()
	return once()
}

func goBuild(file string, args []string) error {
	cmd := exec.Command("go", append(append([]string{"build", "-o", file}, args...), ".")...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// startPiped starts a program, keeps its input open, and kills it at the end of the test.
func startPiped(t *testing.T, cmd *exec.Cmd) (stdin io.WriteCloser, stdout io.ReadCloser) {
	t.Helper()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if stdout, err = cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	need.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return stdin, stdout
}
