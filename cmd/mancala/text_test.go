package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/internal/engine"
	"mancala/rules"
	"mancala/tools/need"
)

// callText plays in a terminal of this process, with all lines typed ahead.
func callText(typed string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), need.Patience)
	defer cancel()
	code = run(ctx, append([]string{"--text"}, args...), strings.NewReader(typed), &out, &errs)
	return code, out.String(), errs.String()
}

func TestTextOptions(t *testing.T) {
	for _, c := range []struct {
		args  string
		seats [2]string
		notes int
	}{
		{"--text", [2]string{"ask", "ask"}, 0},
		{"--text --north greedy", [2]string{"ask", "greedy"}, 0},
		{"--text --serve :0", [2]string{"ask", "ask"}, 0},
		{"--text --serve :0 --north low", [2]string{"low", "low"}, 0},
		{"--text --join host --south low", [2]string{"low", "low"}, 0},
		{"--text --join host --south low --north low --houses 3", [2]string{"low", "low"}, 1},
		{"--text --first guest --data-dir x", [2]string{"ask", "ask"}, 1},
		{"--text --log x --log-screens", [2]string{"ask", "ask"}, 1},
	} {
		o, err := parseOptions(strings.Fields(c.args))
		if err != nil || !o.text.on || o.text.seats != c.seats || len(o.notes)+len(o.text.notes) != c.notes {
			t.Errorf("%s: %+v, %q, %v", c.args, o.text, o.notes, err)
		}
	}
}

// TestTextGame plays whole games without a network.
func TestTextGame(t *testing.T) {
	for _, c := range []struct {
		args, typed string
		code        int
		ends        string
		stderr      string
	}{
		{"--houses 1 --seeds 1", "1\n", exitOK, "It is a tie!\nPlayer 1: 1\nPlayer 2: 1\n", ""},
		{
			"--houses 3 --seeds 2 --name Ann", "1\n5\n3\n5\n2\n7\n2\n6\n2\n7\n5\n1\n6\n3\n6\n2\n", exitOK,
			"Ann wins!\nAnn: 8\nPlayer 2: 4\n", "",
		},
		{"--rules bowls(2,2)", "1\n5\n2\n", exitOK, "Player 1 wins!\nPlayer 1: 3\nPlayer 2: 1\n", ""},
		{"--north low", "1\nundo\nquit\n", exitOK, "Player 1 -- from 1 to 6: You have left the game.\n", ""},
		{"--south low --north again --no-board", "", exitOK, "", ""},
		{"", "3\n1\n", exitFailed, "from 8 to 13: \n", "The input has ended. The game is kept; mancala --text --continue goes on with it.\n"},
		{"", "", exitFailed, "from 1 to 6: \n", "The input has ended, so the game was ended.\n"},
		{"--setup", "1\n1\n0\n2\n1\n", exitOK, "It is a tie!\nPlayer 1: 1\nPlayer 2: 1\n", ""},
		{"--setup --rules bowls", "2\n2\n2\n4\n", exitOK, "", ""},
		{"--setup", "1\n", exitFailed, "(4 is traditional): \n", "The input has ended, so the game was ended.\n"},
	} {
		code, stdout, stderr := callText(c.typed, strings.Fields(c.args)...)
		if code != c.code || !strings.HasSuffix(stdout, c.ends) || stderr != c.stderr {
			t.Errorf("mancala --text %s: exit %d, error %q, output\n%s\nwant %d and the end\n%s", c.args, code, stderr, stdout, c.code, c.ends)
		}
	}
}

// TestTextSetupOffersEverySeat checks the numbers of CS230, with greedy after them.
func TestTextSetupOffersEverySeat(t *testing.T) {
	_, stdout, _ := callText("6\n4\n", "--setup")
	for _, want := range []string{"\n0. Ask User: ", "\n1. Random: ", "\n2. Low: ", "\n3. Again: ", "\n4. Greedy: "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the setup\n%s\ndoes not offer %q", stdout, want)
		}
	}
}

func TestTextSeedRepeatsTheGame(t *testing.T) {
	game := func(seed string) string {
		code, stdout, stderr := callText("", "--south", "random", "--north", "random", "--seed", seed)
		if code != exitOK || stderr != "" {
			t.Fatalf("exit %d, error %q", code, stderr)
		}
		return stdout
	}
	first, again, other := game("7"), game("7"), game("8")
	if first != again {
		t.Error("the same seed gives two games")
	}
	if first == other {
		t.Error("two seeds give the same game")
	}
}

// TestTextEverySeat plays computers against each other by every rule set, and checks the counts at
// the end.
func TestTextEverySeat(t *testing.T) {
	seats := []string{"random", "low", "again", "greedy"}[need.Short(2, 0):]
	for _, preset := range rules.Presets() {
		for _, south := range seats {
			for _, north := range seats {
				code, stdout, stderr := callText("", "--rules", preset.Name, "--south", south, "--north", north, "--narrate", "--seed", "1")
				if code != exitOK || stderr != "" || !strings.Contains(stdout, "The game is over.") || strings.Contains(stdout, "--from") {
					t.Errorf("%s, %s against %s: exit %d, error %q", preset.Name, south, north, code, stderr)
				}
			}
		}
	}
}

// TestTextEveryStrategy plays a small game against each computer player there is, thinking ones
// included.
func TestTextEveryStrategy(t *testing.T) {
	withCache(t)
	for _, s := range engine.Strategies() {
		code, stdout, stderr := callText("", "--houses", "3", "--seeds", "2", "--south", "low", "--north", s.Name, "--narrate", "--no-board")
		if code != exitOK || stderr != "" || !strings.Contains(stdout, "The game is over.") {
			t.Errorf("against %s: exit %d, error %q, output\n%s", s.Name, code, stderr, stdout)
		}
	}
}

// TestTextLog checks that a game in the terminal is logged as one in the window, and that it can be
// taken back all the same.
func TestTextLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "log")
	code, stdout, stderr := callText("1\nundo\n1\n", "--houses", "1", "--seeds", "1", "--log", file)
	if code != exitOK || stderr != "" { // the first ply ends the game, so later lines are not read
		t.Fatalf("exit %d, error %q, output\n%s", code, stderr, stdout)
	}
	code, _, _ = callText("2\nundo\n1\nquit\n", "--log", file)
	data, err := os.ReadFile(file)
	if code != exitOK || err != nil {
		t.Fatal(code, err)
	}
	var got []string
	for line := range strings.Lines(string(data)) {
		var entry struct{ Msg, Side, Result string }
		need.NoError(t, json.Unmarshal([]byte(line), &entry))
		if entry.Msg == "ply" || entry.Msg == "game over" {
			got = append(got, strings.TrimSpace(entry.Msg+" "+entry.Side+entry.Result))
		}
	}
	if want := "ply south, game over draw 1-1, ply south, ply south"; strings.Join(got, ", ") != want {
		t.Errorf("logged %q, want %q", got, want)
	}
}

func TestTextLogThatCannotBeOpened(t *testing.T) {
	code, _, stderr := callText("", "--log", filepath.Join(t.TempDir(), "no folder", "log"))
	if code != exitFailed || !strings.Contains(stderr, "another file for --log") {
		t.Errorf("exit %d, error %q", code, stderr)
	}
}

func TestTextOutputThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{}, {"--south", "low", "--north", "low"}, {"--setup"}, {"--serve", "127.0.0.1:0"}} {
		var stderr bytes.Buffer
		ctx, cancel := context.WithTimeout(context.Background(), need.Patience)
		defer cancel()
		code := run(ctx, append([]string{"--text"}, args...), strings.NewReader("1\n"), fullDisk{}, &stderr)
		if code != exitFailed || !strings.Contains(strings.ToLower(stderr.String()), "no space") || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%v: exit %d, error %q", args, code, stderr.String())
		}
	}
}

// silence is an input without any text or end.
type silence struct{ done <-chan struct{} }

func (s silence) Read([]byte) (int, error) {
	<-s.done
	return 0, errors.New("the terminal is gone")
}

// TestTextInterrupted checks that Ctrl+C ends the program at once whatever it waits for.
func TestTextInterrupted(t *testing.T) {
	for _, args := range [][]string{{}, {"--setup"}, {"--serve", "127.0.0.1:0"}, {"--south", "low", "--north", "low", "--houses", "10"}} {
		ctx, cancel := context.WithTimeout(context.Background(), need.Patience)
		out := writerFunc(func(b []byte) (int, error) {
			cancel()
			return len(b), nil
		})
		var stderr bytes.Buffer
		code := run(ctx, append([]string{"--text"}, args...), silence{t.Context().Done()}, out, &stderr)
		if code != exitInterrupted || stderr.Len() > 0 {
			t.Errorf("%v: exit %d, error %q", args, code, stderr.String())
		}
	}
}

type writerFunc func(b []byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
