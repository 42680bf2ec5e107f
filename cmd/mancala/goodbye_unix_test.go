//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"mancala/tools/need"
	"mancala/tools/need/drive"
)

// TestSignalsSayGoodbye ends a host in a terminal by the signals with which systems end programs.
// The guest reads that the host closed the game, not that the connection dropped.
//
// The test catches the signals. If it ignored one, as under nohup, the host would do so too.
func TestSignalsSayGoodbye(t *testing.T) {
	t.Parallel()
	program := buildProgram(t)
	endings := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, endings...)
	defer signal.Stop(caught)
	for _, ending := range endings {
		host, stdout, _ := startProcess(t, program, "--serve", "127.0.0.1:0", "--name", "Ann", "--data-dir", t.TempDir())
		lines := bufio.NewReader(stdout)
		addr := readUntil(t, lines, "Listening on ")
		said := guestHears(t, program, addr, func() {
			readUntil(t, lines, "Bo is here.")
			need.NoError(t, host.Process.Signal(ending))
		})
		_, _ = io.Copy(io.Discard, lines)
		_ = host.Wait()
		if code := host.ProcessState.ExitCode(); code != exitInterrupted || !strings.Contains(said, "Ann closed the program.") {
			t.Errorf("%v: exit %d, the guest reads %q", ending, code, said)
		}
	}
}

// TestSignalsCloseAWindow is the same with a host in a window.
func TestSignalsCloseAWindow(t *testing.T) {
	t.Parallel()
	drive.Need(t)
	program := buildProgram(t)
	ann := drive.Open(t, program, need.XServer(t, "860x760x24"), "Ann", 0, t.TempDir(), "--serve", "127.0.0.1:0", "--first", "host")
	ann.Wait("listening", func() bool { return len(ann.Find("listening")) > 0 })
	said := guestHears(t, program, ann.Find("listening")[0].Addr, func() {
		ann.On("game")
		ann.Signal(syscall.SIGTERM)
	})
	if code := ann.Exited(); code != exitInterrupted || !strings.Contains(said, "Ann closed the program.") {
		t.Errorf("exit %d, the guest reads %q", code, said)
	}
}

// guestHears joins a host as Bo in a terminal, calls end, which ends the host, and returns the
// lines that the guest then reads.
func guestHears(t *testing.T, program, addr string, end func()) string {
	t.Helper()
	guest, stdout, stderr := startProcess(t, program, "--join", addr, "--name", "Bo", "--data-dir", t.TempDir())
	lines := bufio.NewReader(stdout)
	readUntil(t, lines, "Current board:")
	end()
	rest, _ := io.ReadAll(lines)
	_ = guest.Wait()
	return string(rest) + stderr.String()
}
