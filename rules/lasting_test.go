package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"mancala/tools/need"
)

// TestLastingTexts holds the texts of games and positions, and the steps of plies, to the ones of a
// file that is never written again: archives, settings and scores keep such texts. Each line is a
// game, the position after it, and a digest of all its steps.
func TestLastingTexts(t *testing.T) {
	text := need.Must(os.ReadFile("testdata/lasting.txt"))(t)
	lines := 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		if len(fields) != 3 {
			t.Fatalf("%q has %d fields", line, len(fields))
		}
		g, err := ParseGame(fields[0])
		if err != nil || g.String() != fields[0] {
			t.Fatalf("%q is read as %v (%v)", fields[0], g, err)
		}
		p, digest := stepsOf(t, g)
		if p.String() != fields[1] || digest != fields[2] {
			t.Errorf("%v leads to\n%v %v, not\n%v %v", g, p, digest, fields[1], fields[2])
		}
		if q, err := ParsePosition(fields[1]); err != nil || q != p {
			t.Errorf("%q is read as %v (%v)", fields[1], q, err)
		}
		lines++
	}
	if lines != 400 {
		t.Errorf("%d games instead of 400", lines)
	}
}

// stepsOf plays a game and returns its last position, and a digest of the steps of all its plies.
func stepsOf(t *testing.T, g Game) (Position, string) {
	t.Helper()
	p := need.Must(Start(g.Variant))(t)
	all := sha256.New()
	for _, h := range g.Plies {
		after, s, err := p.Sow(h)
		if err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		for step := range p.Steps(s) {
			m := int(g.Variant.Houses)
			all.Write([]byte{byte(step.Kind), byte(step.Pit.Side), byte(step.Pit.House), step.Seeds})
			all.Write(step.Board.Store[:])
			all.Write(step.Board.House[South][:m])
			all.Write(step.Board.House[North][:m])
		}
		p = after
	}
	return p, hex.EncodeToString(all.Sum(nil)[:8])
}
