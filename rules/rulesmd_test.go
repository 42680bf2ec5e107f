package rules

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"mancala/tools/need"
)

// paperExample matches an example of rules.md: the rules, who plays, the ply and its story, and the
// three lines of the two drawings.
var paperExample = regexp.MustCompile(`(?m)^    (\S+), (South|North) (?:plays house (\d+)|swaps): (.*)\n\n((?:     .*\n){3})`)

// TestRulesPaper plays every example of rules.md, and checks that every switch has one.
func TestRulesPaper(t *testing.T) {
	text := need.Must(os.ReadFile("rules.md"))(t)
	found := paperExample.FindAllStringSubmatch(string(text), -1)
	if arrows := strings.Count(string(text), " -> "); len(found) != arrows || arrows < 18 {
		t.Fatalf("%d of %d examples can be read", len(found), arrows)
	}
	for _, e := range found {
		header, _, _ := strings.Cut(strings.TrimSpace(e[0]), "\n")
		t.Run(header, func(t *testing.T) { playPaper(t, e) })
	}
	for _, name := range []string{"store", "extra", "capture", "empty", "take", "end", "majority", "sweep", "leave", "even", "slam", "feed"} {
		if n := len(regexp.MustCompile(`(?m)^    custom\(.*\b`+name+`=`).FindAll(text, -1)); n < 2 {
			t.Errorf("the switch %s has %d examples", name, n)
		}
	}
}

// playPaper plays an example of rules.md.
func playPaper(t *testing.T, e []string) {
	v, err := ParseVariant(e[1])
	if err != nil {
		t.Fatal(err)
	}
	mover := South
	if e[2] == "North" {
		mover = North
	}
	left, right := halves(e[5])
	before := place(t, v, mover, left)
	h := Swap
	if e[3] != "" {
		if h, err = ParseHouse(e[3]); err != nil {
			t.Fatal(err)
		}
	} else if before, err = ParsePosition(before.String() + " swap"); err != nil {
		t.Fatal(err)
	}
	if before.Variant() != v {
		t.Errorf("the drawing is one of %v", before.Variant())
	}
	after, s := need.Must2(before.Sow(h))(t)
	checkBoard(t, after.Board(), right)
	if got := story(s, after); got != e[4] {
		t.Errorf("the ply says %q", got)
	}
}

// halves divides the lines of two drawings at the arrow between them.
func halves(drawings string) (left, right string) {
	lines := strings.Split(strings.TrimRight(drawings, "\n"), "\n")
	at := strings.Index(lines[1], "->")
	for i, line := range lines {
		line = strings.Replace(line, "->", "  ", 1)
		lines[i] = line[:at]
		right += line[at:] + "\n"
	}
	return strings.Join(lines, "\n"), right
}
