package main

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"mancala/internal/engine"
	"mancala/rules"
)

// cacheVariables are those that tell a program where to keep its caches, by the system.
var cacheVariables = []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"}

// withCache gives the program in this process a new cache folder.
func withCache(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range cacheVariables {
		t.Setenv(name, dir)
	}
}

func TestSolve(t *testing.T) {
	withCache(t)
	end := regexp.MustCompile(`nodes\t\d+\nseconds\t\d+\.\d\d\n$`)
	for _, c := range []struct {
		args   string
		stdout string
	}{
		{"--memory 128M --houses 3 --seeds 3", "value\t2\n1\t2\n2\t2\n3\t-4\n"},
		{"--rules empty-capture --houses 3 --seeds 3 --threads 1", "value\t2\n1\t2\n2\t2\n3\t-6\n"},
		{"--houses 4 --seeds 3 1", "value\t6\n1\t-4\n2\t6\n3\t4\n4\t-2\n"},
		{"--houses 1 --seeds 1 1", "value\t0\n"},
		{"--rules bowls --houses 1 --seeds 1", "value\t1\n1\t1\n"},
	} {
		code, stdout, stderr := call(append([]string{"solve", "--memory", "64M"}, strings.Fields(c.args)...)...)
		tail := end.FindString(stdout)
		if code != exitOK || stdout != c.stdout+tail || tail == "" || stderr != "" {
			t.Errorf("mancala solve %s: exit %d, output %q, error %q; want %q", c.args, code, stdout, stderr, c.stdout)
		}
	}
}

func TestSolveStopsWhenInterrupted(t *testing.T) {
	withCache(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout bytes.Buffer
	code := run(ctx, []string{"solve", "--memory", "64M"}, strings.NewReader(""), &stdout, &bytes.Buffer{})
	if code != exitInterrupted || !strings.HasPrefix(stdout.String(), "nodes\t") {
		t.Errorf("exit %d, output %q", code, stdout.String())
	}
}

// TestSolveResume stops a solver before it has begun, then has it finish, and asks again.
func TestSolveResume(t *testing.T) {
	withCache(t)
	file := filepath.Join(t.TempDir(), "progress")
	args := []string{"solve", "--memory", "64M", "--houses", "4", "--seeds", "3", "--resume", file}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := run(ctx, args, strings.NewReader(""), &stdout, &stderr); code != exitInterrupted || stderr.Len() > 0 {
		t.Errorf("interrupted: exit %d, output %q, error %q", code, stdout.String(), stderr.String())
	}
	nodes := regexp.MustCompile(`(?s).*nodes\t([1-9]\d*)\n.*`)
	code, first, _ := call(args...)
	if code != exitOK || !strings.HasPrefix(first, "value\t6\n1\t-6\n2\t6\n") {
		t.Errorf("exit %d, output %q", code, first)
	}
	code, second, _ := call(args...)
	if code != exitOK || nodes.ReplaceAllString(second, "$1") != nodes.ReplaceAllString(first, "$1") {
		t.Errorf("exit %d, first %q, then %q", code, first, second)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--seeds", "3", "--houses", "4", "--resume", ""}, exitUsage, "name of a file"},
		{[]string{"--seeds", "3", "--houses", "4", "--resume", file, "1"}, exitFailed, "another position"},
		{[]string{"--rules", "bowls", "--houses", "2", "--seeds", "2", "--resume", file}, exitFailed, "can be kept only"},
		{[]string{"--houses", "4", "--seeds", "3", "--resume", filepath.Dir(file)}, exitFailed, "no progress"},
	} {
		code, stdout, stderr := call(append([]string{"solve"}, c.args...)...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%q: exit %d, output %q, error %q", c.args, code, stdout, stderr)
		}
	}
	if _, third, _ := call(args...); nodes.ReplaceAllString(third, "$1") != nodes.ReplaceAllString(first, "$1") {
		t.Errorf("in the end %q", third)
	}
}

// TestSolutionText checks the output for values that are known, known in part, and not known.
func TestSolutionText(t *testing.T) {
	const total, effort = 48, "nodes\t9\nseconds\t2.00\n"
	for _, c := range []struct {
		value  int
		houses []engine.HouseValue
		want   string
	}{
		{0, nil, ""},
		{-48, []engine.HouseValue{{House: 1, Low: -48, High: 48}, {House: 2, Low: -48, High: 48}}, ""},
		{8, []engine.HouseValue{{House: 1, Low: -2, High: -2}, {House: 3, Low: 8, High: 8}}, "value\t8\n1\t-2\n3\t8\n"},
		{8, []engine.HouseValue{{House: 1, Low: -48, High: 6}, {House: 3, Low: 8, High: 8}}, "value\t8\nbounds\t1\t-48\t6\n3\t8\n"},
		{
			2,
			[]engine.HouseValue{{House: 1, Low: -48, High: 48}, {House: 2, Low: -48, High: 4}, {House: 3, Low: 2, High: 2}},
			"bounds\tvalue\t2\t48\nbounds\t2\t-48\t4\n3\t2\n",
		},
		{
			1,
			[]engine.HouseValue{{House: 1, Low: 1, High: 5}, {House: rules.Swap, Low: -3, High: -3}},
			"bounds\tvalue\t1\t5\nbounds\t1\t1\t5\nswap\t-3\n",
		},
	} {
		s := engine.Solution{Value: c.value, Houses: c.houses, Nodes: 9}
		if got := solutionText(s, total, 2*time.Second); got != c.want+effort {
			t.Errorf("%+v is printed as %q, want %q", s, got, c.want+effort)
		}
	}
}

func TestPerftReference(t *testing.T) {
	for _, rules := range presetNames() {
		_, fast, _ := call("perft", "--rules", rules, "--depth", "4")
		code, slow, stderr := call("perft", "--rules", rules, "--depth", "4", "--reference")
		if code != exitOK || fast != slow || strings.Count(fast, "\n") != 4 || stderr != "" {
			t.Errorf("%s: %q and, by the rules, %q (exit %d, error %q)", rules, fast, slow, code, stderr)
		}
	}
}

func TestProgressInWords(t *testing.T) {
	for want, p := range map[string]engine.Progress{
		"endgame tables: 3 of 22 seeds ...":                  {Layer: 3, Layers: 22},
		"solving the position, 0 boards searched so far ...": {},
		"solving house 4, 5000 boards searched so far ...":   {House: 4, Nodes: 5000},
		"solving the swap, 7 boards searched so far ...":     {House: rules.Swap, Nodes: 7},
	} {
		if got := progressText(p); got != want {
			t.Errorf("%+v is %q, not %q", p, got, want)
		}
	}
}
