package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		if err == nil && d.IsDir() && name != "." && (base == "bin" || base == "testdata" || base[0] == '.') {
			return fs.SkipDir
		}
		if err == nil && path.Ext(name) == ".md" {
			list = append(list, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func readPaper(t *testing.T, root fs.FS, name string) string {
	t.Helper()
	text, err := fs.ReadFile(root, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// anchors returns what can stand behind the # of a link to a paper: its headings in lower case,
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
