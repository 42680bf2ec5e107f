package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
	"mancala/tools/need"
)

// TestMainAsEngine is not a test: it runs mancala engine for tests that need another program.
func TestMainAsEngine(t *testing.T) {
	if os.Getenv("MANCALA_TEST_ENGINE") == "" {
		t.Skip("only as a program of other tests")
	}
	os.Exit(run(context.Background(), []string{"engine", "--threads", "1", "--memory", "16M"}, os.Stdin, os.Stdout, os.Stderr))
}

// converse sends lines to mancala engine and returns its output until it ends.
func converse(t *testing.T, args, input string) (code int, lines []string, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), append([]string{"engine", "--threads", "1", "--memory", "16M"}, strings.Fields(args)...),
		strings.NewReader(input), &out, &errs)
	return code, strings.Split(strings.TrimSpace(out.String()), "\n"), errs.String()
}

func TestEngineAnswers(t *testing.T) {
	code, got, stderr := converse(t, "--rules oware", "uci\nisready\nposition startpos moves FfB\ngo depth 5\n")
	if code != 0 || stderr != "" || !slices.Contains(got, "uciok") || !slices.Contains(got, "readyok") {
		t.Errorf("exit %d, %q, %q", code, got, stderr)
	}
	if last := got[len(got)-1]; !regexp.MustCompile(`^bestmove [a-f]$`).MatchString(last) {
		t.Errorf("the last line is %q", last)
	}
	if report := got[len(got)-2]; !regexp.MustCompile(`^info depth 5 score cp -?[0-9]+ pv [a-f][A-Fa-f]*$`).MatchString(report) {
		t.Errorf("the last report is %q", report)
	}
	for _, c := range []struct{ input, want string }{
		{"position fen 0-0-0-0-0-1-0-0-0-0-0-0-23-24-S\ngo movetime 50\nquit\n", ""},
		{"position fen 0-0-0-0-0-1-0-0-0-0-0-1-23-23-S\ngo movetime 50\n", "bestmove F"},
		{"position fen 0-0-0-0-0-1-0-0-0-0-0-1-23-23-S\ngo infinite\nstop\n", "bestmove F"},
		{"position fen 0-0-0-0-0-1-0-0-0-0-0-1-23-23-S\ngo infinite\n", "bestmove F"}, // its input ends
		{"setoption name Rules value togyz(9,9)\nposition startpos\ngo depth 1\n", "bestmove"},
	} {
		code, got, stderr := converse(t, "--rules oware", c.input)
		if code != 0 || stderr != "" || !strings.HasPrefix(got[len(got)-1], c.want) {
			t.Errorf("%q: exit %d, %q, %q", c.input, code, got, stderr)
		}
	}
}

func TestEngineRefuses(t *testing.T) {
	for args, input := range map[string]string{
		"more":                "",
		"--rules nothing":     "",
		"--memory 1K":         "go depth 1\n",
		"--rules kalah":       strings.Repeat("x", 100_000),
		"--threads 1000":      "",
		"--memory 1000000G":   "",
		"--houses 11":         "",
		"--rules togyz extra": "",
	} {
		if code, got, stderr := converse(t, args, input); args != "--memory 1K" && (code == 0 || stderr == "") {
			t.Errorf("%s: exit %d, %q, %q", args, code, got, stderr)
		}
	}
}

// engineSeat returns the name of a seat that this program itself takes, by the protocol.
func engineSeat(t *testing.T) string {
	t.Helper()
	t.Setenv("MANCALA_TEST_ENGINE", "yes")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	self, err := filepath.Abs(os.Args[0]) // os.Executable needs /proc
	if err != nil {
		t.Fatal(err)
	}
	return "engine:'" + self + "' -test.run=^TestMainAsEngine$"
}

// TestOtherProgramsPlay has another program play against a computer player, in a duel and in the
// terminal.
func TestOtherProgramsPlay(t *testing.T) {
	seat := engineSeat(t)
	code, stdout, stderr := call("duel", "--a", seat, "--b", "random", "--games", "2", "--time", "100ms", "--rules", "bestemshe(3,2)")
	if code != 0 || !strings.HasPrefix(stdout, "games\t2\n") || stderr != "" {
		t.Errorf("a duel ends with exit %d, %q, %q", code, stdout, stderr)
	}
	dir := t.TempDir()
	code, stdout, stderr = call("--text", "--south", seat, "--north", "greedy", "--rules", "mangala(2,2)", "--patience", "100ms", "--data-dir", dir)
	if code != 0 || !strings.Contains(stdout, "wins") && !strings.Contains(stdout, "tie") {
		t.Errorf("a game in the terminal ends with exit %d, %q, %q", code, stdout, stderr)
	}
	if kept, err := os.ReadFile(filepath.Join(dir, "mancala.db")); err != nil || !bytes.Contains(kept, []byte("engine:")) {
		t.Errorf("a game of a program with arguments is not kept (%v)", err)
	}
}

// TestProgramsOfTheWindow checks commands that a person types in the window, and makes the seat of
// one.
func TestProgramsOfTheWindow(t *testing.T) {
	seat := engineSeat(t)
	command := strings.TrimPrefix(seat, match.KindProgram)
	want, _, _ := strings.Cut(filepath.Base(os.Args[0]), ".")
	if name, err := program(command); err != nil || name != want {
		t.Errorf("its player is %q, %v", name, err)
	}
	made := need.Must((&options{patience: 100 * time.Millisecond}).seats(nil)(match.ProgramKind(command)))(t)
	defer made.(match.Closer).Close()
	oware, _ := rules.Preset("oware")
	start, _ := rules.Start(oware)
	if h, err := made.Choose(t.Context(), start); err != nil || start.Legal(h) != nil {
		t.Errorf("it plays %v, %v", h, err)
	}
	for command, want := range map[string]string{"": "command", "'open": "quotation mark", "/no/such/program -x": "no program"} {
		if name, err := program(command); err == nil || !strings.Contains(words.Sentence(err), want) {
			t.Errorf("%q: %q, %v", command, name, err)
		}
	}
}

// TestProgramsThatFail starts programs that are not engines.
func TestProgramsThatFail(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, c := range []struct{ seat, want string }{
		{"engine:", "command"},
		{"engine:'open", "quotation mark"},
		{"engine:/no/such/program", "no program"},
	} {
		for _, args := range [][]string{
			{"--text", "--north", "low", "--south", c.seat}, {"duel", "--games", "2", "--b", "low", "--a", c.seat},
		} {
			if code, _, stderr := call(args...); code == 0 || !strings.Contains(stderr, c.want) {
				t.Errorf("%q: exit %d, %q", args, code, stderr)
			}
		}
	}
	idle := strings.Replace(engineSeat(t), "TestMainAsEngine", "", 1)
	code, _, stderr := call("duel", "--games", "2", "--b", "low", "--a", idle)
	if code == 0 || !strings.Contains(stderr, "ended by itself") {
		t.Errorf("a program that ends at once: exit %d, %q", code, stderr)
	}
}
