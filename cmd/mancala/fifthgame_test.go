package main

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// ouri is a game that the program does not have: one line of rules, and a file of words.
const (
	ouriRules = "\t{\"ouri\", Variant{Houses: 6, Seeds: 4, Family: OwareFamily, MustFeed: true, Slam: SlamTake, Majority: true}},\n"
	ouriWords = `package words

func init() {
	addGame("ouri", Game{
		Title: Msg("Ouri"), Line: Msg("A made-up game."), Help: []HelpBlock{{Text: Msg("Made up.")}},
		Lesson: []LessonStep{{
			Board: "ouri(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south", Task: Msg("Sow."), Wants: anyPly, Done: saysOf(Msg("Sown.")),
		}},
	})
}
`
)

// TestLongFifthGame adds a game as in the docs, only a line in rules/presets.go and a file of
// words. The game then is everywhere: in lists, help, lessons, the window, the terminal, texts,
// notations, and on the wire.
func TestLongFifthGame(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program")
	}
	root := need.Must(filepath.Abs("../.."))(t)
	overlay := withGame(t, root)
	program := filepath.Join(t.TempDir(), "mancala")
	runIn(t, root, "go", "build", "-overlay", overlay, "-o", program, "./cmd/mancala")
	for _, c := range []struct {
		want string
		args []string
	}{
		{"ouri", []string{"help", "options"}},
		{"<6,0,0,", []string{"show", "--rules", "ouri", "6"}},
		{"F f", []string{"show", "--notation", "ogn", "ouri 6 6"}},
		{"1\t6\n2\t36\n3\t190\n", []string{"perft", "--rules", "ouri", "--depth", "3"}},
		{"games\t2\n", []string{"duel", "--rules", "ouri", "--a", "greedy", "--b", "random", "--games", "2", "--seed", "1"}},
	} {
		if got := runIn(t, root, program, c.args...); !strings.Contains(got, c.want) {
			t.Errorf("%v prints\n%s\nwithout %q", c.args, got, c.want)
		}
	}
	tested := map[string]string{
		"./menus/info":        "TestLessonsOfAllGames|TestEveryBoardOfTheHelp",
		"./menus/newgame":     "TestThreeInputsToTheFirstSeed|TestLivingBoardsPlayOn",
		"./menus/ruleset":     "TestAllGamesAreKept|TestSwitchesReachEveryRuleSet",
		"./internal/motion":   "TestPreviewTellsTheTruth",
		"./internal/notation": "TestRoundTrips",
		"./netplay/session":   "TestFamiliesOverTheWire",
		"./internal/textui":   "TestRulesInWords",
	}
	all := strings.Join(slices.Collect(maps.Values(tested)), "|")
	args := []string{"test", "-vet=off", "-count=1", "-overlay", overlay, "-run", all}
	out := runIn(t, root, "go", slices.AppendSeq(args, maps.Keys(tested))...)
	if strings.Count(out, "ok ") != len(tested) || strings.Contains(out, "no tests to run") {
		t.Error(out)
	}
}

// withGame returns a file that tells the go command of the new game.
func withGame(t *testing.T, root string) string {
	t.Helper()
	presets := filepath.Join(root, "rules", "presets.go")
	source := need.Must(os.ReadFile(presets))(t)
	head, tail, found := strings.Cut(string(source), "}\n\n// Presets returns")
	if !found {
		t.Fatal("the list of presets is written in another way")
	}
	dir := t.TempDir()
	keep := func(name, text string) string {
		file := filepath.Join(dir, name)
		need.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	text := need.Must(json.Marshal(map[string]any{"Replace": map[string]string{
		presets: keep("presets.go", head+ouriRules+"}\n\n// Presets returns"+tail),
		filepath.Join(root, "internal", "words", "game_ouri.go"): keep("game_ouri.go", ouriWords),
	}}))(t)
	return keep("overlay.json", string(text))
}

// runIn runs a program in a folder, and returns its output.
func runIn(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", program, args, err, out)
	}
	return string(out)
}

// TestGamesAreNamedOnce fails if a game's name is anywhere but in the list of rules, in the file
// with its words, and in rows of benchmarks. Names of families and notations may be the same.
func TestGamesAreNamedOnce(t *testing.T) {
	allowed := regexp.MustCompile(`^(rules/presets\.go|rules/switches\.go|render/faces\.go|tools/bench/rows\.go|internal/words/game_[a-z]+\.go|internal/notation/notation\.go)$`)
	first := rules.Presets()[0].Name // also a word in English
	need.NoError(t, filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != "" && len(d.Name()) > 2:
			return filepath.SkipDir
		case d.IsDir(), filepath.Ext(path) != ".go", strings.HasSuffix(path, "_test.go"), allowed.MatchString(name):
			return nil
		}
		text, err := os.ReadFile(path)
		for _, p := range rules.Presets() {
			if p.Name != first && strings.Contains(string(text), `"`+p.Name+`"`) {
				t.Errorf("%s names the game %s", name, p.Name)
			}
		}
		return err
	}))
}
