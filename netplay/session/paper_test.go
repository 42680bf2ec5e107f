package session

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/tools/need"
)

var update = flag.Bool("update", false, "rewrite the transcript in PROTOCOL.md")

// TestTranscriptOfPaper plays the session in PROTOCOL.md: two join and toss, play, are cut, and
// continue.
func TestTranscriptOfPaper(t *testing.T) {
	w := newWired(t, kalah(2, 1), match.FirstToss)
	var text strings.Builder
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
			fmt.Fprintf(&text, "%-6s %02x%x\n       %s\n", who, lengthOf(len(p)), p, name(p))
		}
	}
	arrive()
	if g.host(table.KindPly, 2, "") != nil {
		g.must(g.wish(table.KindPly, 2, ""))
	}
	arrive()
	g.must(g.wish(table.KindSay, 0, "hello"))
	g.cut()
	text.WriteString("       the line drops, and the guest's line of talk is lost\n")
	g = w.guest(g.player().Series())
	arrive()
	need.Example(t, "../../PROTOCOL.md", "transcript", text.String(), *update)
}

// lengthOf returns the length of a frame as it is written before it.
func lengthOf(n int) (b []byte) {
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

// TestHashOfPaper builds the hashes of a short game only from PROTOCOL.md, and compares them with
// the program's.
func TestHashOfPaper(t *testing.T) {
	terms := table.Terms{Variant: kalah(2, 1)}
	for i := range terms.Series {
		terms.Series[i] = byte(i)
	}
	owner := need.Must(table.NewOwner(table.OwnerConfig{Terms: terms, Local: [2]bool{true, true}}))(t)
	now := time.Unix(0, 0)
	need.Must(owner.Rule(table.KindBegin, uint32(table.A), "", now))(t)
	plies := []struct {
		by    table.Seat
		house uint32
		link  string
	}{
		{link: "mancala/3 000102030405060708090a0b0c0d0e0f-1\n\x02\x01\x00\x01\x02\x00\x01\x01\x00\x01\x00"},
		{table.A, 1, "\x00\x00\x00\x01\x00\x01\x00\x00\x00\x02\x01\x01\x01"},
		{table.B, 1, "\x00\x00\x00\x02\x01\x01\x00\x00\x00\x02\x00\x02\x00"},
		{table.A, 2, "\x00\x00\x00\x03\x00\x02\x01\x03\x00\x00\x00\x00\x02"},
	}
	var text strings.Builder
	last := ""
	for n, ply := range plies {
		sum := sha256.Sum256([]byte(last + ply.link))
		if last = string(sum[:]); n == 0 {
			fmt.Fprintf(&text, "hash 0 = SHA-256 of %q and %x\n       = %x\n", ply.link[:len(ply.link)-11], ply.link[len(ply.link)-11:], last)
			continue
		}
		fmt.Fprintf(&text, "hash %d = SHA-256 of hash %d and %x\n       = %x\n", n, n-1, ply.link, last)
		outs := need.Must(owner.Local(ply.by, table.KindPly, ply.house, "", now))(t)
		if got := outs[0].Change.Event.Hash; string(got[:]) != last[:16] {
			t.Errorf("ply %d has the hash %x, and %x on paper", n, got, last[:16])
		}
	}
	fmt.Fprintf(&text, "ply 3 carries %x\n", last[:16])
	need.Example(t, "../../PROTOCOL.md", "hash", text.String(), *update)
}
