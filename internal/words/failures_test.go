//go:build !js

package words

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"mancala/tools/need"
)

var update = flag.Bool("update", false, "write the sentences in docs/failures.md anew")

// failuresFile is the document about all failures.
const failuresFile = "../../docs/failures.md"

// items matches an item of a list with a code.
var items = regexp.MustCompile("(?m)^- `[a-z.-]+`.*\n(?:  .*\n)*")

// TestFailures checks that each item of docs/failures.md has a code with its sentence, and says
// what helps. TestCodes compares the codes with the packages.
func TestFailures(t *testing.T) {
	text := need.Must(os.ReadFile(failuresFile))(t)
	paper, listed := checkItems(t, string(text))
	if len(listed) < 30 {
		t.Errorf("the paper has %d codes", len(listed))
	}
	if *update {
		need.NoError(t, os.WriteFile(failuresFile, []byte(paper), 0o644))
	}
}

// checkItems checks the items with sentences. It returns the document with the current sentences,
// and the codes of its items.
func checkItems(t *testing.T, paper string) (string, map[string]bool) {
	t.Helper()
	parts := regexp.MustCompile("^`([a-z.-]+)` \\*(.*)\\* (.*)$")
	listed := map[string]bool{}
	return items.ReplaceAllStringFunc(paper, func(item string) string {
		m := parts.FindStringSubmatch(strings.Join(strings.Fields(item)[1:], " "))
		if m == nil {
			t.Errorf("this is not a code, a sentence and what else helps: %s", item)
			return item
		}
		code, said, more := m[1], m[2], m[3]
		tell := sentences[code]
		switch {
		case tell == nil:
			t.Errorf("no sentence has the code %s", code)
			return item
		case listed[code]:
			t.Errorf("%s stands there twice", code)
		case !*update && said != onPaper(tell):
			t.Errorf("%s: the sentence is %q (go test -update rewrites it)", code, onPaper(tell))
		}
		listed[code] = true
		return wrapped("- `" + code + "` *" + onPaper(tell) + "* " + more)
	}), listed
}

// wrapped returns an item of a list in lines of at most 100 columns.
func wrapped(item string) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(item) {
		switch {
		case column == 0:
		case column+1+Columns(word) > 100:
			b.WriteString("\n ")
			column = 1
			fallthrough
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += Columns(word)
	}
	return b.String() + "\n"
}

// onPaper returns a sentence in English with dots in place of its arguments.
func onPaper(tell sentence) string {
	verb := regexp.MustCompile(`%(\.\d+)?(\[\d\])?[sdqUv]`)
	return strings.NewReplacer("%%", "%", "|", `\|`, "<", `\<`).Replace(verb.ReplaceAllString(tell(english, nil), "…"))
}
