package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mancala/tools/need"
)

// paperLink matches a link or a picture of a paper, and takes where it leads.
var paperLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// paperHeading matches a heading of a paper, and takes its text.
var paperHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)

// TestLinksOfPapers expects that every link between the papers leads to a file of the repository
// and, behind a #, to one of its headings.
func TestLinksOfPapers(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	const atLeast = 100
	links := 0
	for _, paper := range papersIn(t, root) {
		for _, found := range paperLink.FindAllStringSubmatch(readPaper(t, root, paper), -1) {
			to, heading, _ := strings.Cut(found[1], "#")
			if strings.Contains(to, ":") {
				continue
			}
			links++
			file := paper
			if to != "" {
				file = path.Join(path.Dir(paper), to)
			}
			if _, err := fs.Stat(root, file); err != nil {
				t.Errorf("%s links to %s, which does not exist", paper, file)
			} else if heading != "" && !anchors(readPaper(t, root, file))[heading] {
				t.Errorf("%s links to %s, which has no heading #%s", paper, file, heading)
			}
		}
	}
	if links < atLeast {
		t.Errorf("only %d links were found", links)
	}
}

// papersIn returns the papers of a tree, without folders that programs made.
func papersIn(t *testing.T, root fs.FS) []string {
	t.Helper()
	var list []string
	need.NoError(t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		if err == nil && d.IsDir() && name != "." && (base == "bin" || base == "testdata" || base[0] == '.') {
			return fs.SkipDir
		}
		if err == nil && path.Ext(name) == ".md" {
			list = append(list, name)
		}
		return err
	}))
	return list
}

func readPaper(t *testing.T, root fs.FS, name string) string {
	t.Helper()
	text := need.Must(fs.ReadFile(root, name))(t)
	return string(text)
}

// anchors returns the possible fragments of a link to a paper: its headings in lower case,
// with hyphens for spaces and no punctuation.
func anchors(text string) map[string]bool {
	list := map[string]bool{}
	for _, found := range paperHeading.FindAllStringSubmatch(text, -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case strings.ContainsRune("`*:,.()[]/'\"?!&+", r):
				return -1
			}
			return r
		}, strings.ToLower(found[1]))
		list[name] = true
	}
	return list
}

// paperTest matches a test or a benchmark that a paper names.
var paperTest = regexp.MustCompile(`\b(?:Test|Benchmark|Fuzz)[A-Z][A-Za-z0-9]+\b`)

// TestTestsInPapers expects that every test that a paper names exists. CHANGELOG.md may name past
// ones, and CONTRIBUTING.md the beginning of a name.
func TestTestsInPapers(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	declared := declaredTests(t, root)
	const atLeast = 40
	named := 0
	for _, paper := range papersIn(t, root) {
		for _, name := range paperTest.FindAllString(readPaper(t, root, paper), -1) {
			named++
			if !declared[name] && name != "TestLong" && paper != "CHANGELOG.md" {
				t.Errorf("%s names %s, which does not exist", paper, name)
			}
		}
	}
	if named < atLeast {
		t.Errorf("only %d tests are named", named)
	}
}

// declaredTests returns the names of all functions of test files in a tree.
func declaredTests(t *testing.T, root fs.FS) map[string]bool {
	t.Helper()
	function := regexp.MustCompile(`(?m)^func ([A-Z][A-Za-z0-9]+)\(`)
	names := map[string]bool{}
	need.NoError(t, fs.WalkDir(root, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		for _, found := range function.FindAllStringSubmatch(string(text), -1) {
			names[found[1]] = true
		}
		return err
	}))
	return names
}

// TestPapersAreShort holds the papers that come first to their sizes in bytes.
func TestPapersAreShort(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	for paper, limit := range map[string]int{"README.md": 9 << 10, "ARCHITECTURE.md": 16 << 10} {
		if size := len(readPaper(t, root, paper)); size > limit {
			t.Errorf("%s has %d bytes, more than %d", paper, size, limit)
		}
	}
}
