package words

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the sentences and the list of codes in docs/failures.md anew")

// failuresFile is the paper about everything that can go wrong.
const failuresFile = "../docs/failures.md"

// TestFailures checks that docs/failures.md has every code, and no other: in a table, with its
// sentence and what else helps, or in the list of those whose sentences say it all. That the codes
// are those that the packages make is checked by TestCodes.
func TestFailures(t *testing.T) {
	text, err := os.ReadFile(failuresFile)
	if err != nil {
		t.Fatal(err)
	}
	paper, listed := checkRows(t, string(text))
	head, rest, found := strings.Cut(paper, "<!-- others -->\n")
	others, tail, ended := strings.Cut(rest, "<!-- end -->")
	if !found || !ended {
		t.Fatal("the list of all other codes is gone")
	}
	if want := otherCodes(listed); *update {
		paper = head + "<!-- others -->\n" + want + "<!-- end -->" + tail
	} else if others != want {
		t.Errorf("the list of all other codes is not up to date (go test -update rewrites it):\n%s", others)
	}
	if *update {
		if err := os.WriteFile(failuresFile, []byte(paper), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// checkRows checks the rows of the tables. It returns the paper with present sentences, and the
// codes that have a row.
func checkRows(t *testing.T, paper string) (string, map[string]bool) {
	t.Helper()
	row := regexp.MustCompile("^\\| `([a-z.-]+)` \\| (.*) \\| (.*) \\|$")
	listed := map[string]bool{}
	lines := strings.Split(paper, "\n")
	for i, line := range lines {
		m := row.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		code, said, more := m[1], m[2], m[3]
		tell := sentences[code]
		switch {
		case tell == nil:
			t.Errorf("no sentence has the code %s of line %d", code, i+1)
			continue
		case listed[code]:
			t.Errorf("%s stands there twice", code)
		case len(more) < 5:
			t.Errorf("%s: it does not say what else helps; leave it to the list", code)
		case !*update && said != onPaper(tell):
			t.Errorf("%s: the sentence is %q (go test -update rewrites it)", code, onPaper(tell))
		}
		listed[code] = true
		lines[i] = "| `" + code + "` | " + onPaper(tell) + " | " + more + " |"
	}
	return strings.Join(lines, "\n"), listed
}

// otherCodes returns the codes that are not listed as lines of at most 100 columns.
func otherCodes(listed map[string]bool) string {
	var codes []string
	for code := range sentences {
		if !listed[code] {
			codes = append(codes, "`"+code+"`")
		}
	}
	slices.Sort(codes)
	var lines []string
	for _, code := range codes {
		if last := len(lines) - 1; last >= 0 && len(lines[last])+2+len(code) < 100 {
			lines[last] += ", " + code
		} else {
			lines = append(lines, code)
		}
	}
	return strings.Join(lines, ",\n") + "\n"
}

// onPaper returns a sentence in English with dots where something is filled in.
func onPaper(tell sentence) string {
	verb := regexp.MustCompile(`%(\.\d+)?(\[\d\])?[sdqUv]`)
	return strings.NewReplacer("%%", "%", "|", `\|`, "<", `\<`).Replace(verb.ReplaceAllString(tell(english, nil), "…"))
}
