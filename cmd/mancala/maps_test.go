package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mancala/tools/need"
)

// mapped are the packages with a map of their files and subpackages in doc.go.
var mapped = []string{"internal/engine", "menus"}

// onMap matches a file or a folder on a map, in the first column or behind the semicolon of a line.
var onMap = regexp.MustCompile(`\b[a-z]+\.go\b|(?m)^//\t[a-z]+ `)

// TestMapsAreComplete checks that a map names every source file and every folder with sources, and
// nothing else. Files for one system or processor count as the file that they belong to.
func TestMapsAreComplete(t *testing.T) {
	for _, pkg := range mapped {
		dir := filepath.Join("..", "..", pkg)
		text := need.Must(os.ReadFile(filepath.Join(dir, "doc.go")))(t)
		var named []string
		for _, name := range onMap.FindAllString(string(text), -1) {
			named = append(named, strings.Trim(name, "/\t "))
		}
		var there []string
		entries := need.Must(os.ReadDir(dir))(t)
		for _, e := range entries {
			switch sources, _ := filepath.Glob(filepath.Join(dir, e.Name(), "*.go")); {
			case len(sources) > 0, strings.HasSuffix(e.Name(), ".go") && !strings.Contains(e.Name(), "_") && e.Name() != "doc.go":
				there = append(there, e.Name())
			}
		}
		for _, name := range there {
			if !slices.Contains(named, name) {
				t.Errorf("the map of %s lacks %s", pkg, name)
			}
		}
		for _, name := range named {
			if !slices.Contains(there, name) {
				t.Errorf("the map of %s has %s, which does not exist", pkg, name)
			}
		}
	}
}
