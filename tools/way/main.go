// Way prints the packages and files that a ply passes on its way from one player's link to the
// other's, and how often it is sown. It plays whole games over loopback with coverage, and prints
// every file with a statement that ran at least once for two plies.
//
//	go run ./tools/way
package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	plies   = 2000
	sowing  = "mancala/rules/sow.go" // has the loop that all games sow by
	helpers = "mancala/tools/"       // are called by the benchmark itself
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "way:", err)
		os.Exit(1)
	}
}

func run(w io.Writer) error {
	dir, err := os.MkdirTemp("", "way")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	profile := filepath.Join(dir, "profile")
	cmd := exec.Command("go", "test", "./netplay/link", "-run", "^$", "-bench", "Games", "-benchtime", strconv.Itoa(plies)+"x",
		"-covermode", "atomic", "-coverpkg", "./...", "-coverprofile", profile)
	cmd.Stderr = os.Stderr
	if out, err := cmd.Output(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	f, err := os.Open(profile)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	files, sowings, err := passed(f)
	if err != nil {
		return err
	}
	for _, p := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(w, "%-44s %s\n", p, strings.Join(files[p], " "))
	}
	n := 0
	for _, list := range files {
		n += len(list)
	}
	_, err = fmt.Fprintf(w, "%d packages, %d files, %.1f sowings a ply\n", len(files), n, sowings)
	return err
}

// passed reads a coverage profile. It returns the files by package, and how often a ply is sown.
func passed(r io.Reader) (files map[string][]string, sowings float64, err error) {
	files = map[string][]string{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		at, counts, ok := strings.Cut(lines.Text(), ":")
		fields := strings.Fields(counts)
		if !ok || len(fields) != 3 { // the first line is the mode
			continue
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, 0, err
		}
		if n < plies/2 || strings.HasPrefix(at, helpers) {
			continue
		}
		if at == sowing && sowings == 0 {
			sowings = float64(n) / plies
		}
		if dir, name := path.Split(at); !slices.Contains(files[path.Clean(dir)], name) {
			files[path.Clean(dir)] = append(files[path.Clean(dir)], name)
		}
	}
	return files, sowings, lines.Err()
}
