package words

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the sentences of docs/failures.md anew")

// audience are those who can see a sentence, as docs/failures.md names them.
var audience = []string{"host", "guest", "both", "watcher", "anyone"}

// TestFailures checks that docs/failures.md has every code with its sentence, who sees it and what
// to do, and no other. That the codes are those that the packages make is checked by TestCodes.
func TestFailures(t *testing.T) {
	const file = "../docs/failures.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	row := regexp.MustCompile("^\\| `([a-z.-]+)` \\| (.*) \\| (.*) \\| (.*) \\|$")
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		m := row.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		code, said, who, todo := m[1], m[2], m[3], m[4]
		tell := sentences[code]
		switch {
		case tell == nil:
			t.Errorf("no sentence has the code %s of line %d", code, i+1)
			continue
		case listed[code]:
			t.Errorf("%s stands there twice", code)
		case !slices.Contains(audience, who) || len(todo) < 5:
			t.Errorf("%s: it does not say who sees that, and what to do", code)
		case !*update && said != onPaper(tell):
			t.Errorf("%s: the sentence is %q (go test -update rewrites it)", code, onPaper(tell))
		}
		listed[code] = true
		lines[i] = "| `" + code + "` | " + onPaper(tell) + " | " + who + " | " + todo + " |"
	}
	for code := range sentences {
		if !listed[code] {
			t.Errorf("docs/failures.md does not have %s: %q", code, onPaper(sentences[code]))
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// onPaper returns a sentence in English with dots where something is filled in.
func onPaper(tell sentence) string {
	verb := regexp.MustCompile(`%(\.\d+)?(\[\d\])?[sdqUv]`)
	return strings.NewReplacer("%%", "%", "|", `\|`, "<", `\<`).Replace(verb.ReplaceAllString(tell(english, nil), "…"))
}
