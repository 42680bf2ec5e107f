package need

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Process is another instance of the test program, on one of the computers.
type Process struct {
	// In is its input.
	In io.WriteCloser

	t   testing.TB
	out *bufio.Reader
	cmd *exec.Cmd
}

// Run starts the test program on a computer, and ends it with the test at the latest. The variable,
// as name=value, selects the part of its TestMain to run there.
func (l *LAN) Run(t testing.TB, computer int, variable string) *Process {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &Process{t: t, cmd: l.Command(computer, program)}
	p.cmd.Env = append(p.cmd.Env, variable)
	if p.In, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out := Must(p.cmd.StdoutPipe())(t)
	p.out = bufio.NewReader(out)
	NoError(t, p.cmd.Start())
	timeout := time.AfterFunc(Patience, func() { _ = p.cmd.Process.Kill() })
	t.Cleanup(func() {
		timeout.Stop()
		_ = p.End()
	})
	return p
}

// Line returns the next line of the output, without the newline, or fails the test.
func (p *Process) Line() string {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	if err != nil {
		p.t.Fatalf("%q, %v", line, err)
	}
	return strings.TrimSuffix(line, "\n")
}

// End closes the input, waits until the process ends, and returns why it has failed, if it has.
func (p *Process) End() error {
	_ = p.In.Close()
	return p.cmd.Wait()
}
