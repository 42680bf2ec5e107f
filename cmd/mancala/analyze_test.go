package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// untimed cuts off the line with the seconds, which is never the same.
func untimed(t *testing.T, stdout string) string {
	t.Helper()
	at := regexp.MustCompile(`seconds\t\d+\.\d\d\n$`).FindStringIndex(stdout)
	if at == nil {
		t.Errorf("%q does not end with the seconds", stdout)
		return stdout
	}
	return stdout[:at[0]]
}

// TestAnalyze checks small boards: the value equals the proof of solve, and the line is legal, and
// ends with the value if it reaches the end.
func TestAnalyze(t *testing.T) {
	withCache(t)
	form := regexp.MustCompile(`^value\t(0|[+-]\d+|win|draw|loss)\texact\nline\t([\d ]+)\ndepth\t\d+\nnodes\t\d+\n$`)
	for _, c := range []struct {
		limits, rules string
		houses        string
	}{
		{"--depth 5", "kalah(1,1)", ""},
		{"--time 20s", "kalah(2,2)", ""},
		{"--time 20", "kalah(2,2)", "2"},
		{"--depth 100 --threads 1", "kalah(3,2)", ""},
		{"--depth 100", "empty-capture(3,2)", "1"},
		{"", "video(3,2)", "1 2"},
		{"", "bowls(2,2)", ""},
	} {
		args := strings.Fields("--memory 64M --rules " + c.rules + " " + c.houses)
		_, solved, _ := call(append([]string{"solve"}, args...)...)
		code, stdout, stderr := call(append(append([]string{"analyze"}, strings.Fields(c.limits)...), args...)...)
		found := form.FindStringSubmatch(untimed(t, stdout))
		if code != exitOK || stderr != "" || found == nil {
			t.Errorf("mancala analyze %s %s: exit %d, output %q, error %q", c.limits, args, code, stdout, stderr)
			continue
		}
		var value int
		if _, err := fmt.Sscanf(solved, "value\t%d\n", &value); err != nil {
			t.Errorf("%s is solved as %q", args, solved)
		}
		want := signed(value)
		if c.rules == "video(3,2)" { // a majority ends the game
			want = outcome(engine.Analysis{Verdict: match.Verdict{Value: value}})
		}
		if found[1] != want {
			t.Errorf("%s is analyzed as %s, not %s", args, found[1], want)
		}
		if got, over := endOfLine(t, c.rules, c.houses, found[2]); over && got != value {
			t.Errorf("%s is worth %d, and its line %s ends with %d", args, value, found[2], got)
		}
	}
}

// endOfLine plays houses and then a line, and returns the result for the side that began the
// line, and whether the game is over by then.
func endOfLine(t *testing.T, rule, houses, line string) (value int, over bool) {
	t.Helper()
	v := need.Must(rules.ParseRuleSet(rule))(t)
	p := need.Must(rules.Start(v))(t)
	sides := []rules.Side{p.ToMove()}
	for _, word := range strings.Fields(houses + " " + line) {
		h, err := rules.ParseHouse(word)
		if err == nil {
			p, _, err = p.Sow(h)
		}
		if err != nil {
			t.Fatalf("the line %s cannot be played: %v", line, err)
		}
		sides = append(sides, p.ToMove())
	}
	side := sides[len(strings.Fields(houses))]
	return p.Store(side) - p.Store(side.Opponent()), p.Over()
}

// TestAnalyzeRepeats checks that a depth and one thread give the same answer and the same number of
// nodes each time, whatever was left in the cache.
func TestAnalyzeRepeats(t *testing.T) {
	withCache(t)
	for _, args := range []string{"--depth 9", "--depth 7 --rules bowls", "--depth 8 --seeds 6 3 1"} {
		args := append([]string{"analyze", "--threads", "1", "--memory", "64M"}, strings.Fields(args)...)
		_, first, _ := call(args...)
		code, again, stderr := call(args...)
		if code != exitOK || stderr != "" || untimed(t, first) != untimed(t, again) {
			t.Errorf("mancala %s prints %q and then %q", args, first, again)
		}
	}
}

func TestAnalyzeOfAFinishedGame(t *testing.T) {
	withCache(t)
	for args, want := range map[string]string{
		"--houses 1 --seeds 1 1": "value\t0\texact\ndepth\t0\nnodes\t0\nseconds\t0.00\n",
		"--rules bowls(1,1) 1":   "value\t-1\texact\ndepth\t0\nnodes\t0\nseconds\t0.00\n",
	} {
		code, stdout, stderr := call(append([]string{"analyze"}, strings.Fields(args)...)...)
		if code != exitOK || stdout != want || stderr != "" {
			t.Errorf("mancala analyze %s: exit %d, output %q, error %q; want %q", args, code, stdout, stderr, want)
		}
	}
}

func TestReadTime(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"5": 5 * time.Second, "0.25": 250 * time.Millisecond, "5s": 5 * time.Second, "500ms": 500 * time.Millisecond, "1m30s": 90 * time.Second,
	} {
		if got, err := readTime("--time", text); got != want || err != nil {
			t.Errorf("%q is read as %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestAnalyzeInterruptedBeforeAnythingIsKnown(t *testing.T) {
	withCache(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"analyze", "--memory", "64M"}, strings.NewReader(""), &stdout, &stderr)
	if code != exitInterrupted || untimed(t, stdout.String()) != "nodes\t0\n" || stderr.Len() > 0 {
		t.Errorf("exit %d, output %q, error %q", code, stdout.String(), stderr.String())
	}
}

func TestAnalysisText(t *testing.T) {
	for _, c := range []struct {
		verdict match.Verdict
		sure    int
		nodes   uint64
		want    string
	}{
		{match.Verdict{Value: 2, Line: []rules.House{3, 6, rules.Swap}, Depth: 7}, 0, 12345, "value\t+2\testimate\nline\t3 6 swap\ndepth\t7\nnodes\t12345\n"},
		{match.Verdict{Exact: true, Line: []rules.House{1}, Depth: 1}, 1, 1, "value\t0\texact\nline\t1\ndepth\t1\nnodes\t1\n"},
		{match.Verdict{Value: -12, Exact: true, Line: []rules.House{1, 2, 4}}, 2, 0, "value\t-12\texact\nline\t1 2 ~ 4\ndepth\t0\nnodes\t0\n"},
	} {
		a := engine.Analysis{Verdict: c.verdict, Sure: c.sure, Nodes: c.nodes}
		if got := analysisText(a, 1500*time.Millisecond); got != c.want+"seconds\t1.50\n" {
			t.Errorf("%+v is printed as %q, want %q", a, got, c.want)
		}
	}
	open := match.Verdict{Value: 2, Low: -4, High: 6, Layer: 9, Layers: 16}
	if got := analysisText(engine.Analysis{Verdict: open}, 0); !strings.Contains(got, "bounds\t-4\t+6\nendings\t9\t16\n") {
		t.Errorf("%+v is printed as %q", open, got)
	}
	if got := analysisJSON(engine.Analysis{Verdict: open}, 0); !strings.Contains(got, `"bounds":[-4,6]`) || !strings.Contains(got, `"endings":[9,16]`) {
		t.Errorf("%+v is printed as %q", open, got)
	}
}

// TestAnalyzeShowsTheWholeLine starts in the book, which knows one house of a position, and follows
// it to the end of the game.
func TestAnalyzeShowsTheWholeLine(t *testing.T) {
	withCache(t)
	code, stdout, stderr := call("analyze", "--memory", "64M", "--rules", "kalah(6,3)", "--time", "60", "--json")
	var found struct {
		Value, Sure int
		Exact       bool
		Line        []string
	}
	if err := json.Unmarshal([]byte(stdout), &found); err != nil || code != exitOK || stderr != "" {
		t.Fatalf("exit %d, output %q, error %q, %v", code, stdout, stderr, err)
	}
	value, over := endOfLine(t, "kalah(6,3)", "", strings.Join(found.Line, " "))
	if !found.Exact || found.Value != 2 || !over || value != 2 || found.Sure != len(found.Line) {
		t.Errorf("%+v ends with %d, over: %v", found, value, over)
	}
	if _, stdout, _ = call("analyze", "--memory", "64M", "--rules", "kalah(6,3)", "--depth", "6"); !strings.Contains(stdout, " ~ ") {
		t.Errorf("%q marks no estimate", stdout)
	}
}
