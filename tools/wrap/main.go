// Wrap keeps comment lines within 100 columns. It lists the files of the repository with longer
// ones, and fails if there are any; with -w it rewraps them:
//
//	go run ./tools/wrap [-w]
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	write := flag.Bool("w", false, "break the lines that are too long")
	flag.Parse()
	long, err := run(".", *write, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "wrap:", err)
		os.Exit(1)
	}
	if long > 0 && !*write {
		fmt.Fprintf(os.Stderr, "wrap: comments with lines over %d columns in %d files; make wrap breaks them.\n", columns, long)
		os.Exit(1)
	}
}

// run prints the names of the files under root with comment lines that are too long, and returns
// their number. If write is set, it rewraps them.
func run(root string, write bool, out io.Writer) (long int, err error) {
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata" || e.Name() == "vendor"):
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, ".pb.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fresh, err := wrap(source)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if bytes.Equal(source, fresh) {
			return nil
		}
		long++
		if !write {
			fmt.Fprintln(out, path)
			return nil
		}
		return os.WriteFile(path, fresh, 0o644)
	})
	return long, err
}
