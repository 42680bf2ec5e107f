package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// draw returns the position of a drawn board: North's row above, from right to left; North's and
// South's stores between; South's row below, from left to right. Variant is the text of the rules
// at the board's size.
func draw(t testing.TB, variant string, toMove rules.Side, drawing string) rules.Position {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(drawing), "\n")
	if len(lines) != 3 {
		t.Fatalf("a drawing has three lines:%s", drawing)
	}
	north, stores, south := strings.Fields(lines[0]), strings.Fields(lines[1]), strings.Fields(lines[2])
	if len(stores) != 2 {
		t.Fatalf("a drawing has two stores:%s", drawing)
	}
	slices.Reverse(north)
	counts := slices.Concat([]string{stores[1], stores[0]}, south, north)
	text := fmt.Sprintf("%s <%d,%s> %v", variant, len(south), strings.Join(counts, ","), toMove)
	p, err := rules.ParsePosition(text)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return p
}

// start returns the first position of a variant after some plies.
func start(t testing.TB, variant string, plies ...rules.House) rules.Position {
	t.Helper()
	v := rulestest.VariantOf(t, variant)
	return need.Must(rules.Replay(v, plies...))(t)
}

func TestDrawingIsReadAsDrawn(t *testing.T) {
	p := draw(t, "kalah(6,4)", rules.South, captureCS340)
	if want := "kalah(6,4) <6,14,18,3,1,0,0,2,2,0,1,5,0,1,1> south"; p.String() != want {
		t.Errorf("the drawing is read as %v, not %s", p, want)
	}
}
