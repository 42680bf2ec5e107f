//go:build linux

package foreign

import (
	"io"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"mancala/tools/need"
)

// testTerminal plays a ply in a terminal and presses Ctrl+C there.
func testTerminal(t *testing.T, s *system) {
	master, slave := need.Terminal(t)
	defer master.Close()
	cmd := s.command(s.program, "--text", "--data-dir", s.path(t.TempDir()))
	cmd.Env = append(cmd.Env, "TERM=xterm", "NO_COLOR=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	p := &process{t: t, cmd: cmd, ended: make(chan struct{})}
	p.begin()
	slave.Close()
	go func() { _, _ = io.Copy(&p.stdout, master) }()
	p.waitFor("    1  2  3  4  5  6")
	if s.goos == "windows" {
		within(t, "Wine's first read of the keys", func() bool { // until then, Enter is a Ctrl+J to it
			attr, err := unix.IoctlGetTermios(int(master.Fd()), unix.TCGETS)
			return err == nil && attr.Iflag&unix.ICRNL == 0
		})
	}
	_, _ = io.WriteString(master, "3\r")
	p.waitFor("    4  4  0  5  5  5")
	p.waitFor("    1  2  -  4  5  6")
	_, _ = io.WriteString(master, "\x03")
	if out := p.end(); out.code != 130 {
		t.Errorf("after Ctrl+C the exit code is %d", out.code)
	}
}
