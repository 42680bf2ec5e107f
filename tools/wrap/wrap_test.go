package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

func TestWrap(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("word ", 25))
	source := `// Package p has ` + long + `
// and a second line.
//
// Short lines
// stay as they are.
//
//	code ` + long + `
//
// # Heading ` + long + `
//
//go:generate ` + long + `
package p

func f() {
	// ` + long + `
	_ = 1 // ` + long + `
	/* ` + long + ` */
	// Output:
	// short
	// ` + long + ` output
	_ = ` + "`\n// " + long + "\n`" + `
}
`
	half := strings.TrimSpace(strings.Repeat("word ", 16))
	want := strings.NewReplacer(
		"has "+long+"\n// and a second line.", "has "+half+"\n// "+strings.TrimSpace(strings.Repeat("word ", 9))+" and a second line.",
		"\t// "+long+"\n\t_", "\t// "+strings.TrimSpace(strings.Repeat("word ", 18))+"\n\t// "+strings.TrimSpace(strings.Repeat("word ", 7))+"\n\t_",
	).Replace(source)
	got, err := wrap([]byte(source))
	if err != nil || string(got) != want {
		t.Errorf("%v:\n%s\nwant\n%s", err, got, want)
	}
	if again, err := wrap(got); err != nil || !bytes.Equal(again, got) {
		t.Errorf("wrapped again, it is %v:\n%s", err, again)
	}
	if _, err := wrap([]byte("no Go")); err == nil {
		t.Error("a file that is no Go is wrapped")
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	long := "// " + strings.Repeat("word ", 30) + "\npackage p\n"
	for name, text := range map[string]string{"a.go": long, "b.go": "package p\n", "c.pb.go": long, "d.txt": long, ".e/f.go": long, "testdata/g.go": long, "vendor/h.go": long} {
		path := filepath.Join(dir, name)
		need.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		need.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	for _, c := range []struct {
		write bool
		long  int
		out   string
	}{{false, 1, filepath.Join(dir, "a.go") + "\n"}, {true, 1, ""}, {false, 0, ""}} {
		var out strings.Builder
		if n, err := run(dir, c.write, &out); n != c.long || err != nil || out.String() != c.out {
			t.Errorf("write %v: %d files, %v, output %q", c.write, n, err, &out)
		}
	}
}
