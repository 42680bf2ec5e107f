//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"mancala/tools/need"
	"mancala/tools/need/drive"
)

// TestSignalsSayGoodbye ends a host in a terminal by the signals that systems send when they end a
// program. The guest reads that the host closed it, and not that the connection dropped.
func TestSignalsSayGoodbye(t *testing.T) {
	program := buildProgram(t)
	for _, ending := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		host, stdout, _ := startProcess(t, program, "--serve", "127.0.0.1:0", "--name", "Ann", "--data-dir", t.TempDir())
		lines := bufio.NewReader(stdout)
		addr := readUntil(t, lines, "Listening on ")
		said := guestHears(t, program, addr, func() {
			readUntil(t, lines, "Bo is here.")
			if err := host.Process.Signal(ending); err != nil {
				t.Fatal(err)
			}
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
