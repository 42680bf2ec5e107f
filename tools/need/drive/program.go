// Package drive starts the program, follows it through its log, and uses its windows as a person
// does, by the mouse. Only tests import it.
package drive

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mancala/internal/words"
	"mancala/tools/need"
)

// Program is a running program that logs its screens.
type Program struct {
	// Name is the player's name, and Dir the data folder.
	Name, Dir string
	// Pause is the time between two looks at the log.
	Pause time.Duration

	t      *testing.T
	log    string
	cmd    *exec.Cmd
	ended  chan struct{} // closed when the program has
	stderr bytes.Buffer

	logged []Line // the lines of the log that have been read
	read   int64  // how many bytes they are
}

// Line is a line of the log with the fields that tests read.
type Line struct {
	Msg, Addr, Peer, Self, Position, Result, Game, Name string

	Time     time.Time
	N        int
	Controls []Control
}

// Control is a control of a screen, as the log describes it: see Control in package menus.
type Control struct {
	ID, Label, Value string
	X, Y             int
	Enabled, Focused bool
}

// Is reports whether a control has a name: a label, in English or in the language of the test, or
// an ID after a "#".
func (c Control) Is(name string) bool {
	if name != "" && name[0] == '#' && c.ID == name[1:] {
		return true
	}
	return c.Label == name || c.Label == words.T(name)
}

// Start starts the program in file with a data folder, more variables of the environment, and args.
// It kills it at the end of the test.
func Start(t *testing.T, file, name, dir string, env []string, args ...string) *Program {
	t.Helper()
	p := &Program{t: t, Name: name, log: filepath.Join(t.TempDir(), "log"), Dir: dir, Pause: 20 * time.Millisecond}
	p.cmd = exec.Command(file, append([]string{"--data-dir", p.Dir, "--log", p.log, "--log-screens"}, args...)...)
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stderr = &p.stderr
	need.NoError(t, p.cmd.Start())
	p.ended = make(chan struct{})
	go func() {
		_ = p.cmd.Wait() // its exit code says enough
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		<-p.ended
		if t.Failed() {
			lines := p.lines()
			t.Logf("%s said on standard error: %s\nlast lines of the log: %+v", name, p.stderr.String(), lines[max(0, len(lines)-5):])
		}
	})
	return p
}

// lines returns the log so far.
func (p *Program) lines() []Line {
	f, err := os.Open(p.log)
	if err != nil {
		return nil
	}
	defer f.Close()
	more := make([]byte, 1<<20)
	for {
		n, err := f.ReadAt(more, p.read)
		whole := bytes.LastIndexByte(more[:n], '\n') + 1
		for line := range bytes.Lines(more[:whole]) {
			var l Line
			if json.Unmarshal(line, &l) == nil {
				p.logged = append(p.logged, l)
			}
		}
		if p.read += int64(whole); err != nil || whole == 0 {
			return p.logged
		}
	}
}

// Find returns the log's lines with a message.
func (p *Program) Find(msg string) []Line {
	var list []Line
	for _, l := range p.lines() {
		if l.Msg == msg {
			list = append(list, l)
		}
	}
	return list
}

// Screen returns the screen that the program shows.
func (p *Program) Screen() Line {
	for _, l := range slices.Backward(p.lines()) {
		if l.Msg == "screen" {
			return l
		}
	}
	return Line{}
}

// Shows reports whether a control is on the screen.
func (p *Program) Shows(label string) bool {
	_, shown := p.find(label, false)
	return shown
}

// find returns a control of the screen, which must be usable if usable is set.
func (p *Program) find(label string, usable bool) (Control, bool) {
	for _, c := range p.Screen().Controls {
		if c.Is(label) && (c.Enabled || !usable) {
			return c, true
		}
	}
	return Control{}, false
}

// Wait waits until cond holds.
func (p *Program) Wait(what string, cond func() bool) {
	p.t.Helper()
	for end := time.Now().Add(need.Patience); time.Now().Before(end); time.Sleep(p.Pause) {
		if cond() {
			return
		}
	}
	p.t.Fatalf("%s: %s did not come about; the screen is %+v", p.Name, what, p.Screen())
}

// On waits for a screen.
func (p *Program) On(screen string) {
	p.t.Helper()
	p.Wait("the screen "+screen, func() bool { return p.Screen().Name == screen })
}

// Usable waits for a control that can be used.
func (p *Program) Usable(label string) (found Control) {
	p.t.Helper()
	p.Wait("a control "+label, func() (ok bool) {
		found, ok = p.find(label, true)
		return ok
	})
	return found
}

// hasEnded reports whether the program has ended.
func (p *Program) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// Exited waits for the program to end and returns its exit code.
func (p *Program) Exited() int {
	p.t.Helper()
	p.Wait("its end", p.hasEnded)
	return p.cmd.ProcessState.ExitCode()
}

// Signal sends the program a signal.
func (p *Program) Signal(signal os.Signal) { _ = p.cmd.Process.Signal(signal) }

// Kill ends the program as a power cut does.
func (p *Program) Kill() { _ = p.cmd.Process.Kill() }
