// Package need lets a test name its needs of the system it runs on, such as a screen or the right
// to mount a disk. Only tests import it.
//
// A test finds out by trying, and never by asking which user runs it, or on which machine. If a
// need is not met, the test is left out: it is skipped, and a line that says why goes into the file
// that MANCALA_LEFT_OUT names, for the end of "make test" to show. If MANCALA_NEED_ALL is set the
// test fails instead.
//
// "make test" names a new file each time, and every test with a need asks for that name. So "go
// test" does not answer from its cache, which may come from a system that had other rights, or from
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

// The variables that decide about unmet needs.
const (
	allVar  = "MANCALA_NEED_ALL" // if it is not empty, nothing may be left out
	listVar = "MANCALA_LEFT_OUT" // the file that collects the tests left out, a line each
)

// Met goes on with the test if trouble is nil. Otherwise trouble is the reason why the test cannot
// be done here; what names the thing that is missing, as in "the right to mount a file system", and
// the test ends, left out or failed.
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

// Programs goes on with the test if all these programs are installed.
func Programs(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		_, err := exec.LookPath(name)
		Met(t, "the program "+name, err)
	}
}

// line names the test that was left out, the reason and the need. It names the subtest's parent
// alone, so that a table is one line.
func line(test, what string, trouble error) string {
	pkg := "?"
	if info, ok := debug.ReadBuildInfo(); ok {
		pkg = strings.TrimSuffix(strings.TrimPrefix(info.Path, "mancala/"), ".test")
	}
	test, _, _ = strings.Cut(test, "/")
	reason := strings.Join(strings.Fields(trouble.Error()), " ")
	return fmt.Sprintf("%s %s: %s; it needs %s\n", pkg, test, reason, what)
}

// record appends a line, which may come from several processes at once.
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
