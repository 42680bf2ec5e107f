package session

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"mancala/match"
	"mancala/table"
)

var update = flag.Bool("update", false, "rewrite the transcript in PROTOCOL.md")

// TestTranscriptOfPaper plays the session in PROTOCOL.md: two join and toss, play, are cut, and go
// on.
func TestTranscriptOfPaper(t *testing.T) {
	w := newWired(t, kalah(2, 1), match.FirstToss)
	var paper strings.Builder
	g := w.guest(nil)
	arrive := func() {
		for len(g.up)+len(g.down) > 0 {
			who, p := "guest", append(g.up, g.down...)[0]
			if len(g.up) > 0 {
				g.hear()
			} else {
				who = "host"
				g.read()
			}
			fmt.Fprintf(&paper, "%-6s %02x%x\n       %s\n", who, lengthOf(len(p)), p, name(p))
		}
	}
	arrive()
	if g.host(table.KindPly, 2, "") != nil {
		g.must(g.wish(table.KindPly, 2, ""))
	}
	arrive()
	g.must(g.wish(table.KindSay, 0, "hello"))
	g.cut()
	paper.WriteString("       the line drops, and the guest's line of talk is lost\n")
	g = w.guest(g.player().Series())
	arrive()
	docBlock(t, paper.String())
}

// lengthOf returns the length of a frame as it is written before it.
func lengthOf(n int) (b []byte) {
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

// docBlock compares the transcript in PROTOCOL.md with the program's. With -update it rewrites it.
func docBlock(t *testing.T, got string) {
	t.Helper()
	const file, mark = "../../PROTOCOL.md", "<!-- transcript of version 3 -->\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), mark)
	block, after, ok2 := strings.Cut(rest, "<!-- end -->")
	if !ok || !ok2 {
		t.Fatal("PROTOCOL.md has no place for the transcript")
	}
	got = "```\n" + got + "```\n"
	if *update {
		if err := os.WriteFile(file, []byte(before+mark+got+"<!-- end -->"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if block != got {
		t.Errorf("the transcript in PROTOCOL.md is not what the program does (go test -update rewrites it):\n%s", got)
	}
}
