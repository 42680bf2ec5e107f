package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"mancala/netplay/address"
	"mancala/tools/need"
)

var update bool

// The pattern of make golden passes this package by: only the scripts have files to update.
func init() { flag.BoolVar(&update, "update", false, "rewrite the scripts' files") }

// TestScripts types the commands of testdata/script, and compares the output. Besides the
// commands of package testscript there are
//
//	exits CODE COMMAND ...   run COMMAND, which has to end with an exit code
//	take NAME REGEXP         set a variable to the match of REGEXP's group in the last output
func TestScripts(t *testing.T) {
	t.Parallel()
	file := buildProgram(t)
	bin := t.TempDir()
	name := "mancala"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	need.NoError(t, os.Link(file, filepath.Join(bin, name)))
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: update,
		Setup: func(env *testscript.Env) error {
			for name, value := range map[string]string{
				"PATH": bin + string(filepath.ListSeparator) + env.Getenv("PATH"), "LC_ALL": "C", address.LoopbackVariable: "1",
				"XDG_DATA_HOME": env.WorkDir, "XDG_CACHE_HOME": env.WorkDir, "LOCALAPPDATA": env.WorkDir,
			} {
				env.Setenv(name, value)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": scriptExits, "take": scriptTake},
	})
}

func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		ended := (*exec.ExitError)(nil)
		if !errors.As(err, &ended) {
			ts.Fatalf("%v", err)
		}
		code = ended.ExitCode()
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
	if said := ts.ReadFile("stderr"); want == exitUsage && (ts.ReadFile("stdout") != "" || strings.Count(said, "\n") != 1) {
		ts.Fatalf("a usage error is one line on standard error, not %q", said)
	}
}

func scriptTake(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: take NAME REGEXP")
	}
	found := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(found) != 2 {
		ts.Fatalf("nothing in the output matches %s", args[1])
	}
	ts.Setenv(args[0], found[1])
}
