package need

import (
	"bufio"
	"os/exec"
	"testing"
)

// Kill starts a program, calls line for each line that it prints, and kills it when it has printed
// more than count lines. It returns when the program has ended and all its lines have been seen.
func Kill(t testing.TB, program *exec.Cmd, count int, line func(text string)) {
	t.Helper()
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		line(lines.Text())
		if n == count {
			if err := program.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = program.Wait() // it was killed
}
