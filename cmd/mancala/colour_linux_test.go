package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestColoursInTerminal shows a game on terminals with colours, and on terminals that cannot or
// must not show them.
func TestColoursInTerminal(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIP: no program is built in short mode")
	}
	program := buildProgram(t)
	for _, c := range []struct {
		name     string
		env      []string
		args     string
		coloured bool
	}{
		{"colours", []string{"TERM=xterm", "NO_COLOR="}, "", true},
		{"narrated", []string{"TERM=xterm", "NO_COLOR="}, "--narrate", true},
		{"NO_COLOR", []string{"TERM=xterm", "NO_COLOR=1"}, "", false},
		{"dumb", []string{"TERM=dumb", "NO_COLOR="}, "", false},
		{"without a name", []string{"TERM=", "NO_COLOR="}, "", false},
		{"for a screen reader", []string{"TERM=xterm", "NO_COLOR="}, "--narrate --no-board", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"--text", "--data-dir", t.TempDir(), "--rules", "kalah(3,2)"}, strings.Fields(c.args)...)
			screen := inTerminalWith(t, c.env, program, false, args...)
			shown := screen.waitFor("from 1 to 3: ")
			screen.press("9\n")
			shown += screen.waitFor("You can't play that.")
			screen.press("1\n")
			shown += screen.waitFor("from 5 to 7: ")
			screen.press("quit\n")
			if code := screen.exits(); code != exitOK {
				t.Errorf("exit %d after %q", code, screen.unread)
			}
			if coloured := strings.Contains(shown, "\x1b["); coloured != c.coloured || c.coloured && !strings.Contains(shown, "\x1b[30;46m2\x1b[0m") {
				t.Errorf("the screen shows %q", shown)
			}
		})
	}
	t.Run("into a pipe", func(t *testing.T) {
		t.Parallel()
		screen := inTerminalWith(t, []string{"TERM=xterm", "NO_COLOR="}, program, true, "--text", "--data-dir", t.TempDir(), "--south", "low", "--north", "low")
		if code := screen.exits(); code != exitOK || strings.Contains(screen.stdout.String(), "\x1b") || strings.Contains(screen.stdout.String(), "Press Enter") {
			t.Errorf("exit %d after %q", code, screen.stdout.String())
		}
	})
	t.Run("from a pipe", func(t *testing.T) {
		t.Parallel()
		cmd := exec.Command(program, "--text", "--data-dir", t.TempDir(), "--south", "low", "--north", "low")
		cmd.Env = append(cmd.Environ(), "TERM=xterm")
		out, err := cmd.Output()
		if err != nil || strings.Contains(string(out), "\x1b") || strings.Contains(string(out), "Press Enter") {
			t.Errorf("%v after %q", err, out)
		}
	})
}

// TestComputersInTerminal watches two computer players, and does not wait for the end.
func TestComputersInTerminal(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIP: no program is built in short mode")
	}
	program := buildProgram(t)
	screen := inTerminal(t, program, false, "--text", "--data-dir", t.TempDir(), "--south", "low", "--north", "low")
	screen.answer("Press Enter for the next move, or type skip to see the end.\n", "\n")
	screen.waitFor("Player 1 selects bowl 6.\n")
	screen.waitFor("Player 2 selects bowl 13.\n") // by itself
	screen.press("skip\n")
	screen.waitFor("It is a tie!\n")
	if code := screen.exits(); code != exitOK {
		t.Errorf("exit %d after %q", code, screen.unread)
	}
}
