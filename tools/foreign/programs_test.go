//go:build linux

package foreign

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// script is a whole game of Kalah(3,2), which South wins 8-4.
var script = []rules.House{1, 1, 3, 1, 2, 3, 2, 2, 2, 3, 1, 1, 2, 3, 2, 2}

// script's rules and result, as the program writes them.
const (
	scriptRules  = "kalah(3,2)"
	scriptResult = "south wins 8-4"
)

// typed returns the input of the script's players, by side and together, with lines that end in
// ending.
func typed(t *testing.T, ending string) (bySide [2]string, both string) {
	t.Helper()
	v, _ := rules.Preset("kalah")
	v = need.Must(v.WithSize(3, 2))(t)
	p, err := rules.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, house := range script {
		mover, bowl := p.ToMove(), int(house)
		if mover == rules.North {
			bowl += 3 + 1 // its bowls have the numbers after South's bowls and store
		}
		line := strconv.Itoa(bowl) + ending
		bySide[mover] += line
		both += line
		if p, _, err = p.Sow(house); err != nil {
			t.Fatal(err)
		}
	}
	return bySide, both
}

// testProgram checks that the program does the same on another system as on this one.
func testProgram(t *testing.T, native, s *system) {
	t.Helper()
	t.Run("commands", func(t *testing.T) { testCommands(t, native, s) })
	t.Run("game", func(t *testing.T) { testGame(t, native, s) })
	t.Run("network", func(t *testing.T) {
		t.Run("host", func(t *testing.T) { testNetwork(t, s, native) })
		t.Run("guest", func(t *testing.T) { testNetwork(t, native, s) })
	})
	t.Run("Ctrl+C", func(t *testing.T) { testInterrupt(t, s) })
	t.Run("terminal", func(t *testing.T) { testTerminal(t, s) })
}

// seconds is the part of an output that differs from run to run.
var seconds = regexp.MustCompile(`("?seconds"?[\t:]+)[0-9.e-]+`)

// same fails unless a program's outcome equals the one on this system.
func same(t *testing.T, want, got outcome) {
	t.Helper()
	for _, o := range []*outcome{&want, &got} {
		o.stdout = seconds.ReplaceAllString(o.stdout, "$1")
	}
	if got != want {
		t.Errorf("exit %d, output\n%s\nerror\n%s\nhere it is exit %d, output\n%s\nerror\n%s",
			got.code, got.stdout, got.stderr, want.code, want.stdout, want.stderr)
	}
}

// testCommands compares the output and the exit codes of commands.
func testCommands(t *testing.T, native, s *system) {
	busy := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer busy.Close()
	data := t.TempDir()
	for _, c := range []struct {
		args  []string
		stdin string
		code  int
	}{
		{args: []string{"--version"}},
		{args: []string{"--help"}},
		{args: []string{"--language", "de", "--help"}},
		{args: []string{"licences"}},
		{args: []string{"--bad-option"}, code: 2},
		{args: []string{"solve", "--houses", "99"}, code: 2},
		{args: []string{"show", "3", "6"}},
		{args: []string{"show", "3", "3"}, code: 1},
		{args: []string{"--language", "de", "--text", "--south", "Gärtner"}, code: 2},
		{args: []string{"show", "kalah(6,4)+pie 1 swap"}},
		{args: []string{"show", "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> south"}},
		{args: []string{"show", "-"}, stdin: "kalah(6,4)\r\n3 6\r\n"},
		{args: []string{"perft", "--depth", "6"}},
		{args: []string{"perft", "--depth", "5", "--rules", "bowls", "--reference"}},
		{args: []string{"solve", "--rules", "kalah", "--houses", "4", "--seeds", "4", "--threads", "1"}},
		{args: []string{"analyze", "--depth", "9", "--threads", "1", "--json", "3", "6"}},
		{args: []string{"duel", "--a", "greedy", "--b", "low", "--games", "20", "--seed", "1", "--threads", "1"}},
		{args: []string{"--text", "--data-dir", data, "--join", "127.0.0.1:1"}, code: 1},
		{args: []string{"--text", "--data-dir", data, "--serve", busy.Addr().String()}, code: 1},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			want := native.run(t, c.stdin, c.args...)
			if want.code != c.code {
				t.Errorf("here the exit code is %d, not %d", want.code, c.code)
			}
			for i, arg := range c.args {
				if arg == data {
					c.args[i] = s.path(arg)
				}
			}
			same(t, want, s.run(t, c.stdin, c.args...))
		})
	}
}

// testGame plays half a game and continues it in the next run, in a folder whose name has spaces
// and umlauts. Both systems read the saved game. The folder is closed to other users: Wine gives
// files the umask's permissions, and this system's program would warn about those.
func testGame(t *testing.T, native, s *system) {
	dir := filepath.Join(t.TempDir(), "Spiele für zwei – ö")
	log := filepath.Join(dir, "Übersicht.log")
	need.NoError(t, os.Mkdir(dir, 0o700))
	data := []string{"--data-dir", s.path(dir)}
	_, both := typed(t, "\r\n")
	lines := strings.SplitAfter(both, "\n")
	play := append([]string{"--text", "--houses", "3", "--seeds", "2", "--name", "Jürgen", "--name2", "Zoë"}, data...)
	half := s.run(t, strings.Join(lines[:7], ""), play...)
	if half.code != 1 || !strings.Contains(half.stdout, "Zoë -- from ") || !strings.Contains(half.stderr, "The game is kept") {
		t.Errorf("half a game: %+v", half)
	}
	rest := s.run(t, strings.Join(lines[7:], "")+"n\r\n", append([]string{"--text", "--continue", "--log", s.path(log)}, data...)...)
	if rest.code != 0 || rest.stderr != "" || !strings.Contains(rest.stdout, "Jürgen: 8\n") || strings.Contains(rest.stdout, "\r") {
		t.Errorf("the other half: %+v", rest)
	}
	over := false
	logged, err := os.ReadFile(log)
	for line := range bytes.Lines(logged) {
		var l struct{ Msg, Result string }
		if err := json.Unmarshal(line, &l); err != nil {
			t.Errorf("the log: %v: %s", err, line)
		}
		over = over || l.Msg == "game over" && l.Result == scriptResult
	}
	if err != nil || !over {
		t.Errorf("the log is %s, %v", logged, err)
	}
	if games := gamesIn(t, s, dir); len(games) != 1 || games[0].South != "Jürgen" || !strings.HasPrefix(games[0].Text, scriptRules) ||
		games[0].Result != scriptResult {
		t.Errorf("kept is %+v", games)
	}
	for _, command := range []string{"games", "scores"} {
		want := native.run(t, "", command, "--data-dir", dir)
		if !strings.Contains(want.stdout, "Jürgen") {
			t.Errorf("%s has no Jürgen: %+v", command, want)
		}
		same(t, want, s.run(t, "", append([]string{command}, data...)...))
	}
}

// keptGame is a game as mancala games --json prints it.
type keptGame struct{ Text, South, Result string }

// gamesIn lists the games kept in a folder, by a system's program.
func gamesIn(t *testing.T, s *system, dir string) []keptGame {
	t.Helper()
	out := s.run(t, "", "games", "--json", "--data-dir", s.path(dir))
	var games []keptGame
	if err := json.Unmarshal([]byte(out.stdout), &games); err != nil || out.code != 0 {
		t.Fatalf("games: %v: %+v", err, out)
	}
	return games
}

// testNetwork plays the script between two systems.
func testNetwork(t *testing.T, hosting, joining *system) {
	bySide, _ := typed(t, "\n")
	dirs := [2]string{t.TempDir(), t.TempDir()}
	host := hosting.start(t, "--text", "--serve", "127.0.0.1:0", "--first", "host", "--houses", "3", "--seeds", "2", "--name", "Änne",
		"--data-dir", hosting.path(dirs[0]))
	addr := host.waitFor("Listening on ")
	guest := joining.start(t, "--text", "--join", addr, "--name", "Bo", "--data-dir", joining.path(dirs[1]))
	host.types(bySide[rules.South] + "n\n")
	guest.types("y\n" + bySide[rules.North] + "n\n")
	for _, p := range []*process{host, guest} {
		if out := p.end(); out.code != 0 || !strings.Contains(out.stdout, "Änne: 8\n") || !strings.Contains(out.stdout, "encrypted.\n") {
			t.Errorf("exit %d, output\n%s\nerror\n%s", out.code, out.stdout, out.stderr)
		}
	}
	a, b := gamesIn(t, hosting, dirs[0]), gamesIn(t, joining, dirs[1])
	if len(a) != 1 || len(b) != 1 || a[0] != b[0] || a[0].Result != scriptResult {
		t.Errorf("the host keeps %+v, the guest %+v", a, b)
	}
}

// testInterrupt interrupts a game and a host that waits for a guest.
func testInterrupt(t *testing.T, s *system) {
	for _, args := range [][]string{{}, {"--serve", "127.0.0.1:0"}} {
		p := s.start(t, append([]string{"--text", "--data-dir", s.path(t.TempDir())}, args...)...)
		if len(args) > 0 {
			p.waitFor("Listening on ")
		} else {
			p.waitFor("Select a move:")
		}
		need.NoError(t, p.cmd.Process.Signal(os.Interrupt))
		if out := p.end(); out.code != 130 || out.stderr != "" {
			t.Errorf("%v: exit %d, error %q", args, out.code, out.stderr)
		}
	}
}

// kept matches the sentence with the command that continues a game.
var kept = regexp.MustCompile(`The game is kept; mancala (.*) goes on with it\.`)

// testCommandToGoOn runs the command from that sentence in the shell of Windows.
func testCommandToGoOn(t *testing.T, s *system) {
	dir := filepath.Join(t.TempDir(), "my games")
	out := s.run(t, "2\r\n", "--text", "--houses", "3", "--data-dir", s.path(dir))
	found := kept.FindStringSubmatch(out.stderr)
	if found == nil {
		t.Fatalf("no command stands in %+v", out)
	}
	batch := filepath.Join(t.TempDir(), "goon.bat")
	line := "@" + s.path(s.program) + " " + found[1] + "\r\n"
	need.NoError(t, os.WriteFile(batch, []byte(line), 0o600))
	p := launch(t, s.command("cmd", "/c", s.path(batch)))
	p.types("")
	if out := p.end(); !strings.Contains(out.stdout, "    4  0  5\n") || !kept.MatchString(out.stderr) {
		t.Errorf("%s: %+v", line, out)
	}
}
