package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"mancala/tools/need"
)

// ctrlC is the key that a terminal turns into an interrupt.
const ctrlC = "\x03"

// console is a terminal with the program in it, as a person sits before it.
type console struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File
	unread string       // on the screen, and not waited for yet
	stdout bytes.Buffer // the output that goes past the screen
}

// inTerminal starts the program in a new terminal, without colours. If piped is set, its
// output goes into a pipe, and the screen shows only its standard error.
func inTerminal(t *testing.T, program string, piped bool, args ...string) *console {
	t.Helper()
	return inTerminalWith(t, []string{"TERM=dumb"}, program, piped, args...)
}

// inTerminalWith is inTerminal with some variables of the environment set. The program has a new
// cache folder.
func inTerminalWith(t *testing.T, env []string, program string, piped bool, args ...string) *console {
	t.Helper()
	master, slave := need.Terminal(t)
	defer slave.Close()
	c := &console{t: t, cmd: exec.Command(program, args...), master: master}
	c.cmd.Env = append(os.Environ(), env...)
	cache := t.TempDir()
	for _, name := range cacheVariables {
		c.cmd.Env = append(c.cmd.Env, name+"="+cache)
	}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = slave, slave, slave
	if piped {
		c.cmd.Stdout = &c.stdout
	}
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	need.NoError(t, c.cmd.Start())
	stop := time.AfterFunc(need.Patience, func() { _ = c.cmd.Process.Kill() })
	t.Cleanup(func() {
		stop.Stop()
		_ = c.cmd.Process.Kill()
		_ = master.Close()
		_ = c.cmd.Wait()
	})
	return c
}

// waitFor reads the screen until a text is on it, and returns the new text before it.
func (c *console) waitFor(text string) (before string) {
	c.t.Helper()
	buffer := make([]byte, 1<<12)
	for !strings.Contains(c.unread, text) {
		n, err := c.master.Read(buffer)
		c.unread += strings.ReplaceAll(string(buffer[:n]), "\r\n", "\n")
		if err != nil {
			c.t.Fatalf("mancala %v does not show %q, but %q", c.cmd.Args[1:], text, c.unread)
		}
	}
	before, c.unread, _ = strings.Cut(c.unread, text)
	return before
}

// press types into the screen.
func (c *console) press(keys string) {
	c.t.Helper()
	need.Must(c.master.WriteString(keys))(c.t)
}

// answer waits for a question and types the answer.
func (c *console) answer(question, keys string) {
	c.t.Helper()
	c.waitFor(question)
	c.press(keys)
}

// exits waits until the program has ended, and returns its exit code.
func (c *console) exits() int {
	rest, _ := io.ReadAll(c.master) // ends with an error when the other end is gone
	c.unread += strings.ReplaceAll(string(rest), "\r\n", "\n")
	_ = c.cmd.Wait()
	return c.cmd.ProcessState.ExitCode()
}

// TestCommandsInterrupted presses Ctrl+C after a long command has printed its progress, and reads
// the results so far.
func TestCommandsInterrupted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIP: no program is built in short mode")
	}
	program := buildProgram(t)
	const effort = `nodes\t\d+\nseconds\t\d+\.\d\d\n$`
	for _, c := range []struct {
		args  string
		shows string
		known string
	}{
		{"solve --houses 6 --seeds 6 --memory 64M", "endgame tables", `^` + effort},
		{"solve --houses 8 --seeds 6 --memory 64M", "boards searched", `^((value|bounds\tvalue\t-?\d+|bounds\t\d|\d)\t-?\d+\n)*` + effort},
		{"analyze --memory 64M --time 1h --seeds 6", "\x1b[Kdepth ", `^value\t(0|[+-]\d+)\testimate\nline\t[1-6]( [1-6])*\ndepth\t\d+\n` + effort},
		{"analyze --memory 64M --depth 1000 --rules bowls", "\x1b[Kdepth ", `^value\t(0|[+-]\d+)\testimate\nline\t[1-6]( [1-6])*\ndepth\t\d+\n` + effort},
		{"duel --a low --b again --games 1000000000", " games, score 0.", `^games\t\d+\nwins\t\d+\ndraws\t\d+\nlosses\t\d+\nscore\t0\.\d+\ninterval\t0\.\d+\t0\.\d+\n$`},
	} {
		t.Run(c.args, func(t *testing.T) {
			screen := inTerminal(t, program, true, strings.Fields(c.args)...)
			screen.waitFor(c.shows)
			screen.press(ctrlC)
			if code := screen.exits(); code != exitInterrupted || !regexp.MustCompile(c.known).MatchString(screen.stdout.String()) {
				t.Errorf("mancala %s: exit %d, output %q, want %s", c.args, code, screen.stdout.String(), c.known)
			}
			if !strings.HasSuffix(screen.unread, "\x1b[K") {
				t.Errorf("mancala %s: its progress stays on the screen: %q", c.args, screen.unread)
			}
		})
	}
	t.Run("perft", func(t *testing.T) {
		screen := inTerminal(t, program, false, "perft", "--depth", "40")
		screen.answer("1\t6\n2\t35\n3\t185\n", ctrlC)
		if code := screen.exits(); code != exitInterrupted || strings.Contains(screen.unread, "40\t") {
			t.Errorf("exit %d after %q", code, screen.unread)
		}
	})
}

// TestHintInTerminal asks for hints as a person would, and interrupts one.
func TestHintInTerminal(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIP: no program is built in short mode")
	}
	program := buildProgram(t)
	screen := inTerminal(t, program, false, "--text", "--houses", "3", "--seeds", "2", "--north", "low")
	screen.answer("from 1 to 3: ", "hint\n")
	screen.waitFor("Hint: bowl ")
	screen.answer("from 1 to 3: ", "1\n")
	screen.answer("Player 2 selects bowl ", "quit\n")
	if code := screen.exits(); code != exitOK || !strings.HasSuffix(screen.unread, "You have left the game.\nThe game is kept; mancala --text --continue goes on with it.\n") {
		t.Errorf("exit %d after %q", code, screen.unread)
	}
	screen = inTerminal(t, program, false, "--text")
	screen.answer("from 1 to 6: ", "hint\n")
	screen.answer("hint\n", ctrlC)
	if code := screen.exits(); code != exitInterrupted {
		t.Errorf("exit %d after %q", code, screen.unread)
	}
}
