// Count prints the size of the program: lines of source, the statements among them, and lines of
// tests by folder; packages, the lengths of functions and files, the largest types, and the words
// of the papers. Packages that no program imports are support of tests and count as tests.
// Generated code and test data do not count.
//
//	go run ./tools/count [folder ...]
//
// With folders, it adds up only these, each with everything in it.
package main

import (
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

func main() {
	c, err := read(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "count:", err)
		os.Exit(1)
	}
	if len(os.Args) > 1 {
		err = c.printFolders(os.Stdout, os.Args[1:])
	} else {
		c.print(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "count:", err)
		os.Exit(2)
	}
}

// sum adds up files.
type sum struct{ files, source, statements, tests int }

func (s *sum) add(f file) {
	if f.test {
		s.tests += f.lines
		return
	}
	s.files++
	s.source += f.lines
	s.statements += f.statements
}

// print writes all figures.
func (c *census) print(w io.Writer) {
	rooms := map[string]*sum{}
	var all sum
	for _, f := range c.files {
		room, _, _ := strings.Cut(f.path, "/")
		if rooms[room] == nil {
			rooms[room] = new(sum)
		}
		rooms[room].add(f)
		all.add(f)
	}
	fmt.Fprintf(w, "%-14s %6s %8s %10s %8s\n", "folder", "files", "source", "statements", "tests")
	for _, name := range sortedKeys(rooms) {
		printSum(w, name, *rooms[name])
	}
	printSum(w, "all", all)
	c.printLengths(w)
	c.printTypes(w)
	c.printPapers(w)
}

func printSum(w io.Writer, name string, s sum) {
	fmt.Fprintf(w, "%-14s %6d %8d %10d %8d\n", name, s.files, s.source, s.statements, s.tests)
}

// printFolders writes the sums of some folders, and of all of them together. A folder without Go
// files is an error.
func (c *census) printFolders(w io.Writer, folders []string) error {
	var all sum
	for _, folder := range folders {
		var s sum
		for _, f := range c.files {
			if strings.HasPrefix(f.path, path.Clean(folder)+"/") {
				s.add(f)
				all.add(f)
			}
		}
		if s == (sum{}) {
			return fmt.Errorf("there are no Go files in %s; name folders from here, such as netplay", folder)
		}
		printSum(w, folder, s)
	}
	printSum(w, "all", all)
	return nil
}

// smallFile is the number of lines up to which a file hardly needs to be one.
const smallFile = 50

// printLengths writes how many packages there are, and how long functions and files are.
func (c *census) printLengths(w io.Writer) {
	var lengths []int
	for _, f := range c.functions {
		lengths = append(lengths, f.lines)
	}
	slices.Sort(lengths)
	at := func(part float64) int { return lengths[int(part*float64(len(lengths)-1))] }
	if len(lengths) > 0 {
		fmt.Fprintf(w, "\n%d functions: half have at most %d lines, nine of ten %d, the longest %d\n", len(lengths), at(0.5), at(0.9), at(1))
		fmt.Fprintf(w, "%d of them have one caller (%d %%)\n", c.singles(), 100*c.singles()/len(lengths))
	}
	small := 0
	for _, f := range c.files {
		if !f.test && f.lines <= smallFile {
			small++
		}
	}
	support := sortedKeys(c.support())
	fmt.Fprintf(w, "%d packages; %d files of at most %d lines\n", len(c.packages), small, smallFile)
	fmt.Fprintf(w, "only tests need %s\n", strings.Join(support, ", "))
}

// printTypes writes the types with many fields or methods.
func (c *census) printTypes(w io.Writer) {
	large := c.large()
	fmt.Fprintf(w, "%d types with more than %d fields or %d methods\n", len(large), fieldLimit, manyMethods)
	for _, name := range sortedKeys(large) {
		fmt.Fprintf(w, "  %-30s %3d fields %4d methods\n", name, large[name].fields, large[name].methods)
	}
}

// printPapers writes the words of each paper, the longest first.
func (c *census) printPapers(w io.Writer) {
	papers, words := sortedKeys(c.papers), 0
	slices.SortStableFunc(papers, func(a, b string) int { return c.papers[b] - c.papers[a] })
	for _, p := range papers {
		words += c.papers[p]
	}
	fmt.Fprintf(w, "\n%d words in %d papers\n", words, len(papers))
	for _, p := range papers[:min(10, len(papers))] {
		fmt.Fprintf(w, "  %-30s %6d\n", p, c.papers[p])
	}
}
