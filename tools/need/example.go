package need

import (
	"os"
	"strings"
	"testing"
)

// Example compares the example between "<!-- mark -->" and "<!-- end -->" in a file with got, which
// ends with a line feed. If update is true it rewrites the example instead.
func Example(t testing.TB, file, mark, got string, update bool) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	mark = "<!-- " + mark + " -->\n"
	before, rest, begun := strings.Cut(string(text), mark)
	block, after, ended := strings.Cut(rest, "<!-- end -->")
	got = "```\n" + got + "```\n"
	switch {
	case !begun || !ended:
		t.Fatalf("%s has no place for %s", file, mark)
	case block == got:
	case !update:
		t.Errorf("%s in %s is not what the program does (go test -update rewrites it):\n%s", mark, file, got)
	default:
		if err := os.WriteFile(file, []byte(before+mark+got+"<!-- end -->"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
