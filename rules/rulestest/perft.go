package rulestest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// Perft is a position with the number of sequences of plies from it, by their length.
type Perft struct {
	// Name is the text of the rule set or of the position.
	Name string
	// Position is the start of the count.
	Position rules.Position
	// Counts holds the number of sequences of 1, 2, 3 ... plies.
	Counts []uint64
}

// ReadPerft reads all .perft files of a folder, or fails the test. A line is a rule set or a
// position, a bar, and the counts; a line that begins with # is a comment.
func ReadPerft(t testing.TB, dir string) (list []Perft) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.perft"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no .perft files in %s (%v)", dir, err)
	}
	for _, file := range files {
		text := need.Must(os.ReadFile(file))(t)
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "#") {
				list = append(list, readPerft(t, file, line))
			}
		}
	}
	return list
}

// readPerft reads one line.
func readPerft(t testing.TB, file, line string) Perft {
	t.Helper()
	name, counts, ok := strings.Cut(line, "|")
	c := Perft{Name: strings.TrimSpace(name)}
	var err error
	if strings.Contains(c.Name, "<") {
		c.Position, err = rules.ParsePosition(c.Name)
	} else if v, bad := rules.ParseVariant(c.Name); bad != nil {
		err = bad
	} else {
		c.Position, err = rules.Start(v)
	}
	for _, word := range strings.Fields(counts) {
		n, bad := strconv.ParseUint(word, 10, 64)
		c.Counts, ok = append(c.Counts, n), ok && bad == nil
	}
	if err != nil || !ok || len(c.Counts) == 0 {
		t.Fatalf("%s: %q is not a position with counts (%v)", file, line, err)
	}
	return c
}
