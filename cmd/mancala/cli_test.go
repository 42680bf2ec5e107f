package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/cmd/wiring"
	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/rules"
	"mancala/tools/need"
)

// call runs the program in this process.
func call(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// parseOptions reads the command line of a game.
func parseOptions(args []string) (options, error) {
	var o options
	fs := flag.NewFlagSet("mancala", flag.ContinueOnError)
	t := o.register(&flagSet{FlagSet: fs})
	if err := fs.Parse(args); err != nil {
		return o, flagError(fs, err)
	}
	return o, o.read(fs, t, nil)
}

// helpOf returns the help of a command, or of the program.
func helpOf(t *testing.T, command ...string) string {
	t.Helper()
	cmd, _ := need.Must2(newRoot().Find(command))(t)
	return helpText(cmd)
}

// optionsOf returns the text that has all options of a command.
func optionsOf(cmd *cobra.Command) string {
	if cmd.HasParent() {
		return helpText(cmd)
	}
	return optionsText(cmd)
}

// everyCommand returns all commands of the program in the current language, the program first.
func everyCommand() []*cobra.Command {
	root := newRoot()
	return append([]*cobra.Command{root}, root.Commands()...)
}

func TestPerftStopsWhenInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if code := run(ctx, []string{"perft", "--depth", "40"}, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}); code != exitInterrupted {
		t.Errorf("exit %d, want %d", code, exitInterrupted)
	}
}

func TestHelpAndVersion(t *testing.T) {
	if code, stdout, _ := call("--version"); code != 0 || !strings.HasPrefix(stdout, "mancala "+wiring.Version+" with") {
		t.Errorf("--version: exit %d, output %q", code, stdout)
	}
}

func TestEveryOptionIsInTheHelp(t *testing.T) {
	for _, cmd := range everyCommand() {
		cmd.Flags().VisitAll(func(f *flag.Flag) {
			if !strings.Contains(optionsOf(cmd), "--"+f.Name) || len(f.Usage) < 5 || noted(f, headingKey) == "" {
				t.Errorf("the help of %s does not tell of --%s", cmd.Name(), f.Name)
			}
		})
	}
}

// TestHelpNamesThePlayers checks that every computer player is named.
func TestHelpNamesThePlayers(t *testing.T) {
	for _, s := range engine.Strategies() {
		for _, help := range []string{optionsText(newRoot()), helpOf(t, "duel")} {
			if !regexp.MustCompile(`\b` + s.Name + `\b`).MatchString(help) {
				t.Errorf("%.40q... does not tell of %s", help, s.Name)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	o, err := parseOptions(strings.Fields("--serve :0 --name Ann --rules bowls --houses 3 --first guest"))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := rules.Preset("bowls")
	want.Houses = 3
	if o.Serve != ":0" || o.name != "Ann" || o.variant != want || o.first != match.FirstGuest || len(o.notes) != 0 {
		t.Errorf("got %+v", o)
	}
	o, err = parseOptions(strings.Fields("--join example.org --rules bowls"))
	if err != nil || o.Join != "example.org:7000" || len(o.notes) != 1 {
		t.Errorf("joining: %+v, %v", o, err)
	}
}

// fullDisk is a writer that cannot write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{"show"}, {"perft", "--depth", "1"}, {"--help"}, {"--version"}} {
		var stderr bytes.Buffer
		if code := run(context.Background(), args, strings.NewReader(""), fullDisk{}, &stderr); code != exitFailed || !strings.Contains(stderr.String(), "no space") {
			t.Errorf("mancala %v: exit %d, error %q", args, code, stderr.String())
		}
	}
}

func TestNoDisplay(t *testing.T) {
	for _, c := range []struct {
		goos, variable string
		screen         bool
	}{
		{"linux", "", false},
		{"freebsd", "WAYLAND_DISPLAY", false},
		{"linux", "DISPLAY", true},
		{"linux", "EBITENGINE_VM_ENDPOINT", true},
		{"windows", "", true},
		{"darwin", "", true},
		{"js", "", true},
	} {
		err := needDisplay(c.goos, func(name string) string {
			if name == c.variable {
				return ":0"
			}
			return ""
		})
		if none := (*noScreen)(nil); (err == nil) != c.screen || err != nil && !errors.As(err, &none) {
			t.Errorf("on %s with %q: %v", c.goos, c.variable, err)
		}
	}
}

// withoutScreen takes the screen away from the test.
func withoutScreen(t *testing.T) {
	t.Helper()
	if !x11(runtime.GOOS) {
		t.Skip("this system opens windows without X11")
	}
	t.Setenv("DISPLAY", "")
	t.Setenv("EBITENGINE_VM_ENDPOINT", "")
}

// Without a screen, the same command plays in the terminal, and says so on standard error.
func TestTerminalWithoutScreen(t *testing.T) {
	withoutScreen(t)
	for _, c := range []struct{ args, typed, ends, says string }{
		{"", "3\nquit\n", "You have left the game.\nThe game is kept; mancala --text --continue goes on with it.\n", "so you play in this terminal, two at one keyboard; mancala --text"},
		{"--houses 1 --seeds 1", "1\n", "It is a tie!\nPlayer 1: 1\nPlayer 2: 1\n", "so you play in this terminal"},
	} {
		t.Run(c.args, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			code := run(t.Context(), strings.Fields(c.args), strings.NewReader(c.typed), &stdout, &stderr)
			if code != exitOK || !strings.HasSuffix(stdout.String(), c.ends) ||
				!strings.Contains(stderr.String(), c.says) || strings.Count(stderr.String(), "\n") != 1 {
				t.Errorf("exit %d, output %q, error %q", code, stdout.String(), stderr.String())
			}
		})
	}
}

// Options without effect in the terminal are named there too, and only there.
func TestTerminalWithoutScreenTellsOfIdleFlags(t *testing.T) {
	withoutScreen(t)
	code, _, stderr := call("--first", "guest", "--data-dir", t.TempDir())
	if code != exitFailed || !strings.Contains(stderr, "--first has no effect") {
		t.Errorf("exit %d, error %q", code, stderr)
	}
}

func TestWindowInsists(t *testing.T) {
	withoutScreen(t)
	for _, args := range []string{"--window", "--window --serve 127.0.0.1:0", "--window --join 127.0.0.1:1"} {
		code, stdout, stderr := call(strings.Fields(args)...)
		want := "mancala: There is no screen to open a window on: DISPLAY is not set. " +
			"Start it from a desktop, or play in this terminal with mancala --text.\n"
		if code != exitFailed || stdout != "" || stderr != want {
			t.Errorf("mancala %s: exit %d, output %q, error %q", args, code, stdout, stderr)
		}
	}
}

func TestLogThatCannotBeOpened(t *testing.T) {
	t.Setenv("DISPLAY", ":0")
	file := filepath.Join(t.TempDir(), "file")
	need.NoError(t, os.WriteFile(file, nil, 0o600))
	code, _, stderr := call("--log", filepath.Join(file, "log"))
	if code != exitFailed || !strings.Contains(stderr, "another file for --log") {
		t.Errorf("exit %d, error %q", code, stderr)
	}
}

func TestLogLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "log")
	log, closeLog := need.Must2(openLog(file, nil))(t)
	series := tabletest.Series(rules.Presets()[0].Variant, match.Host, 1, 3)
	for _, e := range []table.News{
		table.Listening{Addr: "127.0.0.1:7000"},
		table.Connected{Peer: "Bo", Variant: rules.Presets()[0].Variant},
		table.Played{Series: series},
		tabletest.Resigned(series, match.Host),
		table.Rewound{Series: series.Back(0)},
		table.PeerLeft{Note: rules.NewNote("netplay.left", "Bo")},
	} {
		logNews(log, e)
	}
	closeLog()
	data := need.Must(os.ReadFile(file))(t)
	want := []map[string]any{
		{"msg": "listening", "addr": "127.0.0.1:7000"},
		{"msg": "connected", "peer": "Bo"},
		{"msg": "ply", "n": 1.0, "side": "south", "house": 3.0, "position": "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>"},
		{"msg": "game over", "result": "north wins 1-0", "game": "kalah(6,4) 3"},
		{"msg": "undo", "plies": 0.0, "position": "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"},
		{"msg": "disconnected", "reason": "Bo left the game."},
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), data)
	}
	for i, line := range lines {
		var got map[string]any
		need.NoError(t, json.Unmarshal(line, &got))
		for k, v := range want[i] {
			if got[k] != v {
				t.Errorf("line %d: %s is %v, want %v", i+1, k, got[k], v)
			}
		}
	}
}
