package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mancala/menus"
	"mancala/record"
	"mancala/tools/need"
	"mancala/words"
)

// patience is how long a test waits for the program to do what it was told.
const patience = time.Minute

// needTools leaves out a test that drives real windows if the tools for that are missing.
func needTools(t *testing.T, tools ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIP: windows are not driven in short mode")
	}
	need.Programs(t, tools...)
}

// buildProgram returns the file of the program, built with args, once for all tests.
func buildProgram(t *testing.T, args ...string) string {
	t.Helper()
	need.Programs(t, "go")
	file, err := builds.build(args)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// builds are the programs that the tests have built, by their arguments. They lie in a folder that
// TestMain removes.
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

// startPiped starts a program whose input stays open, and kills it at the end of the test.
func startPiped(t *testing.T, cmd *exec.Cmd) (stdin io.WriteCloser, stdout io.ReadCloser) {
	t.Helper()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if stdout, err = cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return stdin, stdout
}

// window is the program running in a real window, driven by a mouse and watched through its log.
type window struct {
	t       *testing.T
	name    string
	display string
	id      string
	log     string
	dir     string
	pause   time.Duration // between two looks at the log
	cmd     *exec.Cmd
	stderr  bytes.Buffer

	logged []logLine // the lines of the log that have been read
	read   int64     // how many bytes they are
}

// logLine is a line of the log with the fields that the tests read.
type logLine struct {
	Msg, Addr, Peer, Side, Position, Result, Reason, Name string

	N        int
	Controls []menus.Control
}

// openWindow starts the program with args and moves its window to x.
func openWindow(t *testing.T, program, display, name string, x int, args ...string) *window {
	t.Helper()
	return openWindowIn(t, program, display, name, x, filepath.Join(t.TempDir(), "data"), args...)
}

// openWindowIn is openWindow with a data folder, which may be one of an earlier window.
func openWindowIn(t *testing.T, program, display, name string, x int, data string, args ...string) *window {
	t.Helper()
	w := &window{t: t, name: name, display: display, log: filepath.Join(t.TempDir(), "log"), dir: data, pause: 20 * time.Millisecond}
	rememberWindow(t, w.dir, "800x480") // software OpenGL draws a small window faster
	w.cmd = exec.Command(program, append([]string{"--name", name, "--data-dir", w.dir, "--log", w.log, "--log-screens"}, args...)...)
	w.cmd.Env = append(os.Environ(), "DISPLAY="+display)
	w.cmd.Stderr = &w.stderr
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = w.cmd.Process.Kill()
		_ = w.cmd.Wait()
		if t.Failed() {
			t.Logf("%s said on standard error: %s\nlast lines of its log: %+v", name, w.stderr.String(), last(w.lines(), 5))
		}
	})
	w.id = strings.Fields(w.xdotool("search", "--sync", "--onlyvisible", "--pid", strconv.Itoa(w.cmd.Process.Pid)))[0]
	w.xdotool("windowmove", "--sync", w.id, strconv.Itoa(x), "0")
	w.wait("the remembered size", func() bool {
		for _, c := range w.screen().Controls {
			if c.X >= 800 || c.Y >= 480 {
				return false
			}
		}
		return len(w.screen().Controls) > 0
	})
	return w
}

// rememberWindow writes into the settings how large the window was when the program was last left.
func rememberWindow(t *testing.T, dir, size string) {
	t.Helper()
	ledger := record.Open(t.Context(), record.Config{Dir: dir})
	defer ledger.Close()
	if err := ledger.SetSetting(t.Context(), "window", size); err != nil {
		t.Fatal(err)
	}
}

func last[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }

func (w *window) xdotool(args ...string) string {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "xdotool", args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+w.display)
	out, err := cmd.Output()
	if err != nil && !strings.Contains(strings.Join(args, " "), "windowmove") { // a window already there does not move
		w.t.Fatalf("xdotool %v: %v", args, err)
	}
	return string(out)
}

// lines returns the log so far.
func (w *window) lines() []logLine {
	f, err := os.Open(w.log)
	if err != nil {
		return nil
	}
	defer f.Close()
	more := make([]byte, 1<<20)
	for {
		n, err := f.ReadAt(more, w.read)
		whole := bytes.LastIndexByte(more[:n], '\n') + 1
		for line := range bytes.Lines(more[:whole]) {
			var l logLine
			if json.Unmarshal(line, &l) == nil {
				w.logged = append(w.logged, l)
			}
		}
		if w.read += int64(whole); err != nil || whole == 0 {
			return w.logged
		}
	}
}

// find returns the log's lines with a message.
func (w *window) find(msg string) []logLine {
	var list []logLine
	for _, l := range w.lines() {
		if l.Msg == msg {
			list = append(list, l)
		}
	}
	return list
}

// screen returns the screen that the window shows.
func (w *window) screen() logLine {
	for _, l := range slices.Backward(w.lines()) {
		if l.Msg == "screen" {
			return l
		}
	}
	return logLine{}
}

// wait waits until cond holds.
func (w *window) wait(what string, cond func() bool) {
	w.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(w.pause) {
		if cond() {
			return
		}
	}
	w.t.Fatalf("%s: %s did not come about; the screen is %+v", w.name, what, w.screen())
}

// is reports whether a control has a name: a label, in English or in the language of the test, or
// an ID after a "#".
func is(c menus.Control, name string) bool {
	id, ok := strings.CutPrefix(name, "#")
	return c.Label == name || c.Label == words.T(name) || ok && c.ID == id
}

// click clicks the middle of a control once it can be used and has come to rest: a menu moves when
// the disk has told of a game to go on with.
func (w *window) click(label string) {
	w.t.Helper()
	for at, before := w.usable(label), (menus.Control{}); at.X != before.X || at.Y != before.Y; {
		w.xdotool("mousemove", "--window", w.id, strconv.Itoa(at.X), strconv.Itoa(at.Y))
		time.Sleep(100 * time.Millisecond) // the window samples the pointer 60 times a second
		at, before = w.usable(label), at
	}
	w.xdotool("click", "1")
	time.Sleep(50 * time.Millisecond) // before the pointer moves on
}

// usable waits for a control that can be used.
func (w *window) usable(label string) (found menus.Control) {
	w.t.Helper()
	w.wait("a control "+label, func() bool {
		for _, c := range w.screen().Controls {
			if is(c, label) && c.Enabled {
				found = c
				return true
			}
		}
		return false
	})
	return found
}

// shows reports whether a control is on the screen.
func (w *window) shows(label string) bool {
	return slices.ContainsFunc(w.screen().Controls, func(c menus.Control) bool { return is(c, label) })
}

// on waits for a screen.
func (w *window) on(screen string) {
	w.t.Helper()
	w.wait("the screen "+screen, func() bool { return w.screen().Name == screen })
}

// exited waits for the program to end and returns its exit code.
func (w *window) exited() int {
	w.t.Helper()
	done := make(chan struct{})
	go func() { _ = w.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(patience):
		w.t.Fatalf("%s does not end", w.name)
	}
	return w.cmd.ProcessState.ExitCode()
}

func houseLabel(h int) string { return fmt.Sprintf("house %d", h) }
