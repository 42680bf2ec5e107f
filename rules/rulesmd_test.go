package rules

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestRulesPaper plays every example of rules.md.
func TestRulesPaper(t *testing.T) {
	text, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile(`(?m)^    (\S+) +(<\S+) (south|north)( swap)?: (\S+) -> (<\S+) (\S+)$`)
	found := example.FindAllStringSubmatch(string(text), -1)
	if lines := strings.Count(string(text), " -> "); len(found) != lines || lines < 18 {
		t.Fatalf("%d of %d examples can be read", len(found), lines)
	}
	for _, e := range found {
		p, err := ParsePosition(e[1] + " " + e[2] + " " + e[3] + e[4])
		if err != nil {
			t.Errorf("%s: %v", e[0], err)
			continue
		}
		h, err := ParseHouse(e[5])
		if err != nil {
			t.Fatal(err)
		}
		after, _, err := p.Sow(h)
		next := after.ToMove().String()
		if after.Over() {
			next = "over"
		}
		if err != nil || after.Notation() != e[6] || next != e[7] {
			t.Errorf("%s\n    gives %s %s, %v", e[0], after.Notation(), next, err)
		}
	}
}
