package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mancala/tools/need"
)

// namedTest matches a test or an example that a paper names with its package.
var namedTest = regexp.MustCompile("`([a-z/]+)\\.((?:Test|Example)[A-Za-z0-9_]+)`")

// TestSources holds the list of requirements in docs/course.md against the tests that it names.
func TestSources(t *testing.T) {
	text := need.Must(os.ReadFile(filepath.Join("..", "..", "docs", "course.md")))(t)
	const atLeast = 30
	rows := namedTest.FindAllStringSubmatch(string(text), -1)
	if len(rows) < atLeast {
		t.Errorf("only %d requirements name a test", len(rows))
	}
	for _, row := range rows {
		if !declares(t, row[1], row[2]) {
			t.Errorf("there is no %s in %s", row[2], row[1])
		}
	}
}

// target matches the first line of a Makefile target, and captures its name and its text in make
// help.
var target = regexp.MustCompile(`(?m)^([a-z][a-z-]*):(?:[^=\n][^#\n]*)?(?:## (.+))?$`)

// TestTargetsHaveHelp expects a line of "make help" for each target of the Makefile.
func TestTargetsHaveHelp(t *testing.T) {
	text := need.Must(os.ReadFile(filepath.Join("..", "..", "Makefile")))(t)
	const atLeast = 25
	found := target.FindAllStringSubmatch(string(text), -1)
	if len(found) < atLeast {
		t.Errorf("only %d targets were found", len(found))
	}
	for _, each := range found {
		if each[2] == "" {
			t.Errorf("make help does not tell about %s: say it behind ##", each[1])
		}
	}
}

// declares reports whether a test file of a package, perhaps an internal one, declares a function.
func declares(t *testing.T, pkg, function string) bool {
	t.Helper()
	tests := filepath.Join(filepath.FromSlash(pkg), "*_test.go")
	files := need.Must(filepath.Glob(filepath.Join("..", "..", tests)))(t)
	files = append(files, need.Must(filepath.Glob(filepath.Join("..", "..", "internal", tests)))(t)...)
	for _, file := range files {
		text := need.Must(os.ReadFile(file))(t)
		if strings.Contains(string(text), "\nfunc "+function+"(") {
			return true
		}
	}
	return false
}

// TestCommandsOfTheReadme: a newcomer's two commands come right behind the first picture of the
// README, and continuous integration runs the second one, and then every test of every package.
func TestCommandsOfTheReadme(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	readme := string(need.Must(fs.ReadFile(root, "README.md"))(t))
	commands := regexp.MustCompile("^# Mancala\n\n!\\[[^\n]+\n\n(?:\\|[^\n]+\n){2}\\| play \\| `go run ./cmd/mancala` \\|[^\n]+\n\\| pass the tests \\| `make test` \\|[^\n]+\n\n")
	if !commands.MatchString(readme) {
		t.Error("the README does not begin with a picture and the two commands")
	}
	rest := regexp.MustCompile(`(?m)^rest:.*\n(?:\t.*\n)*\t.* whole .*\n`)
	whole := regexp.MustCompile(`(?m)^whole:.*\n\t.*\$\(GO_TEST\) (?:-exec "sh [^ "]*" )?\$\(EVERY\)$`)
	makefile, run := need.Must(fs.ReadFile(root, "Makefile"))(t), need.Must(fs.ReadFile(root, ".ci/run"))(t)
	calls := strings.HasSuffix(string(run), "\nmake --no-print-directory test\nexec make --no-print-directory rest\n")
	if !calls || !rest.Match(makefile) || !whole.Match(makefile) {
		t.Error("continuous integration does not run every test of every package")
	}
}
