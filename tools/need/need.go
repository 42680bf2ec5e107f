// Package need declares a test's requirements on the system, such as a screen or the right to mount
// a disk, and has helpers for tests that start programs. Only tests import it.
//
// A test tries the requirement, and never looks at the user or the machine. If it is not met, the
// test is skipped, and the file in MANCALA_LEFT_OUT gets a line with the reason, which "make test"
// shows at its end. If MANCALA_NEED_ALL is set, the test fails instead.
//
// "make test" names a new file each time, and every test with a requirement reads that variable. So
// "go test" never uses its cache: a cached result may come from a system with other rights, or from
// a run whose file is gone.
package need

import (
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"
)

// The environment variables for unmet requirements.
const (
	allVar  = "MANCALA_NEED_ALL" // if set, nothing may be left out
	listVar = "MANCALA_LEFT_OUT" // file that lists the tests left out
)

// Met skips or fails the test unless trouble is nil. trouble is the reason why the test cannot run
// here, and what names the requirement, as in "the right to mount a file system".
func Met(t testing.TB, what string, trouble error) {
	t.Helper()
	list := os.Getenv(listVar)
	if trouble == nil {
		return
	}
	if os.Getenv(allVar) != "" {
		t.Fatalf("%v; the test needs %s, and %s is set, so it may not be left out", trouble, what, allVar)
	}
	if list != "" {
		if err := record(list, line(t.Name(), what, trouble)); err != nil {
			t.Fatalf("what was left out cannot be recorded: %v", err)
		}
	}
	t.Skipf("left out: %v; the test needs %s", trouble, what)
}

// Programs requires these programs to be installed.
func Programs(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		_, err := exec.LookPath(name)
		Met(t, "the program "+name, err)
	}
}

// line returns the entry for a test, with the reason and the requirement. Subtests have their
// parent's name, so that a table is one line.
func line(test, what string, trouble error) string {
	pkg := "?"
	if info, ok := debug.ReadBuildInfo(); ok {
		pkg = strings.TrimSuffix(strings.TrimPrefix(info.Path, "mancala/"), ".test")
	}
	test, _, _ = strings.Cut(test, "/")
	reason := strings.Join(strings.Fields(trouble.Error()), " ")
	return fmt.Sprintf("%s %s: %s; it needs %s\n", pkg, test, reason, what)
}

// record appends a line; several processes may do so at once.
func record(name, line string) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(line); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
