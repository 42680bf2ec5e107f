package proto

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestGeneratedCodeIsCurrent fails if the schema has changed since "make generate" last ran.
func TestGeneratedCodeIsCurrent(t *testing.T) {
	files, err := filepath.Glob("mancala/v1/*.proto")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	sums := ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sums += fmt.Sprintf("%x  %s\n", sha256.Sum256(text), filepath.ToSlash(file))
	}
	recorded, err := os.ReadFile("generated.sum")
	if err != nil {
		t.Fatal(err)
	}
	if string(recorded) != sums {
		t.Errorf("the schema has changed: run make generate, and read the difference\n%s", sums)
	}
}
