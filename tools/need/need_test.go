package need

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// told is a testing.TB that records how it ended. Its other methods are not called.
type told struct {
	testing.TB
	skipped, failed string
}

// ended is the panic value of the methods that end a test.
type ended struct{}

func (*told) Helper()      {}
func (*told) Name() string { return "TestDisk/small" }

func (t *told) Skipf(format string, args ...any) {
	t.skipped = fmt.Sprintf(format, args...)
	panic(ended{})
}

func (t *told) Fatalf(format string, args ...any) {
	t.failed = fmt.Sprintf(format, args...)
	panic(ended{})
}

// end runs f as a test and reports whether it continued.
func (t *told) end(f func()) (wentOn bool) {
	defer func() {
		if v := recover(); v != nil && v != (ended{}) {
			panic(v)
		}
	}()
	f()
	return true
}

func TestMet(t *testing.T) {
	trouble := errors.New("operation\nnot permitted")
	for _, c := range []struct {
		name            string
		all             string
		file            string
		trouble         error
		skipped, failed string
		recorded        string
	}{
		{name: "there", all: "1", file: "list"},
		{
			name: "missing", file: "list", trouble: trouble,
			skipped:  "left out: operation\nnot permitted; the test needs rights",
			recorded: "before\ntools/need TestDisk: operation not permitted; it needs rights\n",
		},
		{name: "missing, and no list", trouble: trouble, skipped: "left out: operation\nnot permitted; the test needs rights"},
		{
			name: "demanded", all: "1", file: "list", trouble: trouble,
			failed: "operation\nnot permitted; the test needs rights, and MANCALA_NEED_ALL is set, so it may not be left out",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := filepath.Join(t.TempDir(), "list")
			if err := os.WriteFile(list, []byte("before\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv(allVar, c.all)
			t.Setenv(listVar, "")
			if c.file != "" {
				t.Setenv(listVar, list)
			}
			if c.recorded == "" {
				c.recorded = "before\n"
			}
			test := &told{}
			wentOn := test.end(func() { Met(test, "rights", c.trouble) })
			data, err := os.ReadFile(list)
			if wentOn != (c.trouble == nil) || test.skipped != c.skipped || test.failed != c.failed ||
				err != nil || string(data) != c.recorded {
				t.Errorf("went on: %t, skipped %q, failed %q, recorded %q, %v", wentOn, test.skipped, test.failed, data, err)
			}
		})
	}
}

// A list that cannot be written fails the test: no test may be skipped unseen.
func TestMetCannotRecord(t *testing.T) {
	t.Setenv(allVar, "")
	t.Setenv(listVar, filepath.Join(t.TempDir(), "nowhere", "list"))
	test := &told{}
	if test.end(func() { Met(test, "rights", errors.New("no")) }) || test.failed == "" {
		t.Errorf("skipped %q, failed %q", test.skipped, test.failed)
	}
}

func TestPrograms(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv(allVar, "")
	t.Setenv(listVar, "")
	test := &told{}
	if test.end(func() { Programs(test, "xdotool") }) || test.skipped == "" {
		t.Errorf("a program that is not there: skipped %q", test.skipped)
	}
}
