package notation

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mancala/tools/need"
)

// example matches texts of games in papers, in the help and in messages.
var example = regexp.MustCompile(`kalah\(\d,\d\)(?:\+pie)?(?: (?:\d+|swap)\b)+|<\d+(?:,\d+){4,}>(?: (?:south|north))?|4-4-[-\d]+S|\bFfBe\b|` +
	"(?:such as |or |show |`)" + `(?:1\. )?\d\d(?:x|\(\d+\))? \d\d(?:x|\(\d+\))?(?: (?:\d\d|\d\.)(?:x|\(\d+\))?)*`)

// TestExamples reads every example of a game in the papers, the help and the messages.
func TestExamples(t *testing.T) {
	files := append(need.Must(filepath.Glob("../../docs/*.md"))(t), "../../README.md", "../words/po/mancala.pot")
	seen := map[string]bool{}
	for _, file := range files {
		text := strings.ReplaceAll(string(need.Must(os.ReadFile(file))(t)), "\"\n\"", "")
		for _, found := range example.FindAllString(text, -1) {
			for _, before := range []string{"such as ", "or ", "show ", "`"} {
				found = strings.TrimPrefix(found, before)
			}
			seen[found] = true
			if _, err := read(found); err != nil {
				t.Errorf("%s has %q: %v", file, found, err)
			}
		}
	}
	table := string(need.Must(os.ReadFile("../../docs/notations.md"))(t))
	table, _, _ = strings.Cut(table, "Around the moves")
	for _, row := range strings.Split(table, "\n| ")[2:] {
		for _, span := range strings.Split(strings.Split(row, " | ")[1], "`, `") {
			span = strings.Trim(span, "` ")
			if seen[span] = true; span == "" {
				continue
			}
			if _, err := read(span); err != nil {
				t.Errorf("the table has %q: %v", span, err)
			}
		}
	}
	if len(seen) < 15 {
		t.Errorf("only %d examples", len(seen))
	}
}
