//go:build linux

// Package foreign runs the program's builds for other systems: for Windows under Wine, and for
// Linux on arm64 under QEMU. "make test-foreign" does that with the flag -foreign. Other test runs
// skip it, because the builds take minutes.
package foreign

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

var asked = flag.Bool("foreign", false, "build the program for other systems and run it")

const root = "../.."

// room is a folder for the builds, which the tests share.
var room string

func TestMain(m *testing.M) {
	flag.Parse()
	var err error
	if room, err = os.MkdirTemp("", "foreign"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(room)
	os.Exit(code)
}

// system is a target system of the program, with a way to run it here.
type system struct {
	goos, goarch string
	runner       []string // the command before the program's
	env          []string // for the runner
	program      string
	path         func(file string) string // returns the system's name of a file
	stop         func()                   // ends the programs that the runner has left running
}

// here returns this system with the program.
func here(t *testing.T) *system {
	t.Helper()
	s := &system{path: func(file string) string { return file }}
	s.program = s.build(t, "mancala")
	return s
}

// build builds the program for a system, once for all tests, and returns its file.
func (s *system) build(t *testing.T, name string) string {
	t.Helper()
	file := filepath.Join(room, name)
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		s.compile(t, "build", "-ldflags=-s -w", "-o", file, "./cmd/mancala")
	}
	return file
}

// compile runs the go command for a system, at the root of the module.
func (s *system) compile(t *testing.T, args ...string) {
	t.Helper()
	need.Programs(t, "go")
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+s.goos, "GOARCH="+s.goarch)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
}

// command returns a command that runs a program of the system, on loopback and without a screen.
func (s *system) command(program string, args ...string) *exec.Cmd {
	words := slices.Concat(s.runner, []string{program}, args)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = append(os.Environ(), "MANCALA_LOOPBACK=1", "MANCALA_SOUND=off", "LC_ALL=C.UTF-8", "LANG=C.UTF-8", "DISPLAY=", "WAYLAND_DISPLAY=")
	cmd.Env = append(cmd.Env, s.env...)
	return cmd
}

// outcome is the result of a run of a program.
type outcome struct {
	code           int
	stdout, stderr string
}

// run runs mancala with this input to its end.
func (s *system) run(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	p := s.start(t, args...)
	p.types(stdin)
	return p.end()
}

// process is mancala as it runs.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	ended  chan struct{}
	stdout need.Output
	stderr bytes.Buffer
}

// start starts mancala.
func (s *system) start(t *testing.T, args ...string) *process {
	t.Helper()
	return launch(t, s.command(s.program, args...))
}

// launch starts a command that reads typed input.
func launch(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	stdin := need.Must(cmd.StdinPipe())(t)
	p := &process{t: t, cmd: cmd, stdin: stdin, ended: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = &p.stdout, &p.stderr
	p.begin()
	return p
}

// begin starts the command, and kills it at the end of the test.
func (p *process) begin() {
	p.t.Helper()
	t, cmd := p.t, p.cmd
	cmd.WaitDelay = 10 * time.Second // Wine's server may still hold the pipes
	need.NoError(t, cmd.Start())
	go func() {
		_ = cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-p.ended
		if t.Failed() {
			t.Logf("%q: %v\noutput\n%s\nerror\n%s", cmd.Args, cmd.ProcessState, p.stdout.String(), p.stderr.String())
		}
	})
}

// types types all of the input, which then ends.
func (p *process) types(text string) {
	go func() {
		_, _ = io.WriteString(p.stdin, text)
		_ = p.stdin.Close()
	}()
}

// waitFor waits until the output has a text and the rest of its line, and returns the rest.
func (p *process) waitFor(text string) string {
	p.t.Helper()
	var line string
	within(p.t, fmt.Sprintf("%q in the output", text), func() bool {
		_, after, ok := strings.Cut(p.stdout.String(), text)
		var whole bool
		line, _, whole = strings.Cut(after, "\n")
		return ok && whole
	})
	return strings.TrimSuffix(line, "\r")
}

// end waits for the end of the program.
func (p *process) end() outcome {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(need.Patience):
		p.t.Fatalf("%q does not end", p.cmd.Args)
	}
	return outcome{p.cmd.ProcessState.ExitCode(), p.stdout.String(), p.stderr.String()}
}

// within waits until cond holds.
func within(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(need.Patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if cond() {
			return
		}
	}
	t.Fatalf("%s did not come about", what)
}
