//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"mancala/tools/need"
)

// startProcess starts the built program in text mode, without a display, and returns it with its
// output and its input.
func startProcess(t *testing.T, program string, args ...string) (cmd *exec.Cmd, stdout io.ReadCloser, stderr *strings.Builder) {
	t.Helper()
	return startOn(t, "", program, append([]string{"--text"}, args...)...)
}

// startOn starts the built program with a DISPLAY, which may be empty.
func startOn(t *testing.T, display, program string, args ...string) (cmd *exec.Cmd, stdout io.ReadCloser, stderr *strings.Builder) {
	t.Helper()
	cmd = exec.Command(program, args...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "WAYLAND_DISPLAY=")
	}), "DISPLAY="+display)
	stderr = &strings.Builder{}
	cmd.Stderr = stderr
	_, stdout = startPiped(t, cmd) // nothing is typed
	stop := time.AfterFunc(need.Patience, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() { stop.Stop() })
	return cmd, stdout, stderr
}

// readUntil reads lines until one has the wanted prefix, and returns its rest.
func readUntil(t *testing.T, r *bufio.Reader, beginning string) string {
	t.Helper()
	for {
		line, err := r.ReadString('\n')
		if rest, ok := strings.CutPrefix(line, beginning); ok {
			return strings.TrimSuffix(rest, "\n")
		}
		if err != nil {
			t.Fatalf("the program does not print %q: %v", beginning, err)
		}
	}
}

// TestTextProcess tests the parts that need a real process: signals, and pipes that close.
func TestTextProcess(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIP: no program is built in short mode")
	}
	program := buildProgram(t)
	t.Run("Ctrl+C", func(t *testing.T) {
		t.Parallel()
		for _, args := range [][]string{{}, {"--serve", "127.0.0.1:0"}, {"--setup"}} {
			cmd, stdout, stderr := startProcess(t, program, args...)
			need.Must(stdout.Read(make([]byte, 1)))(t)
			need.NoError(t, cmd.Process.Signal(os.Interrupt))
			_, _ = io.Copy(io.Discard, stdout)
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || stderr.Len() > 0 {
				t.Errorf("%v: exit %d, error %q", args, code, stderr)
			}
		}
	})
	t.Run("no X server", func(t *testing.T) {
		t.Parallel()
		if !x11(runtime.GOOS) {
			t.Skip("this system opens windows without X11")
		}
		const broken = ":no-display"
		_, stdout, _ := startOn(t, broken, program, "--serve", "127.0.0.1:0", "--data-dir", t.TempDir())
		addr := readUntil(t, bufio.NewReader(stdout), "Listening on ")
		guest, stdout, stderr := startOn(t, broken, program, "--join", addr, "--data-dir", t.TempDir())
		readUntil(t, bufio.NewReader(stdout), "Current board:")
		need.NoError(t, guest.Process.Signal(os.Interrupt))
		_, _ = io.Copy(io.Discard, stdout)
		_ = guest.Wait()
		if !strings.Contains(stderr.String(), "so you play in this terminal; see mancala --help.\n") {
			t.Errorf("the guest: error %q", stderr)
		}
		insisting, stdout, stderr := startOn(t, broken, program, "--window", "--data-dir", t.TempDir())
		_, _ = io.Copy(io.Discard, stdout)
		_ = insisting.Wait()
		if code := insisting.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(stderr.String(), "The window could not go on: ") {
			t.Errorf("--window: exit %d, error %q", code, stderr)
		}
	})
	t.Run("closed pipe", func(t *testing.T) {
		t.Parallel()
		cmd, stdout, stderr := startProcess(t, program, "--serve", "127.0.0.1:0", "--north", "low")
		addr := readUntil(t, bufio.NewReader(stdout), "Listening on ")
		need.NoError(t, stdout.Close())
		guest, guestOut, _ := startProcess(t, program, "--join", addr, "--north", "low")
		_ = cmd.Wait()
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if status.Signaled() || status.ExitStatus() != exitFailed || !strings.Contains(stderr.String(), "could not be written") {
			t.Errorf("the host: %v, error %q", cmd.ProcessState, stderr)
		}
		_, _ = io.Copy(io.Discard, guestOut)
		_ = guest.Wait()
		if code := guest.ProcessState.ExitCode(); code != exitFailed {
			t.Errorf("the guest: exit %d", code)
		}
	})
}
