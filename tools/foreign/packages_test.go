//go:build linux

package foreign

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// testedPackage is a package whose own tests run on another system.
type testedPackage struct {
	dir        string
	only, skip string // patterns for -run and -skip of go test
}

// ofEngine are the engine's tests whose result could depend on the processor and the system:
// numbers of boards, tables, memory, files.
const ofEngine = "Signature|FastPath|FastPerft|KnownValues|RankingNumbers|TableFile|Keep|Progress|Transpositions"

// test builds the tests of a package and runs them in its folder.
func (s *system) test(t *testing.T, p testedPackage) {
	t.Helper()
	program := filepath.Join(room, strings.ReplaceAll(p.dir, "/", "-")+"-"+s.goarch+".exe")
	s.compile(t, "test", "-c", "-ldflags=-s -w", "-o", program, "./"+p.dir)
	cmd := s.command(program, "-test.short", "-test.timeout=20m", "-test.run="+p.only, "-test.skip="+p.skip)
	cmd.Dir = filepath.Join(root, p.dir)
	cmd.Env = append(cmd.Env, "MANCALA_NEED_ALL=", "MANCALA_LEFT_OUT=") // these tests have run in make unit
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	failed := failures(string(out))
	none := strings.Contains(stderr.String(), "no tests to run") // the patterns are out of date
	if none || len(failed) > 0 || err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%v\n%s\n%s", err, strings.Join(failed, ""), stderr.String())
	}
}

var (
	// failure matches the line which says that a test has failed.
	failure = regexp.MustCompile(`^ *--- FAIL: (\S+) `)
	// undeleted matches the failure of a test whose files Go cannot delete under Wine 8:
	// os.RemoveAll uses a new system call, and after this error does not try the old one.
	undeleted = regexp.MustCompile(`^ *testing\.go:\d+: TempDir RemoveAll cleanup: unlinkat .*: Invalid function\.\r?\n$`)
	// harmless matches lines that a test may write without a failure.
	harmless = regexp.MustCompile(`^ *\w+\.go:\d+: (left out: |\[rapid\] OK, )`)
)

// failures returns the output of tests that failed or crashed, except of those that failed only
// because their files could not be deleted.
func failures(out string) []string {
	type block struct {
		name, head string
		says       []string
		excused    bool
	}
	blocks := []*block{{}}
	for line := range strings.Lines(out) {
		last := blocks[len(blocks)-1]
		switch found := failure.FindStringSubmatch(line); {
		case found != nil:
			blocks = append(blocks, &block{name: found[1], head: line})
		case undeleted.MatchString(line):
			last.excused = true
		case line != "PASS\n" && line != "FAIL\n" && !harmless.MatchString(line):
			last.says = append(last.says, line)
		}
	}
	var list []string
	for i, b := range blocks {
		parent := i+1 < len(blocks) && strings.HasPrefix(blocks[i+1].name, b.name+"/")
		if len(b.says) > 0 || i > 0 && !b.excused && !parent {
			list = append(append(list, b.head), b.says...)
		}
	}
	return list
}

func TestFailures(t *testing.T) {
	const (
		wine  = "    testing.go:1464: TempDir RemoveAll cleanup: unlinkat C:\\a\\b.db: Invalid function.\n"
		real  = "    a_test.go:7: 1 is not 2\n"
		heads = "--- FAIL: TestA (0.01s)\n"
		child = "    --- FAIL: TestA/b (0.01s)\n"
	)
	for _, c := range []struct {
		out  string
		want int // lines
	}{
		{"PASS\n", 0},
		{heads + wine + "FAIL\n", 0},
		{heads + child + "    " + wine + "FAIL\n", 0},
		{heads + "    a_test.go:7: [rapid] OK, passed 20 tests\n" + wine + "FAIL\n", 0},
		{heads + real + "FAIL\n", 2},
		{heads + real + wine + "FAIL\n", 2},
		{heads + "FAIL\n", 1},
		{heads + child + real + "FAIL\n", 2},
		{heads + wine + heads + real + "FAIL\n", 2},
		{"panic: no\n", 2},
	} {
		if got := failures(c.out); len(got) != c.want {
			t.Errorf("%q: %q", c.out, got)
		}
	}
}
