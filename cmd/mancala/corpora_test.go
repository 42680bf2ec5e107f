package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// TestCorpora fails if a fuzz target has no inputs in testdata/fuzz, or if "go test" would not run
// inputs there because they belong to no target.
func TestCorpora(t *testing.T) {
	targets, corpora := map[string]bool{}, map[string]bool{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		dir, file := filepath.Split(name)
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(file, "_test.go"):
			source, err := os.ReadFile(name)
			for _, found := range fuzzTarget.FindAllSubmatch(source, -1) {
				targets[filepath.Join(dir, "testdata", "fuzz", string(found[1]))] = true
			}
			return err
		case !e.IsDir() && filepath.Base(filepath.Dir(filepath.Clean(dir))) == "fuzz":
			corpora[filepath.Clean(dir)] = true
		}
		return nil
	})
	if err != nil || len(targets) < 10 {
		t.Fatalf("%d fuzz targets, %v", len(targets), err)
	}
	for target := range targets {
		if !corpora[target] {
			t.Errorf("%s has no inputs", target)
		}
	}
	for corpus := range corpora {
		if !targets[corpus] {
			t.Errorf("%s is of no fuzz target", corpus)
		}
	}
}
