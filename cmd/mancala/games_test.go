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
	"time"
	"unicode/utf8"

	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/internal/words"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// KeptGame returns a game between Ann and another player, as far as it was played.
func keptGame(t *testing.T, id, other, kind, text string) match.Record {
	t.Helper()
	g := need.Must(rules.ParseGame(text))(t)
	r := match.Record{ID: id, Game: g, Names: [2]string{"Ann", other}, Kinds: [2]string{match.KindPerson, kind}}
	m := need.Must(replayed(r))(t)
	r.Result = m.Result()
	return r
}

// keptGames makes a folder with some games, a minute apart from 2026-03-14T15:09:26Z on, and top
// scores.
func keptGames(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	now := time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)
	l := record.Open(t.Context(), record.Config{Dir: dir, Now: func() time.Time { return now }})
	resigned := keptGame(t, "5eed0000aaaa-1", "Bo", match.KindRemote, "kalah(6,4)+pie 1 swap")
	resigned.Result.Ending, resigned.Result.Outcome = match.Resigned, rules.NorthWins
	left := keptGame(t, "5eed0000aaaa-2", "Bo", match.KindRemote, "video(6,3) 1")
	left.Result.Ending = match.Abandoned
	wide := keptGame(t, "5eed0000bbbb-1", "日本語の名前はとても長いので", match.KindPerson,
		"custom(10,10,store=sow,extra=no,capture=either,empty=no,take=opposite,end=mover,majority=yes,sweep=none)+pie 1")
	for _, r := range []match.Record{
		keptGame(t, "0123456789abcdef-1", "greedy", "greedy", "kalah(3,1) 2 1 1 3"), resigned, left, wide,
		keptGame(t, "0123456789abcdef-2", "greedy", "greedy", "kalah(6,4) 3 6"),
	} {
		need.NoError(t, l.SaveGame(t.Context(), r))
		now = now.Add(time.Minute)
	}
	for i, text := range []string{"kalah(6,4)", "kalah(6,4)", "bowls(6,4)"} {
		v := rulestest.VariantOf(t, text)
		s := match.Score{
			GameID: match.GameID("0123456789abcdef", i+1), Variant: v, Name: "Ann", Opponent: "greedy", Seeds: 27 + i, Margin: 6 + 2*i,
			Turns: 12, Date: now,
		}
		if added, err := l.Add(t.Context(), s); !added || err != nil {
			t.Fatal(added, err)
		}
	}
	need.NoError(t, l.Close())
	return dir
}

// runKept runs the program and returns its output.
func runKept(t *testing.T, wantCode int, args ...string) (out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); code != wantCode {
		t.Errorf("%q: exit code %d, want %d; it printed %s%s", args, code, wantCode, &stdout, &stderr)
	}
	return stdout.String(), stderr.String()
}

func TestGamesTable(t *testing.T) {
	dir := keptGames(t)
	out, errs := runKept(t, exitOK, "games", "--data-dir", dir)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	want := []string{
		"ID ", "01234567-2 ", "5eed0000-1 ", "5eed0000-2 ", "5eed0000-1 ", "01234567-1 ",
	}
	if len(lines) != len(want) || errs != "" {
		t.Fatalf("it printed %s%s", out, errs)
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, want[i]) || words.Columns(line) > lineColumns || !utf8.ValidString(line) {
			t.Errorf("line %d of %d columns: %s", i, words.Columns(line), line)
		}
	}
	for i, words := range [][]string{
		{"Date", "South", "North", "Score", "Ending", "Rules"},
		{"running", "kalah(6,4)", "2-0"},
		{"…", "日本"},
		{"abandoned", "Bo"},
		{"South resigned", "kalah(6,4)+pie"},
		{"5-1", "finished", "2026-03-14"},
	} {
		for _, word := range words {
			if !strings.Contains(lines[i], word) {
				t.Errorf("line %d has no %q: %s", i, word, lines[i])
			}
		}
	}
	if out, _ = runKept(t, exitOK, "games", "--data-dir", dir, "--limit", "2"); !strings.Contains(out, "The newest 2 of 5 games.") ||
		strings.Count(out, "\n") != 5 {
		t.Errorf("with a limit it printed %s", out)
	}
}

func TestGamesJSON(t *testing.T) {
	dir := keptGames(t)
	tests := []struct {
		args []string
		want string // the numbers of plies
	}{
		{nil, "0123456789abcdef-2 5eed0000bbbb-1 5eed0000aaaa-2 5eed0000aaaa-1 0123456789abcdef-1"},
		{[]string{"--limit", "1"}, "0123456789abcdef-2"},
		{[]string{"--name", "bO"}, "5eed0000aaaa-2 5eed0000aaaa-1"},
		{[]string{"--opponent", "remote", "--rules", "video"}, "5eed0000aaaa-2"},
		{[]string{"--rules", "kalah", "--houses", "3", "--seeds", "1"}, "0123456789abcdef-1"},
		{[]string{"--result", "won"}, "0123456789abcdef-1"},
		{[]string{"--result", "lost"}, "5eed0000aaaa-1"},
		{[]string{"--result", "running"}, "0123456789abcdef-2 5eed0000bbbb-1"},
		{[]string{"--name", "nobody"}, ""},
	}
	for _, tt := range tests {
		out, _ := runKept(t, exitOK, append([]string{"games", "--json", "--data-dir", dir}, tt.args...)...)
		var list []gameObject
		if err := json.Unmarshal([]byte(out), &list); err != nil || list == nil {
			t.Fatalf("%q: %v in %s", tt.args, err, out)
		}
		var ids []string
		for _, g := range list {
			ids = append(ids, g.ID)
		}
		if got := strings.Join(ids, " "); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.args, got, tt.want)
		}
	}
}

// The fields that other programs rely on, letter by letter.
func TestGamesJSONFields(t *testing.T) {
	out, _ := runKept(t, exitOK, "games", "--json", "--data-dir", keptGames(t))
	for _, want := range []string{
		`{"id":"5eed0000aaaa-1","text":"kalah(6,4)+pie 1 swap","south":"Ann","north":"Bo","south_kind":"person","north_kind":"remote",` +
			`"ending":"resigned","result":"north wins 0-0","winner":"north","stores":[0,0],"plies":2,"opened":false,"check":"wyb4-djoh-dlrr-wypt",` +
			`"started":"2026-03-14T15:10:26Z","ended":"2026-03-14T15:10:26Z"}`,
		`{"id":"5eed0000aaaa-2","text":"video(6,3) 1","south":"Ann","north":"Bo","south_kind":"person","north_kind":"remote",` +
			`"ending":"abandoned","result":"undecided 0-0","winner":null,"stores":[0,0],"plies":1,"opened":false,"check":"qbw7-vtsi-6lip-a5jc",` +
			`"started":"2026-03-14T15:11:26Z","ended":"2026-03-14T15:11:26Z"}`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
}

func TestReplay(t *testing.T) {
	dir := keptGames(t)
	for _, id := range []string{"0123456789abcdef-1", "01234567-1", "0-1"} {
		out, errs := runKept(t, exitOK, "replay", id, "--data-dir", dir)
		for _, want := range []string{
			"Game:   0123456789abcdef-1\nSouth:  Ann\nNorth:  greedy, a computer player (greedy)\nRules:  Kalah, kalah(3,1)\nPlayed: 2026-03-1",
			"Result: South wins 5-1 (finished)\n\n-----\nCurrent board:\n    1  1  1\n 0           0\n    1  1  1\n-----\n\n1. Ann sows 1 from bowl 2; ",
			"\n4. greedy sows ", "\nAnn wins!\nAnn: 5\ngreedy: 1\n",
		} {
			if !strings.Contains(out, want) {
				t.Errorf("replay %s has no %q:\n%s", id, want, out)
			}
		}
		if strings.Count(out, "Current board:") != 5 || errs != "" {
			t.Errorf("replay %s:\n%s%s", id, out, errs)
		}
	}
	for id, want := range map[string]string{
		"01234567-2": "The game is not over: it is the turn of greedy.\n", "5eed0000aaaa-1": "\nAnn gave the game up.\nBo wins!\n",
		"5eed0000aaaa-2": "it has no winner.\n",
	} {
		if out, _ := runKept(t, exitOK, "replay", "--data-dir", dir, id); !strings.HasSuffix(strings.TrimSuffix(out, "Ann: 0\nBo: 0\n"), want) {
			t.Errorf("replay %s:\n%s", id, out)
		}
	}
	out, _ := runKept(t, exitOK, "replay", "--json", "01234567-2", "--data-dir", dir)
	var list []replayObject
	err := json.Unmarshal([]byte(out), &list)
	if err != nil || len(list) != 1 || list[0].ID != "0123456789abcdef-2" || len(list[0].Moves) != 2 {
		t.Fatalf("%v in %s", err, out)
	}
	if move := list[0].Moves[0]; move != (plyObject{"south", "3", 0, true, move.Position}) || !strings.HasPrefix(move.Position, "<6,") {
		t.Errorf("the first ply is %+v", move)
	}
}

func TestReplayOfNoGame(t *testing.T) {
	dir := keptGames(t)
	for id, want := range map[string]string{
		"zz": `There is no game "zz" here; mancala games lists`, "5": "may be several games: 5eed0000aaaa-1, 5eed0000aaaa-2, 5eed0000bbbb-1. Write more",
		"5eed0000-1": "may be several games: 5eed0000aaaa-1, 5eed0000bbbb-1. Write more of it",
	} {
		out, errs := runKept(t, exitFailed, "replay", id, "--data-dir", dir)
		if out != "" || !strings.Contains(errs, want) {
			t.Errorf("replay %s: %s%s", id, out, errs)
		}
	}
	if _, errs := runKept(t, exitFailed, "replay", "x", "--data-dir", filepath.Join(dir, "none")); !strings.Contains(errs, "There is no game") {
		t.Errorf("in no folder: %s", errs)
	}
}

func TestScoresCommand(t *testing.T) {
	dir := keptGames(t)
	out, errs := runKept(t, exitOK, "scores", "--data-dir", dir)
	want := "Kalah, kalah(6,4)\n  Name Seeds Ahead by Turns Against Date       Game\n1 Ann  28    8        12    greedy  2026-03-14 01234567-2\n"
	if !strings.HasPrefix(out, want) || !strings.Contains(out, "\n\nBowls, bowls(6,4)\n") || errs != "" {
		t.Errorf("it printed %s%s", out, errs)
	}
	out, _ = runKept(t, exitOK, "scores", "--json", "--data-dir", dir)
	var list []scoreObject
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 3 {
		t.Fatalf("%v in %s", err, out)
	}
	if want := (scoreObject{"0123456789abcdef-3", "bowls(6,4)", 1, "Ann", "greedy", 29, 10, 12, "2026-03-14T15:14:26Z"}); list[2] != want {
		t.Errorf("the last score is %+v, want %+v", list[2], want)
	}
}

// Reading an archive that does not exist creates nothing.
func TestNothingKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	for _, tt := range []struct{ command, want string }{
		{"games", "No games are kept here yet. Play one with mancala, or with mancala --text.\n"},
		{"scores", "There are no top scores here yet. Win a game with mancala, or with mancala --text.\n"},
	} {
		if out, errs := runKept(t, exitOK, tt.command, "--data-dir", dir); out != tt.want || errs != "" {
			t.Errorf("%s: %s%s", tt.command, out, errs)
		}
		if out, _ := runKept(t, exitOK, tt.command, "--json", "--data-dir", dir); out != "[]\n" {
			t.Errorf("%s --json: %s", tt.command, out)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder was created")
	}
	if out, _ := runKept(t, exitOK, "games", "--data-dir", keptGames(t), "--name", "zz"); !strings.Contains(out, "No game that is kept here is like that.") {
		t.Errorf("nothing found: %s", out)
	}
}

// An unreadable archive is an error, not an empty list.
func TestKeptCannotBeRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "file")
	need.NoError(t, os.WriteFile(dir, nil, 0o600))
	for _, args := range [][]string{{"games"}, {"games", "--json"}, {"scores"}, {"replay", "x"}} {
		out, errs := runKept(t, exitFailed, append(args, "--data-dir", dir)...)
		if out != "" || !strings.Contains(errs, "is not a folder") {
			t.Errorf("%q: %s%s", args, out, errs)
		}
	}
}

// A listing ends with a sentence if its reader has gone.
func TestKeptOutputFails(t *testing.T) {
	dir := keptGames(t)
	for _, args := range [][]string{{"games"}, {"games", "--json"}, {"scores"}, {"scores", "--json"}, {"replay", "0-1"}, {"replay", "0-1", "--json"}} {
		var stderr bytes.Buffer
		code := run(t.Context(), append(args, "--data-dir", dir), strings.NewReader(""), closedPipe{}, &stderr)
		if code != exitFailed || !strings.Contains(stderr.String(), "The output could not be written") {
			t.Errorf("%q: exit code %d, %s", args, code, &stderr)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := run(ctx, []string{"games", "--data-dir", dir}, strings.NewReader(""), &stdout, &stderr); code == exitOK {
		t.Errorf("interrupted: %s%s", &stdout, &stderr)
	}
}

// closedPipe refuses everything.
type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "日本": 4, "e\u0301": 1, "Zoë": 3, "👩": 2} {
		if got := words.Columns(text); got != want {
			t.Errorf("columns(%q) = %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]string{"abcdef": "abcd…", "abcde": "abcde", "日本語": "日本…", "a日本語": "a日…", "ae\u0301cdef": "ae\u0301cd…"} {
		if got := cutColumns(text, 5); got != want {
			t.Errorf("cutColumns(%q) = %q, want %q", text, got, want)
		}
	}
}
